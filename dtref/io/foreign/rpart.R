# Writes a fitted rpart object as JSON that dtref reads:
#   source("rpart.R"); write_rpart(model, "model.json")        then: dtref verify model.json data.csv --format rpart --target …
# Numbers travel as hexadecimal text ("%a"), exactly; jsonlite would print 15 digits. Every vector is a list, also one of length 1.
# Costs of columns are not in the object: they are read from its call where they stand there as numbers; else give them once more.
write_rpart <- function(model, file, cost = NULL) {
  hex <- function(x) as.list(sprintf("%a", as.numeric(x)))
  texts <- function(x) as.list(as.character(x))
  rows <- function(m) if (is.null(m)) list() else lapply(seq_len(nrow(m)), function(i) hex(m[i, ]))
  named <- function(x) if (length(x)) lapply(x, texts) else structure(list(), names = character())
  frame <- model$frame
  node <- as.numeric(row.names(frame))
  parms <- if (is.list(model$parms)) model$parms else list()
  # Columns of yval2: the class, its counts, its shares, the share of the records; classes behind the last that occurs are not among them.
  classes <- if (model$method == "class") seq_len((ncol(frame$yval2) - 2) / 2) else integer()
  counts <- if (length(classes)) rows(frame$yval2[, 1 + classes, drop = FALSE]) else list()
  # The columns of the training table, and those that are calculated from it by the formula, such as log(x).
  variables <- as.list(attr(model$terms, "variables"))[-1]
  response <- attr(model$terms, "response")
  columns <- setdiff(all.vars(model$terms), if (response > 0) all.vars(variables[[response]]) else character())
  calculated <- if (response > 0) variables[-response] else variables
  calculated <- vapply(Filter(function(x) is.call(x) && !identical(x[[1]], quote(offset)), calculated), function(x) paste(deparse(x), collapse = ""), "")
  # Of rates: the column with the times, "" where there is none, NA where they are calculated.
  said <- if (response > 0) variables[[response]] else NULL
  pair <- is.call(said) && identical(said[[1]], quote(cbind)) && length(said) == 3 && is.name(said[[2]]) && is.name(said[[3]])
  plain <- is.name(said) && !grepl("^nmatrix", attr(model$terms, "dataClasses")[[response]])
  timed <- if (!is.null(attr(model$terms, "offset"))) NA else if (pair) as.character(said[[2]]) else if (plain) "" else NA
  if (is.null(cost) && !is.null(model$call$cost) && !length(all.vars(model$call$cost))) cost <- eval(model$call$cost)
  shrink <- if (is.numeric(model$parms)) unname(model$parms["shrink"])
  rates <- model$method == "poisson"
  object <- list(
    method = model$method, var = texts(frame$var), leaf = as.list(!((2 * node) %in% node)), node = hex(node),
    n = hex(frame$n), wt = hex(frame$wt), dev = hex(frame$dev), yval = hex(frame$yval), counts = counts,
    ncompete = hex(frame$ncompete), nsurrogate = hex(frame$nsurrogate), ylevels = texts(attr(model, "ylevels")[classes]),
    xlevels = named(attr(model, "xlevels")), names = texts(rownames(model$splits)), splits = rows(model$splits), csplit = rows(model$csplit),
    complexity = hex(frame$complexity), events = if (rates) hex(frame$yval2[, 2]) else list(),
    exposure = if (rates) texts(timed) else list(), shrink = if (rates) hex(shrink) else list(), cost = hex(cost),
    columns = texts(columns), calculated = texts(calculated), control = lapply(model$control, function(x) hex(x[1])[[1]]),
    prior = hex(parms$prior), loss = rows(parms$loss), split = hex(parms$split),
    left_out = hex(length(model$na.action))[[1]], offset = !is.null(attr(model$terms, "offset")), arguments = texts(names(model$call)[-1]))
  writeLines(jsonlite::toJSON(object, auto_unbox = TRUE), file)
}
