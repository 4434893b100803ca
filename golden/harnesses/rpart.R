# A harness for R, by the protocol of ../PROTOCOL.md: rpart's trees, and tests and distributions of the package stats.
# It translates, and computes nothing: what a number means is R's own doing. Run: dtref judge --impl "Rscript --vanilla rpart.R".
suppressPackageStartupMessages({library(rpart); library(jsonlite)})
skip <- function(why) stop(structure(class = c("skip", "error", "condition"), list(message = why, call = NULL)))
refuse <- function(why) stop(structure(class = c("refusal", "error", "condition"), list(message = why, call = NULL)))
number <- function(text) {
  parts <- strsplit(as.character(unlist(text)), "/")
  found <- tryCatch(lapply(parts, as.numeric), warning = function(why) refuse("no number"))
  vapply(found, function(p) p[1] / if (length(p) > 1) p[2] else 1, 0)
}
# A number of JSON with all its digits; toJSON would keep 15.
out <- function(x) {
  text <- if (is.na(x)) "NaN" else if (is.infinite(x)) sprintf("%sInfinity", if (x < 0) "-" else "") else sprintf("%.17g", x)
  structure(text, class = "json")
}
# Numbers by the names of all classes; a class that rpart hasn't seen behind the last one that it has holds none.
named <- function(names, values) setNames(lapply(seq_along(names), function(i) out(if (i <= length(values)) values[[i]] else 0)), names)

# Data: a column is numeric if all its known cells are and nothing else is declared; values are declared, or sorted as numbers or text.

all_numbers <- function(cells) all(grepl("^[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?$", cells[!is.na(cells)]))
levels_of <- function(cells) {
  cells <- unique(cells[!is.na(cells)])
  if (all_numbers(cells)) cells[order(as.numeric(cells))] else sort(cells, method = "radix")
}
table_of <- function(given) {
  data <- given$data
  if (is.null(data$rows) || !is.null(data$where) || !is.null(data$spelling) || !is.null(data$missing)) skip("data in files, or to be prepared")
  header <- unlist(data$header)
  target <- data$target
  if (any(lengths(data$rows) != length(header)) || anyDuplicated(header)) skip("no data frame")
  column <- function(j) {
    cells <- vapply(data$rows, function(row) row[[j]], "")
    cells[cells %in% c("", "?")] <- NA
    values <- unlist(c(data$ordinal[[header[j]]], data$nominal[[header[j]]]))
    if (header[j] %in% unlist(data$continuous)) number(cells)
    else if (is.null(values) && header[j] != target && all_numbers(cells)) as.numeric(cells)
    else factor(cells, levels = if (is.null(values)) levels_of(cells) else values, ordered = header[j] %in% names(data$ordinal))
  }
  columns <- lapply(seq_along(header), column)
  aside <- header %in% c(target, data$weights, unlist(data$ignore))
  frame <- as.data.frame(setNames(columns[!aside], paste0("a", which(!aside), recycle0 = TRUE)))
  weights <- if (is.null(data$weights)) rep(1, length(data$rows)) else columns[[match(data$weights, header)]]
  list(header = header, frame = frame, y = columns[[match(target, header)]], weights = weights)
}

# Trees: fully grown, by the options that rpart has for that

