"""
The subjects of the field in the order of the documents: the question of each, its definitions, a worked example by its record, a
figure, and why something of it holds, in words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from attrs import frozen

from dtref.show.book.pages import figures
from dtref.show.book.pages.figures import SubjectFigure


@frozen
class Proof:
    """The name of a theorem, and why it holds, in words."""

    theorem: str
    words: str


@frozen
class Subject:
    """
    A subject: its title, the question that it answers, its definitions as `module:name`, the records that work it
    through, its figure, and a proof in words; the modules whose variants are its own; more figures where what it is about is a set.
    """

    title: str
    question: str
    definitions: tuple[str, ...]
    worked: tuple[str, ...]
    figure: Callable[[], SubjectFigure]
    proof: Proof
    modules: tuple[str, ...]
    more: Callable[[], Iterable[SubjectFigure]] = tuple


SPLIT, PRUNING, EVALUATION = "spec.split", "spec.pruning", "spec.evaluation"

SUBJECTS = (
    Subject(
        "Growing a tree",
        "Records have facts and a class. How does a tree that asks for the facts, one after the other, come from records?",
        ("spec.growing.hunt:grow", "spec.model.trees:Branch", "spec.model.trees:Leaf"),
        ("tan-hunt-05", "cs6220-algorithm-03"),
        figures.play_tennis,
        Proof(
            "theorem_improvement_of_the_tree_is_the_share_of_the_node_times_the_reduction",
            "A test changes only the leaf where it is asked: the records of all other leaves stay where they are. In the sum over "
            "leaves one term, the node's share times its impurity, is replaced by those of its children. What the tree gains is "
            "therefore the node's share times what the node gains, so that each node can be judged on its own, in any order.",
        ),
        ("spec.growing.hunt", "spec.optimal.search", "spec.presets", "spec.split.candidates"),
    ),
    Subject(
        "How mixed a node is",
        "A node of one class needs no further question. Of one that has several: how far is it from that?",
        tuple(f"{SPLIT}.impurity:{name}" for name in ("gini", "entropy", "misclassification_error")),
        ("tan-gini-05", "tan-entropy-05", "tan-error-04"),
        figures.impurities,
        Proof(
            "theorem_gini_is_largest_at_equal_shares_only",
            "Take from each of c shares the equal share 1/c, and add the squares of what is left. Multiplied out that is the sum of"
            " squared shares, less 2/c times the sum of the shares, which is 1, plus c times 1/c². So it is the sum of squared "
            "shares less 1/c, which is 1 - 1/c less Gini. A sum of squares is never below 0, and 0 only where every share is 1/c.",
        ),
        ("spec.split.impurity",),
    ),
    Subject(
        "Which test is best",
        "A test parts the records of a node. Which of several parts them best, and which are equally good?",
        tuple(f"{SPLIT}.criteria:{name}" for name in ("weighted_impurity", "gain", "gini_reduction", "split_info", "gain_ratio")),
        ("cs6220-gain-06", "cs6220-gini-09", "cs6220-ratio-06"),
        figures.cuts_of_income,
        Proof(
            "theorem_gini_reduction_is_a_sum_of_squares",
            "The node's share of a class is the mean of its children's shares, each weighted by its records. The mean of squares "
            "less the square of the mean is the mean squared distance from the mean. Class by class that is what the reduction adds"
            " up, so it is never below 0, and 0 only where every child has the node's shares.",
        ),
        ("spec.split.criteria", "spec.split.description"),
    ),
    Subject(
        "Where a number is cut",
        "Between two neighbouring numbers any cut parts the records alike. Which one stands in the tree?",
        tuple(f"{SPLIT}.numeric.placement:{name}" for name in ("midpoint", "lower_end", "floor_midpoint", "largest_not_above_midpoint")),
        ("tan-continuous-05", "cs6220-continuous-01"),
        figures.places_of_cuts,
        Proof(
            "theorem_midpoint_is_as_far_from_both_neighbours",
            "From a to (a + b)/2 it is (b - a)/2, and from there to b as well. Any place between the neighbours parts the records "
            "of the training set alike; the midpoint treats alike the new records on both sides.",
        ),
        ("spec.split.numeric", "spec.preparation.discretisation", "spec.model.tests"),
    ),
    Subject(
        "When to stop",
        "A tree that asks until every node is pure learns the noise, too. Which nodes are leaves before that?",
        tuple(f"spec.growing.stopping:{name}" for name in ("FewerThan", "ImprovesLessThan", "no_improvement", "Independent")),
        ("tan-pre-pruning-15", "cs6220-pruning-02"),
        figures.errors_by_depth,
        Proof(
            "theorem_error_reduction_is_0_where_all_have_one_largest_class",
            "Where a class is the largest at the node and in every child, each record of another class is an error before the test "
            "and after it. So the test lowers no errors, though it may part the classes well, and a tree that stopped for want of "
            "fewer errors would stop too early.",
        ),
        ("spec.growing.stopping", "spec.growing.admission", "spec.split.exact_test", "spec.split.association"),
    ),
    Subject(
        "Cutting a tree back",
        "A tree is grown whole, and branches that don't pay are made leaves. What do they cost, and in which order are they judged?",
        (
            *(f"{PRUNING}.estimates:{name}" for name in ("pessimistic_errors", "pessimistic_error_rate")),
            *(f"{PRUNING}.reduced_error:{name}" for name in ("reduced_error", "best_node_first")),
            f"{PRUNING}.pessimistic:pessimistic",
            *(f"{PRUNING}.cost_complexity:{name}" for name in ("critical_alpha", "cost_complexity")),
        ),
        ("tan-pruning-08", "tan-pruning-34", "tan-pruning-36"),
        figures.costs_of_prunings,
        Proof(
            "theorem_pessimistic_pruning_cuts_where_its_inequality_says_so",
            "A branch with L leaves and e errors is charged e and L penalties, as a leaf its own errors and one penalty. The leaf "
            "is cheaper exactly where its errors exceed the branch's by less than L - 1 penalties. From below, each branch has the "
            "least charge when its turn comes, so none of all prunings is charged less.",
        ),
        ("spec.pruning", "spec.model.trees.training_errors"),
    ),
    Subject(
        "Why greed is not best",
        "A tree that takes the best test at each node never looks back. Is it the best one, are there others, and how far is it from them?",
        ("spec.optimal.price:greeds_price",),
        ("iaml-optimal-03", "cs6220-optimal-02"),
        figures.frontier_of_buyers,
        Proof(
            "theorem_error_is_concave",
            "A test never adds errors: the class that was the largest of all of a node's records is one that its parts may keep. So "
            "with more leaves the fewest errors never rise. But a test may save none and still be the first of the best tree, as where "
            "the class is x xor y: either of the two alone tells nothing, and a third that takes one record off is taken first, in vain.",
        ),
        ("spec.optimal",),
        figures.good_trees_of_play_tennis,
    ),
    Subject(
        "Values that are missing",
        "A record doesn't know the answer to a test. What is the test worth, and where does the record go?",
        (f"{SPLIT}.missing_gain:gain_over_all", f"{SPLIT}.missing_gain:gain_over_all_unscaled"),
        ("tan-missing-06", "tan-missing-14", "tan-missing-27"),
        figures.gain_with_gaps,
        Proof(
            "theorem_gain_with_missing_values_is_the_known_share_of_the_gain",
            "Records that miss the value get no answer, and the test tells nothing about them: for them the entropy is as large "
            "after it as before. So what is gained is the gain among the others, in proportion to their share of all.",
        ),
        ("spec.preparation.missing", "spec.split.missing_gain"),
    ),
    Subject(
        "How good a classifier is",
        "Each prediction is right or wrong, and of one class or another. Which numbers say how good they are together?",
        (
            *(f"{EVALUATION}.confusion.rates:{name}" for name in ("accuracy", "recall", "precision", "specificity")),
            f"{EVALUATION}.confusion.averages:balanced_accuracy",
            *(f"{EVALUATION}.confusion.scores:{name}" for name in ("f1", "f_beta")),
        ),
        ("cs6220-precision-recall-21", "cs6220-precision-recall-19", "cs6220-precision-recall-25"),
        figures.means_of_precision_and_recall,
        Proof(
            "theorem_accuracy_is_a_weighted_mean_of_sensitivity_and_specificity",
            "The right answers are those among the positives and those among the negatives. The first are the sensitivity times P, "
            "the second the specificity times N. Divided by all, that is the mean of the two, each weighted by its class's share: "
            "where one class is rare, its rate hardly counts.",
        ),
        (
            "spec.evaluation.confusion.matrix",
            "spec.evaluation.confusion.rates",
            "spec.evaluation.confusion.averages",
            "spec.evaluation.confusion.scores",
        ),
    ),
    Subject(
        "What errors cost",
        "A false alarm and a miss needn't cost the same. What does a classifier cost, and which label is cheapest?",
        (f"{EVALUATION}.confusion.cost:total_cost", f"{EVALUATION}.confusion.scores:detection_cost"),
        ("tan-cost-22", "tan-cost-24"),
        figures.costs_of_two_models,
        Proof(
            "theorem_cost_is_affine_in_accuracy",
            "Where every right answer costs p and every wrong one q, N records cost p for each right and q for each wrong one. With"
            " accuracy a there are N a right and N (1 - a) wrong ones, so the cost is N (q - (q - p) a): a straight line, and who "
            "is more accurate is cheaper.",
        ),
        ("spec.evaluation.confusion.cost",),
    ),
    Subject(
        "Ranking by a score",
        "A classifier gives scores, and a threshold makes them labels. How good is the ranking, whatever the threshold?",
        (
            *(f"{EVALUATION}.ranking.roc:{name}" for name in ("roc", "roc_per_record")),
            *(f"{EVALUATION}.ranking.auc:{name}" for name in ("auc", "auc_by_pairs")),
        ),
        ("tan-roc-33", "tan-roc-34"),
        figures.roc_curve,
        Proof(
            "theorem_auc_of_records",
            "Lower the threshold past one negative: the curve moves right by 1/N, at the height of the share of positives above it."
            " So the area is the mean of these shares, and that is the share of pairs of a positive and a negative in which the "
            "positive is above. Where both have one score the line is slanted, and the pair counts one half.",
        ),
        ("spec.evaluation.ranking",),
    ),
    Subject(
        "Records to test on",
        "Errors on the records that a tree was grown from say little. Which others is it tested on, and what is made of several tests?",
        (
            *(f"{EVALUATION}.estimation.partitions:{name}" for name in ("holdout", "k_fold", "stratified_k_fold", "leave_one_out")),
            f"{EVALUATION}.estimation.bootstrap:bootstrap_variance",
        ),
        ("evaluation-folds-08", "evaluation-bootstrap-06"),
        figures.chance_to_be_drawn,
        Proof(
            "theorem_leave_one_out_of_majority_is_cross_validation",
            "Left out one by one, the records of a class meet a training set with one record of their class less. If theirs is the "
            "largest class by two or more it stays the largest, and they are right; if another has as many or one less, leaving one"
            " out makes the other the largest, and all of them are wrong. With equal classes every record is wrong, though the "
            "classifier isn't bad.",
        ),
        ("spec.evaluation.estimation", "spec.preparation.balancing"),
    ),
    Subject(
        "How sure an error rate is",
        "The error rate of a hundred records is not that of all. Between which bounds does the true one lie?",
        (
            f"{EVALUATION}.intervals.proportion:wald",
            f"{EVALUATION}.intervals.proportion:wilson",
            f"{EVALUATION}.intervals.deviates:two_sided_deviate",
        ),
        ("tan-confidence-27", "tan-confidence-24", "evaluation-t-49"),
        figures.two_intervals,
        Proof(
            "theorem_wilson_is_the_solution_of_its_quadratic",
            "The interval has the true rates p from which what was seen is at most z standard deviations away, where the deviation "
            "is that of p itself, sqrt(p (1 - p)/n). Squared, that is a quadratic inequality in p; its two roots are the ends. "
            "Wald's interval takes the deviation of what was seen instead, and that is 0 where no error was.",
        ),
        ("spec.evaluation.intervals",),
    ),
    Subject(
        "Which of two is better",
        "One classifier made fewer errors than another. Is it better, or was it lucky?",
        tuple(f"{EVALUATION}.comparison.independent:{name}" for name in ("difference_interval", "probability_first_better")),
        ("tan-two-models-16", "evaluation-two-hypotheses-20"),
        figures.chance_of_the_better,
        Proof(
            "theorem_difference_interval_contains_0_where_z_is_small",
            "The interval is the difference, less and plus z deviations. The product of its ends is the squared difference less z² "
            "times the variance. It is below 0, and 0 inside, exactly where the difference is less than z deviations: the interval "
            "and the test say the same.",
        ),
        ("spec.evaluation.comparison",),
    ),
    Subject(
        "Foretelling a number",
        "The target is no class but a number. What is a mixed node then, and what an error?",
        (
            f"{SPLIT}.impurity:variance",
            f"{SPLIT}.criteria:variance_reduction",
            *(f"{EVALUATION}.regression.errors:{name}" for name in ("root_mean_squared_error", "mean_absolute_error")),
            f"{EVALUATION}.regression.correlation:correlation",
        ),
        ("iaml-regression-01", "iaml-regression-errors-04"),
        figures.errors_of_a_constant,
        Proof(
            "theorem_mean_minimises_the_squared_error",
            "Write the distance from a constant c as that from the mean plus that of the mean from c, and square. The mixed terms "
            "add up to 0, since distances from the mean do. What is left is the variance plus (c - mean)², which is least at c = "
            "mean.",
        ),
        ("spec.evaluation.regression", "spec.growing.linear_leaves"),
    ),
    Subject(
        "Many trees",
        "Several classifiers vote. When is the majority better than its members?",
        ("spec.ensembles.voting:majority_vote_error", "spec.ensembles.forest:grow_forest"),
        ("cs422-ensembles-01", "iaml-text-55"),
        figures.votes,
        Proof(
            "theorem_odd_majority_beats_one_voter_below_one_half",
            "Pair each outcome in which more than half are wrong with the one in which right and wrong are exchanged. With k wrong "
            "of n, the first has the probability of e^k q^(n-k), the second of q^k e^(n-k), which is more where e is below q. One "
            "voter's error parts the two in proportion e to q; the majority's has that ratio to the power 2k - n, so less.",
        ),
        ("spec.ensembles", "spec.evaluation.bias_variance"),
    ),
)
"""The subjects, as the documents take them; nothing is used before it has come."""
