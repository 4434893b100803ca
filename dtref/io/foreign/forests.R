# Writes a fitted ranger or randomForest object as JSON that dtref reads:
#   source("forests.R"); write_ranger(model, "model.json", data)      of ranger(…, keep.inbag = TRUE), data: what it was fitted to
#   source("forests.R"); write_random_forest(model, "model.json")     of randomForest(…, keep.inbag = TRUE)
# then: dtref verify model.json data.csv --format r-forest --tree 1 --target …
# Numbers travel as hexadecimal text ("%a"), exactly; jsonlite would print 15 digits. Arguments that the object doesn't keep are taken from
# its call, which is evaluated where the script's function is called, or given to the function by name: write_ranger(…, max.depth = 3).
forest_arguments <- function(call, known, caller, said) {
  given <- as.list(call)[-1]
  places <- pmatch(names(given), known)
  given <- given[!is.na(places)]
  names(given) <- known[places[!is.na(places)]]
  function(name, default = NULL) {
    if (name %in% names(said)) return(said[[name]])
    if (!(name %in% names(given))) return(default)
    tryCatch(eval(given[[name]], caller), error = function(e) stop("the call's ", name, " has no value here: give it by name", call. = FALSE))
  }
}
forest_hex <- function(x) as.list(sprintf("%a", as.numeric(x)))
forest_texts <- function(x) as.list(as.character(x))
forest_named <- function(x) if (length(x)) lapply(x, forest_texts) else structure(list(), names = character())
forest_settings <- function(x) {
  x <- Filter(length, x)
  lapply(x, function(value) paste(if (is.numeric(value)) sprintf("%.17g", value) else as.character(value), collapse = " "))
}
forest_write <- function(object, file) writeLines(jsonlite::toJSON(object, auto_unbox = TRUE, null = "null"), file)

write_ranger <- function(model, file, data = NULL, ...) {
  forest <- model$forest
  if (is.null(forest)) stop("the trees are not kept: ranger(write.forest = TRUE)")
  if (!(model$treetype %in% c("Classification", "Regression", "Probability estimation"))) stop("trees of survival times are not read")
  columns <- forest$independent.variable.names
  argument <- forest_arguments(match.call(ranger::ranger, model$call), names(formals(ranger::ranger)), parent.frame(), list(...))
  rule <- argument("respect.unordered.factors", if (identical(model$splitrule, "extratrees")) "partition" else "ignore")
  if (is.logical(rule)) rule <- if (rule) "order" else "ignore"
  # The values of factors, in the order of the numbers that stand for them; texts are factors to ranger.
  values <- forest$covariate.levels
  if (is.null(values)) {
    if (is.null(data) && !all(forest$is.ordered)) stop("the data that the model was fitted to are needed: factors are asked by numbers")
    given <- if (is.data.frame(data)) data[columns] else list()
    values <- lapply(given, function(x) if (is.character(x)) levels(factor(x)) else levels(x))
  }
  classes <- if (is.null(forest$class.values)) character() else
    if (is.null(forest$levels)) as.character(forest$class.values) else forest$levels[forest$class.values]
  settings <- list(
    treetype = model$treetype, mtry = model$mtry, min.node.size = model$min.node.size, splitrule = model$splitrule,
    num.random.splits = model$num.random.splits, max.depth = argument("max.depth"), replace = model$replace,
    sample.fraction = argument("sample.fraction"), respect.unordered.factors = rule,
    case.weights = if (!is.null(argument("case.weights"))) "given", class.weights = argument("class.weights"),
    split.select.weights = if (!is.null(argument("split.select.weights"))) "given",
    always.split.variables = argument("always.split.variables"),
    regularization.factor = if (any(argument("regularization.factor", 1) != 1)) "given",
    importance = if (model$importance.mode %in% c("impurity_corrected", "impurity_unbiased")) model$importance.mode)
  of_tree <- function(t) {
    left <- forest$child.nodeIDs[[t]][[1]]
    value <- forest$split.values[[t]]
    leaf <- left == 0
    held <- if (!length(classes)) forest_hex(value) else
      if (is.null(forest$terminal.class.counts)) as.list(match(value, forest$class.values) - 1) else
      lapply(seq_along(left), function(i) forest_hex(forest$terminal.class.counts[[t]][[i]]))
    held[!leaf] <- list(NULL)
    list(left = as.list(left), right = as.list(forest$child.nodeIDs[[t]][[2]]), column = as.list(forest$split.varIDs[[t]]),
         cut = forest_hex(value), leaf = held, in_bag = as.list(if (is.null(model$inbag.counts)) integer() else model$inbag.counts[[t]]))
  }
  forest_write(list(
    forest_of = "ranger", version = as.character(packageVersion("ranger")), columns = forest_texts(columns),
    levels = forest_named(Filter(length, values)), by_bits = as.list(!forest$is.ordered), classes = forest_texts(classes),
    settings = forest_settings(settings), trees = lapply(seq_len(model$num.trees), of_tree)), file)
}

write_random_forest <- function(model, file, ...) {
  forest <- model$forest
  if (is.null(forest)) stop("the trees are not kept: randomForest(keep.forest = TRUE)")
  if (!(model$type %in% c("classification", "regression"))) stop("trees of unsupervised forests are not read")
  known <- names(formals(getS3method("randomForest", "default", envir = asNamespace("randomForest"))))
  argument <- forest_arguments(model$call, known, parent.frame(), list(...))
  columns <- rownames(model$importance)
  of_classes <- model$type == "classification"
  settings <- list(
    type = model$type, mtry = model$mtry, nodesize = argument("nodesize", if (of_classes) 1 else 5), maxnodes = argument("maxnodes"),
    replace = argument("replace", TRUE), classwt = if (!is.null(argument("classwt"))) forest$pid,
    weights = if (!is.null(argument("weights"))) "given", strata = if (!is.null(argument("strata"))) "given",
    sampsize = argument("sampsize"), cutoff = if (!is.null(argument("cutoff"))) forest$cutoff)
  of_tree <- function(t) {
    rows <- seq_len(forest$ndbigtree[t])
    leaf <- forest$nodestatus[rows, t] == -1
    left <- if (of_classes) forest$treemap[rows, 1, t] else forest$leftDaughter[rows, t]
    right <- if (of_classes) forest$treemap[rows, 2, t] else forest$rightDaughter[rows, t]
    held <- forest$nodepred[rows, t]
    held <- if (of_classes) as.list(held - 1) else forest_hex(held)
    held[!leaf] <- list(NULL)
    list(left = as.list(ifelse(leaf, 0, left - 1)), right = as.list(ifelse(leaf, 0, right - 1)),
         column = as.list(ifelse(leaf, 0, forest$bestvar[rows, t] - 1)), cut = forest_hex(forest$xbestsplit[rows, t]), leaf = held,
         in_bag = as.list(if (is.null(model$inbag)) integer() else unname(model$inbag[, t])))
  }
  values <- forest$xlevels
  names(values) <- columns
  forest_write(list(
    forest_of = "randomForest", version = as.character(packageVersion("randomForest")), columns = forest_texts(columns),
    levels = forest_named(Filter(is.character, values)), by_bits = as.list(unname(forest$ncat > 1)),
    classes = forest_texts(if (of_classes) model$classes), settings = forest_settings(settings),
    trees = lapply(seq_len(model$ntree), of_tree)), file)
}
