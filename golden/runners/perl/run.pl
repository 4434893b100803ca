#!/usr/bin/env perl
# Replays the golden files in Perl 5 without modules beyond its own: perl golden/runners/perl/run.pl [FOLDER [SUBFOLDER …]]
#
# Written from golden/README.md alone. Fractions are exact (Math::BigRat); logarithms and roots are doubles, and compared as README says.
# Exit code 0 if every answer is right, 1 if one is wrong: each is printed with its id.

use strict;
use warnings;
use utf8;
use JSON::PP;
use Math::BigFloat;
use Math::BigRat;
use List::Util qw(sum0 max min first uniq all any);
use File::Basename qw(dirname basename);
binmode STDOUT, ':utf8';

# Part 1: numbers. A Math::BigRat is a number that is known exactly, a double (boxed) one that isn't.

{ package Real; sub new { my ($class, $x) = @_; return bless \$x, $class } }
sub refuse { die "refused: $_[0]\n" }
sub undefined { return { undefined => $_[0] } }
sub is_undefined { return ref $_[0] eq 'HASH' && exists $_[0]{undefined} }

sub number {    # "3", "-3/4", "0.25"
    my ($text) = @_;
    refuse("a number is a text: " . ($text // 'nothing')) if !defined $text || ref $text;
    $text =~ m{^-?\d+(?:\.\d+|/\d+)?$}aa or refuse("no number: $text");
    $text =~ m{/0+$} and refuse("no number: $text");
    return Math::BigRat->new($text);
}
sub numbers { return map { number($_) } @{ $_[0] } }
sub whole { my $n = number($_[0]); refuse("not whole: $n") if !$n->is_int; return $n->numify }
sub total { my $sum = Math::BigRat->new(0); $sum += $_ for @_; return $sum }
sub over { my ($a, $b, $why) = @_; return $b == 0 ? undefined($why // '0/0') : $a / $b }
sub double { my ($x) = @_; return ref $x eq 'Real' ? $$x : $x->numify }
sub log2 { return log($_[0]) / log(2) }

# Part 2: the reader. Questions: [id, operation, given, part, the way in which an answer is right].

sub read_json { open my $file, '<:raw', $_[0] or die "$_[0]: $!"; local $/; return JSON::PP->new->utf8->decode(<$file>) }

sub questions {
    my ($folder, @only) = @_;
    my @found;
    for my $path (sort map { glob "$folder/$_/*.json" } @only ? @only : '*') {
        next if basename($path) =~ /^(slides|flags)\.json$/ || basename(dirname($path)) =~ /^(schema|data|departures|peers|harnesses|runners)$/;
        my $file = read_json($path);
        for my $record (@{ $file->{records} // [] }, @{ $file->{vectors} // [] }) {
            push @found, [$record->{id}, $_] for grep { exists $_->{operation} } $record, @{ $record->{cases} // [] };
        }
    }
    return @found;
}

sub part_of {
    my ($answer, @path) = @_;
    for my $name (@path) {
        return undef if !ref $answer;
        $answer = ref $answer eq 'ARRAY' ? $answer->[$name - 1] : $answer->{$name};
    }
    return $answer;
}

# Part 3: the comparer.

sub value_of {    # what is written, as a double
    my ($written) = @_;
    return number($written)->numify if !ref $written;
    return $written->{decimal} + 0 if exists $written->{decimal};
    return value_of($written->{quotient}[0]) / value_of($written->{quotient}[1]) if exists $written->{quotient};
    my $logs = $written->{log2};
    return sum0(map { number($logs->{$_})->numify * log2($_) } keys %$logs);
}

sub is_right {
    my ($answer, $written) = @_;
    return 0 if !defined $answer;
    if (ref $written eq 'HASH' && exists $written->{undefined}) { return is_undefined($answer) }
    return 0 if is_undefined($answer);
    if (ref $answer eq 'Math::BigRat' && !ref $written) { return $written =~ m{^-?\d+(/\d+)?$} && $answer == number($written) }
    if (ref $answer eq 'Real' || ref $answer eq 'Math::BigRat') {
        return 0 if !ref $written && $written !~ m{^-?\d+(/\d+)?$};
        my ($x, $true) = (double($answer), value_of($written));
        return abs($x - $true) <= 1e-9 * max(1, abs $true);
    }
    if (ref $answer eq 'ARRAY') {
        return ref $written eq 'ARRAY' && @$answer == @$written && all { is_right($answer->[$_], $written->[$_]) } 0 .. $#$answer;
    }
    if (ref $answer eq 'HASH') {
        return ref $written eq 'HASH' && join("\0", sort keys %$answer) eq join("\0", sort keys %$written)
            && all { is_right($answer->{$_}, $written->{$_}) } keys %$answer;
    }
    return !ref $written && $answer eq $written;
}

# Part 4: data sets.

sub csv {
    my ($path) = @_;
    open my $file, '<:encoding(UTF-8)', $path or die "$path: $!";
    my @rows = map { chomp; s/\r$//; [map { s/^"(.*)"$/$1/r } split /,/, $_, -1] } <$file>;
    return @rows;
}

sub data_set {
    my ($given, $folder) = @_;
    my %declared = %$given;
    if (exists $given->{parity}) {
        my $n = whole($given->{parity});
        my @rows = map { my $i = $_; my @bits = map { $i >> ($n - $_) & 1 } 1 .. $n; [(map { $_ ? 'True' : 'False' } @bits), sum0(@bits) % 2 ? '0' : '1'] } 0 .. 2**$n - 1;
        %declared = (header => [(map { "x$_" } 1 .. $n), 'class'], rows => \@rows, target => 'class', nominal => { class => ['0', '1'], map { ("x$_" => ['False', 'True']) } 1 .. $n });
    }
    if (exists $given->{file}) {
        my ($header, @rows) = csv("$folder/data/$given->{file}");
        my $beside = "$folder/data/" . ($given->{file} =~ s/\.csv$/.schema.json/r);
        my $schema = -e $beside ? read_json($beside) : {};
        $declared{$_} //= $schema->{$_} for grep { exists $schema->{$_} } qw(target weights missing ignore);
        for my $name (keys %{ $schema->{columns} // {} }) {
            my $column = $schema->{columns}{$name};
            next if any { exists $given->{$_}{$name} } qw(nominal ordinal);
            if ($column->{kind} eq 'continuous') { push @{ $declared{continuous} }, $name }
            else { $declared{ $column->{kind} } = { %{ $declared{ $column->{kind} } // {} }, $name => $column->{values} } if $column->{values} }
        }
        @declared{qw(header rows)} = ($header, \@rows);
    }
    my %place = map { $declared{header}[$_] => $_ } 0 .. $#{ $declared{header} };
    my %missing = map { $_ => 1 } @{ $declared{missing} // ['', '?'] };
    my @rows = map { [@$_] } @{ $declared{rows} };    # cells are changed below
    for my $name (keys %{ $declared{spelling} // {} }) {
        my $spelled = $declared{spelling}{$name};
        $_->[$place{$name}] = $spelled->{ $_->[$place{$name}] } // $_->[$place{$name}] for @rows;
    }
    my $data = { place => \%place, missing => \%missing, target => $declared{target}, rows => \@rows, declared => \%declared };
    if (defined $declared{weights}) { $_ = { cells => $_, weight => number($_->[$place{ $declared{weights} }]) } for @rows }
    else { $_ = { cells => $_, weight => Math::BigRat->new(1) } for @rows }
    for my $name (keys %place) {
        my @known = grep { !$missing{$_} } map { $_->{cells}[$place{$name}] } @rows;
        my $listed = $declared{nominal}{$name} // $declared{ordinal}{$name};
        my $numeric = !$listed && @known && all { /^[-+]?\d+(\.\d+)?(e[-+]?\d+)?$/i } @known;
        $data->{numeric}{$name} = 1 if (any { $_ eq $name } @{ $declared{continuous} // [] }) || ($numeric && $name ne $declared{target});
        if ($data->{numeric}{$name}) {    # 01, 1.0 and 1e0 are one value
            my $at = $place{$name};
            $_->{cells}[$at] = Math::BigRat->new(Math::BigFloat->new($_->{cells}[$at]))->bstr for grep { !$missing{ $_->{cells}[$at] } } @rows;
            @known = grep { !$missing{$_} } map { $_->{cells}[$at] } @rows;
        }
        $data->{values}{$name} = $listed // [$numeric ? sort { number($a) <=> number($b) } uniq @known : sort { $a cmp $b } uniq @known];
    }
    if (exists $declared{where}) { my $condition = $declared{where}; @rows = grep { fulfils($data, $_, $condition) } @rows }
    my %without = map { $_ => 1 } @{ $declared{ignore} // [] }, $declared{target}, grep { defined } $declared{weights};
    $data->{attributes} = [grep { !$without{$_} } @{ $declared{header} }];
    return $data;
}

sub cell { my ($data, $row, $name) = @_; my $text = $row->{cells}[$data->{place}{$name}]; return $data->{missing}{$text} ? undef : $text }

sub fulfils {
    my ($data, $row, $condition) = @_;
    for my $name (keys %$condition) {
        my ($cell, $wanted) = (cell($data, $row, $name), $condition->{$name});
        return 0 if exists $wanted->{in} && !(defined $cell && any { $_ eq $cell } @{ $wanted->{in} });
        return 0 if exists $wanted->{not_in} && defined $cell && any { $_ eq $cell } @{ $wanted->{not_in} };
        return 0 if exists $wanted->{above} && !(defined $cell && number($cell) > number($wanted->{above}));
        return 0 if exists $wanted->{at_most} && !(defined $cell && number($cell) <= number($wanted->{at_most}));
    }
    return 1;
}

sub class_counts_of {
    my ($data, @rows) = @_;
    my %count = map { $_ => Math::BigRat->new(0) } @{ $data->{values}{ $data->{target} } };
    $count{ cell($data, $_, $data->{target}) } += $_->{weight} for @rows;
    return map { $count{$_} } @{ $data->{values}{ $data->{target} } };
}

# Part 5: the operations.

sub counts { my @counts = numbers($_[0]); refuse('a count below 0') if any { $_ < 0 } @counts; return @counts }
sub gini { my $n = total(@_); return over($n * $n - total(map { $_ * $_ } @_), $n * $n, 'no records') }
sub error { my $n = total(@_); my ($most) = sort { $b <=> $a } @_; return over($n - $most, $n, 'no records') }
sub entropy {
    my @shares = map { $_->numify } @_;
    my $n = sum0(@shares);
    return $n ? Real->new(-sum0(map { $_ ? $_ / $n * log2($_ / $n) : 0 } @shares)) : undefined('no records');
}
sub mean_over {
    my ($impurity, @children) = @_;
    my @full = grep { total(@$_) > 0 } @children or refuse('no records');
    my $n = total(map { @$_ } @full);
    my @parts = map { [total(@$_) / $n, $impurity->(@$_)] } @full;
    return Real->new(sum0(map { double($_->[0]) * double($_->[1]) } @parts)) if any { ref $_->[1] eq 'Real' } @parts;
    return total(map { $_->[0] * $_->[1] } @parts);
}
sub split_of {    # node and children that fit it
    my ($given) = @_;
    my @node = counts($given->{node});
    my @children = map { [counts($_)] } @{ $given->{children} };
    for my $child (@children) { refuse('another number of classes') if @$child != @node }
    for my $j (0 .. $#node) { refuse("children that don't add up") if total(map { $_->[$j] } @children) != $node[$j] }
    return (\@node, @children);
}
sub reduction {
    my ($impurity, $given) = @_;
    my ($node, @children) = split_of($given);
    my $before = $impurity->(@$node);
    return $before if is_undefined($before);
    my $after = mean_over($impurity, @children);
    return ref $before eq 'Real' ? Real->new(double($before) - double($after)) : $before - $after;
}
sub four { my ($given) = @_; my @four = map { number($given->{$_}) } qw(tp fn fp tn); refuse('a count below 0') if any { $_ < 0 } @four; return @four }
sub of_four { my ($rate) = @_; return sub { exists $_[0]{matrix} ? 'not here' : $rate->(four($_[0])) } }
sub variance { my @x = @_; my $n = Math::BigRat->new(scalar @x); return undefined('no values') if !@x; my $mean = total(@x) / $n; return total(map { ($_ - $mean) ** 2 } @x) / $n }
sub binomial {
    my ($n, $k, $p) = @_;
    my $ways = Math::BigRat->new(Math::BigInt->new($n)->bnok($k));
    return $ways * $p->copy->bpow($k) * (1 - $p)->bpow($n - $k);
}
sub binomial_sum { my ($given, $from, $to) = @_; my ($n, $p) = (whole($given->{n}), number($given->{p})); refuse('no probability') if $p < 0 || $p > 1; return total(map { binomial($n, $_, $p) } max(0, $from) .. min($n, $to)) }
sub folds_of {
    my ($folds, @order) = @_;
    my ($size, $more) = (int(@order / $folds), @order % $folds);
    refuse('folds') if $folds < 2 || $folds > @order;
    refuse('each record once') if join(' ', sort { $a <=> $b } @order) ne join(' ', 1 .. @order);
    my @parts;
    my @rest = @order;
    push @parts, [splice @rest, 0, $size + ($_ <= $more ? 1 : 0)] for 1 .. $folds;
    return [map { my %tested = map { $_ => 1 } @$_; { training => [map { Math::BigRat->new($_) } grep { !$tested{$_} } @order], test => [map { Math::BigRat->new($_) } @$_] } } @parts];
}
sub order_of { my ($given) = @_; return exists $given->{order} ? map { whole($_) } @{ $given->{order} } : 1 .. whole($given->{records}) }
sub pairs { my ($given) = @_; refuse('lengths') if @{ $given->{predicted} } != @{ $given->{actual} }; my @errors = map { my ($f, $y) = @$_; $f - $y } map { [number($given->{predicted}[$_]), number($given->{actual}[$_])] } 0 .. $#{ $given->{actual} }; return @errors }
sub matrix_of {
    my ($matrix) = @_;
    return undef if !exists $matrix->{rows} && !exists $matrix->{predicted_rows};
    my @rows = map { [counts($_)] } @{ $matrix->{rows} // $matrix->{predicted_rows} };
    @rows = map { my $j = $_; [map { $_->[$j] } @rows] } 0 .. $#rows if !exists $matrix->{rows};
    return ($matrix->{classes}, \@rows);
}
my $folder;
my %OPERATIONS = (
    gini => sub { gini(counts($_[0]{counts})) },
    entropy => sub { entropy(counts($_[0]{counts})) },
    misclassification_error => sub { error(counts($_[0]{counts})) },
    weighted_gini => sub { mean_over(\&gini, map { [counts($_)] } @{ $_[0]{children} }) },
    weighted_entropy => sub { mean_over(\&entropy, map { [counts($_)] } @{ $_[0]{children} }) },
    gini_reduction => sub { reduction(\&gini, $_[0]) },
    error_reduction => sub { reduction(\&error, $_[0]) },
    gain => sub { reduction(\&entropy, $_[0]) },
    split_info => sub { my @sizes = map { total(counts($_)) } @{ $_[0]{children} }; refuse('no records') if total(@sizes) == 0; entropy(@sizes) },
    gain_ratio => sub {
        my ($node, @children) = split_of($_[0]);
        return undefined('no records') if total(@$node) == 0;
        my @full = grep { total(@$_) > 0 } @children;
        return undefined('one branch') if @full < 2;
        return Real->new(double(reduction(\&entropy, $_[0])) / double(entropy(map { total(@$_) } @full)));
    },
    variance => sub { variance(numbers($_[0]{values})) },
    midpoint => sub { (number($_[0]{lower}) + number($_[0]{upper})) / 2 },
    groupings => sub { my $k = whole($_[0]{present}); refuse('below 0') if $k < 0; Math::BigRat->new($k ? Math::BigInt->new(2)->bpow($k - 1)->bsub(1) : 0) },
    majority_vote_error => sub { my ($n, $p) = (whole($_[0]{classifiers}), number($_[0]{error_rate})); refuse('no share') if $p < 0 || $p > 1 || $n < 1; total(map { binomial($n, $_, $p) } int($n / 2) + 1 .. $n) },
    penalised_errors => sub { number($_[0]{errors}) + number($_[0]{leaves}) * number($_[0]{penalty} // '1/2') },
    penalised_error_rate => sub { over(number($_[0]{errors}) + number($_[0]{leaves}) * number($_[0]{penalty} // '1/2'), number($_[0]{records})) },
    class_counts => sub { my $d = data_set($_[0]{data}, $folder); my @c = class_counts_of($d, @{ $d->{rows} }); my @names = @{ $d->{values}{ $d->{target} } }; +{ map { $names[$_] => $c[$_] } 0 .. $#names } },
    count_records => sub { my $d = data_set($_[0]{data}, $folder); my $any = $_[0]{any_of}; total(map { $_->{weight} } grep { my $row = $_; any { fulfils($d, $row, $_) } @$any } @{ $d->{rows} }) },
    count_table => sub {
        my $d = data_set($_[0]{data}, $folder);
        my $name = $_[0]{attribute};
        my %of;
        for my $row (@{ $d->{rows} }) { my $cell = cell($d, $row, $name); push @{ $of{$cell} }, $row if defined $cell }
        [map { [$d->{numeric}{$name} ? number($_) : $_, class_counts_of($d, @{ $of{$_} })] } grep { $of{$_} } @{ $d->{values}{$name} }];
    },
    accuracy => of_four(sub { my ($tp, $fn, $fp, $tn) = @_; over($tp + $tn, total(@_)) }),
    error_rate => of_four(sub { my ($tp, $fn, $fp, $tn) = @_; over($fp + $fn, total(@_)) }),
    recall => of_four(sub { my ($tp, $fn) = @_; over($tp, $tp + $fn) }),
    miss_rate => of_four(sub { my ($tp, $fn) = @_; over($fn, $tp + $fn) }),
    specificity => of_four(sub { my ($tp, $fn, $fp, $tn) = @_; over($tn, $tn + $fp) }),
    false_positive_rate => of_four(sub { my ($tp, $fn, $fp, $tn) = @_; over($fp, $tn + $fp) }),
    precision => of_four(sub { my ($tp, $fn, $fp) = @_; over($tp, $tp + $fp) }),
    f1 => of_four(sub { my ($tp, $fn, $fp) = @_; over(2 * $tp, 2 * $tp + $fn + $fp) }),
    jaccard => of_four(sub { my ($tp, $fn, $fp) = @_; over($tp, $tp + $fn + $fp) }),
    balanced_accuracy => of_four(sub { my ($tp, $fn, $fp, $tn) = @_; $tp + $fn == 0 || $fp + $tn == 0 ? undefined('a class without records') : ($tp / ($tp + $fn) + $tn / ($tn + $fp)) / 2 }),
    confusion_matrix => sub { my ($classes, $rows) = matrix_of($_[0]{matrix}); $classes ? { classes => $classes, rows => $rows } : 'not here' },
    binomial_probability => sub { my $k = whole($_[0]{k}); binomial_sum($_[0], $k, $k) },
    binomial_at_most => sub { binomial_sum($_[0], 0, whole($_[0]{k})) },
    binomial_at_least => sub { binomial_sum($_[0], whole($_[0]{k}), whole($_[0]{n})) },
    sample_error => sub { my ($f, $h) = @{ $_[0] }{qw(target hypothesis)}; refuse('lengths') if @$f != @$h; over(Math::BigRat->new(scalar grep { $f->[$_] ne $h->[$_] } 0 .. $#$f), Math::BigRat->new(scalar @$f)) },
    k_fold => sub { folds_of(whole($_[0]{folds}), order_of($_[0])) },
    leave_one_out => sub { my $n = whole($_[0]{records}); folds_of($n, 1 .. $n) },
    mean_of_folds => sub { my @w = numbers($_[0]{wrong}); my @n = numbers($_[0]{records}); refuse('lengths') if @w != @n; return undefined('no folds, or one without records') if !@w || any { $_ == 0 } @n; refuse('more wrong than tested') if any { $w[$_] > $n[$_] || $w[$_] < 0 } 0 .. $#w; total(map { $w[$_] / $n[$_] } 0 .. $#w) / @w },
    bootstrap_variance => sub { my @x = numbers($_[0]{replicates}); refuse('no replicates') if !@x; @x < 2 ? undefined('one replicate') : variance(@x) * @x / (@x - 1) },
    bootstrap_bias => sub { my @x = numbers($_[0]{replicates}); refuse('no replicates') if !@x; total(@x) / @x - number($_[0]{estimate}) },
    difference => sub { number($_[0]{e_1}) - number($_[0]{e_2}) },
    difference_variance => sub { my $g = $_[0]; total(map { my ($e, $n) = (number($g->{"e_$_"}), number($g->{"n_$_"})); $e * (1 - $e) / $n } 1, 2) },
    mean_squared_error => sub { my @e = pairs($_[0]); @e ? total(map { $_ * $_ } @e) / @e : undefined('no records') },
    mean_absolute_error => sub { my @e = pairs($_[0]); @e ? total(map { $_ < 0 ? -$_ : $_ } @e) / @e : undefined('no records') },
);

# Part 6: ask, compare, count.

my @only;
($folder, @only) = @ARGV ? @ARGV : dirname(__FILE__) . '/../..';
my ($right, $wrong, $not_here, %asked) = (0, 0, 0);
for my $question (questions($folder, @only)) {
    my ($id, $asks) = @$question;
    my $operation = $OPERATIONS{ $asks->{operation} } or next;
    next if exists $asks->{undecided};
    my $answer = eval { $operation->($asks->{given}) };
    my $refused = $@;
    if (defined $answer && !ref $answer && $answer eq 'not here') { $not_here++; next }
    my $good = exists $asks->{refused} ? $refused =~ /^refused/
        : $refused ? 0
        : any { is_right(part_of($answer, @{ $asks->{part} // [] }), $_) } @{ $asks->{accepted} // [$asks->{exact}] };
    $asked{ $asks->{operation} }++;
    if ($good) { $right++; next }
    $wrong++;
    my $said = $refused || JSON::PP->new->allow_blessed->convert_blessed->allow_nonref->encode($answer);
    print "$id $asks->{operation}: expected ", JSON::PP->new->allow_nonref->encode($asks->{exact} // $asks->{accepted} // { refused => $asks->{refused} }), ", got $said\n";
}
print "$right right, $wrong wrong, ", scalar(keys %asked), " operations, $not_here inputs of a kind that isn't here\n";
exit($wrong ? 1 : 0);