CONTROL <- list(cp = -1, minsplit = 2, minbucket = 1, xval = 0, maxcompete = 0)
METHOD <- list(cart = "class", rpart = "class", "regression-tree" = "anova")
fit <- function(frame, y, weights, method = "class", split = "gini") {
  if (!ncol(frame)) frame <- data.frame(none = rep(0, length(y)))
  weighted <- cbind(frame, y. = y)
  weighted$weights. <- weights
  parms <- if (method == "class") list(split = split)
  rpart(reformulate(names(frame), "y."), weighted, weights = weights., method = method, parms = parms, control = do.call(rpart.control, CONTROL))
}
grown <- function(given) {
  method <- METHOD[[given$preset]]
  if (is.null(method)) skip(paste("no", given$preset))
  table <- table_of(given)
  if (method == "anova" && is.factor(table$y)) skip("no means of classes")
  table$model <- fit(table$frame, table$y, table$weights, method)
  table$numbers <- as.numeric(row.names(table$model$frame))
  table$row <- cumsum(c(1, table$model$frame$ncompete + table$model$frame$nsurrogate + (table$model$frame$var != "<leaf>")))
  table
}
labels_of <- function(tree) attr(tree$model, "ylevels")
counts <- function(tree, i) {
  if (tree$model$method != "class") return(NULL)
  list(counts = named(labels_of(tree), tree$model$frame$yval2[i, 2:(ncol(tree$model$frame$yval2) / 2)]))
}
# The test of a node, and whether rpart's left branch is its second one. csplit says of a value 1: left, 2: nobody has it, 3: right.
test_of <- function(tree, i) {
  var <- as.character(tree$model$frame$var[i])
  split <- tree$model$splits[tree$row[i], ]
  name <- tree$header[as.integer(sub("a", "", var))]
  column <- tree$frame[[var]]
  if (!is.factor(column)) return(list(test = list(threshold = name, side = "<", cut = out(split["index"])), swapped = split["ncat"] > 0))
  sent <- tree$model$csplit[split["index"], seq_along(levels(column))]
  sides <- lapply(c(1, 3), function(side) levels(column)[sent == side])
  swapped <- match(sides[[1]][1], levels(column)) > match(sides[[2]][1], levels(column))
  if (swapped) sides <- rev(sides)
  test <- if (is.ordered(column)) list(ordinal_cut = name, lower = tail(sides[[1]], 1), upper = sides[[2]][1])
          else list(subset = name, left = as.list(sides[[1]]), right = as.list(sides[[2]]))
  list(test = test, swapped = swapped)
}
node <- function(tree, k = 1) {
  i <- match(k, tree$numbers)
  yval <- tree$model$frame$yval[i]
  if (tree$model$frame$var[i] == "<leaf>")
    return(c(list(labels = list(if (tree$model$method == "class") labels_of(tree)[yval] else out(yval))), counts(tree, i)))
  asked <- test_of(tree, i)
  below <- if (asked$swapped) 2 * k + 1:0 else 2 * k + 0:1
  branches <- list(list("if" = "yes", then = node(tree, below[1])), list("if" = "no", then = node(tree, below[2])))
  c(counts(tree, i), list(test = asked$test, branches = branches))
}
# `improve` is n times the gain of Gini, or of information in nats; of means, the share of the sum of squares that is gone.
improvement <- function(model, unit = 1) {
  improve <- model$splits[1, "improve"]
  out((if (model$method == "anova") improve * model$frame$dev[1] else improve) / (model$frame$wt[1] * unit))
}
best_tests <- function(given) {
  tree <- grown(given)
  if (tree$model$frame$var[1] == "<leaf>") return(list(tests = list()))
  list(tests = list(test_of(tree, 1)$test), value = improvement(tree$model))
}
predicted <- function(given) {
  tree <- grown(given)
  cell <- function(var) {
    column <- tree$frame[[var]]
    text <- given$record[[tree$header[as.integer(sub("a", "", var))]]]
    if (is.null(text)) refuse("an attribute without a value")
    if (text %in% c("", "?")) text <- NA_character_
    if (!is.factor(column)) return(if (is.na(text)) NA_real_ else number(text))
    if (text %in% c(NA, levels(column))) factor(text, levels = levels(column), ordered = is.ordered(column)) else text
  }
  record <- as.data.frame(lapply(setNames(nm = names(tree$frame)), cell))
  if (!ncol(record)) record <- data.frame(none = 0)
  if (tree$model$method == "anova") return(list(labels = list(out(predict(tree$model, record))), distribution = NA))
  shares <- predict(tree$model, record)[1, ]
  list(labels = list(as.character(predict(tree$model, record, type = "class"))), distribution = named(labels_of(tree), shares))
}
leaves_dev <- function(given, method) {
  tree <- grown(given)
  if (tree$model$method != method) refuse(paste("not of method", method))
  out(sum(tree$model$frame$dev[tree$model$frame$var == "<leaf>"]))
}
# A tree of records that are given by their class counts in each of two branches
stump <- function(given, split) {
  rows <- do.call(rbind, lapply(given$children, number))
  if (sum(rowSums(rows) != 0) != 2) skip("two branches with records only")
  if (!identical(colSums(rows), number(given$node))) skip("children that are not all of the node")
  at <- which(rows != 0, arr.ind = TRUE)
  fit(data.frame(branch = as.numeric(at[, 1])), factor(at[, 2], levels = seq_len(ncol(rows))), rows[at], split = split)
}
gain <- function(split, unit) function(given) {
  model <- stump(given, split)
  if (is.null(model$splits)) out(0) else improvement(model, unit)
}
error <- function(given) {
  n <- number(given$counts)
  model <- fit(data.frame(none = rep(0, length(n))), factor(seq_along(n)), n)
  out(model$frame$dev[1] / model$frame$wt[1])
}

# Tests and distributions of the package stats

contingency <- function(given) {
  rows <- do.call(rbind, lapply(given$children, number))
  if (!identical(colSums(rows), number(given$node))) skip("children that are not all of the node")
  rows
}
quietly <- suppressWarnings
discordant <- function(given) matrix(c(0, number(given$only_first), number(given$only_second), 0), 2)
of <- function(f, ...) function(given) out(unname(do.call(f, c(unname(lapply(given[c(...)], number)), list()))))
upper <- function(f, ...) function(given) out(do.call(f, c(unname(lapply(given[c(...)], number)), lower.tail = FALSE)))
OPERATIONS <- list(
  grow = function(given) {
    tree <- grown(given)
    if (anyNA(tree$frame)) skip("surrogates")
    node(tree)
  },
  best_tests = best_tests, predict = predicted,
  training_errors = function(given) leaves_dev(given, "class"), squared_error = function(given) leaves_dev(given, "anova"),
  gini_reduction = gain("gini", 1), gain = gain("information", log(2)), misclassification_error = error,
  chi_square = function(given) out(quietly(chisq.test(contingency(given), correct = FALSE))$statistic),
  chi_square_p = function(given) out(quietly(chisq.test(contingency(given), correct = FALSE))$p.value),
  mcnemar_chi_square = function(given) out(mcnemar.test(discordant(given), correct = FALSE)$statistic),
  mcnemar_chi_square_p = function(given) out(mcnemar.test(discordant(given), correct = FALSE)$p.value),
  mcnemar_corrected_unless_equal = function(given) out(mcnemar.test(discordant(given))$statistic),
  mcnemar_corrected_unless_equal_p = function(given) out(mcnemar.test(discordant(given))$p.value),
  mcnemar_exact_p = function(given) out(binom.test(c(number(given$only_first), number(given$only_second)))$p.value),
  mean = of(mean, "values"), sample_variance = of(var, "values"), standard_deviation = of(sd, "values"),
  median_absolute_deviation_about_median = function(given) out(mad(number(given$values), constant = 1)),
  binomial_probability = of(dbinom, "k", "n", "p"), binomial_at_most = of(pbinom, "k", "n", "p"),
  binomial_distribution = function(given) lapply(dbinom(0:number(given$n), number(given$n), number(given$p)), out),
  normal_at_most = of(pnorm, "x"), normal_tail = upper(pnorm, "x"), normal_quantile = of(qnorm, "p"),
  t_tail = upper(pt, "x", "degrees"), t_quantile = of(qt, "p", "degrees"), f_tail = upper(pf, "x", "above", "below"),
  chi_square_tail = upper(pchisq, "x", "degrees"), chi_square_quantile = of(qchisq, "p", "degrees"),
  beta_at_most = of(pbeta, "x", "a", "b"), beta_quantile = of(qbeta, "p", "a", "b")
)

reply <- function(case) {
  operation <- OPERATIONS[[case$operation]]
  if (is.null(operation)) return(list(skipped = "not in R's rpart or stats"))
  tryCatch({
    answer <- operation(case$given)
    for (name in case$part) answer <- if (is.null(names(answer))) answer[[as.integer(name)]] else answer[[name]]
    if (is.null(answer)) list(skipped = "no such part") else list(answer = answer)
  }, skip = function(why) list(skipped = conditionMessage(why)), error = function(why) list(refused = conditionMessage(why)))
}
# As bytes: whatever the locale is, the protocol is UTF-8.
say <- function(message) {
  writeLines(toJSON(message, auto_unbox = TRUE, json_verbatim = TRUE, null = "null"), stdout(), useBytes = TRUE)
  flush(stdout())
}
input <- file("stdin", "r")
while (length(line <- readLines(input, 1)) && (said <- fromJSON(line, simplifyVector = FALSE))$cmd != "stop") {
  about <- list(name = "R rpart", language = "R", version = as.character(packageVersion("rpart")), language_version = paste(getRversion()))
  say(if (said$cmd == "start") list(version = 1, implementation = about) else c(list(seq = said$seq), reply(said$case)))
}
