# Writes a tree of partykit (ctree, or as.party of a tree of rpart or RWeka) as JSON that dtref reads:
#   source("partykit.R"); write_partykit(model, "model.json")    then: dtref verify model.json data.csv --format partykit --target …
# Numbers travel as hexadecimal text ("%a"), exactly. Every vector is a list, also one of length 1.
write_partykit <- function(model, file) {
  if (!inherits(model, "constparty")) stop("write_partykit takes trees whose leaves are constants: ctree, as.party(...)")
  hex <- function(x) as.list(sprintf("%a", as.numeric(x)))
  texts <- function(x) as.list(as.character(x))
  # The columns: "factor" and "ordered" with their levels, all others by their class.
  columns <- lapply(model$data, function(x) list(kind = texts(class(x)[1]), levels = texts(levels(x))))
  response <- model$fitted[["(response)"]]
  if (!is.factor(response) && !is.numeric(response)) stop("write_partykit takes targets that are factors or numbers")
  weights <- model$fitted[["(weights)"]]
  if (is.null(weights)) weights <- rep(1, length(response))
  # A split: its column, cuts (none of a set of levels), the child of each interval or level (NA: none), the side of a value on a cut.
  written <- function(split) {
    column <- model$data[[varid_split(split)]]
    index <- index_split(split)
    if (is.null(index)) index <- seq_len(if (is.null(breaks_split(split))) nlevels(column) else length(breaks_split(split)) + 1)
    list(column = names(model$data)[varid_split(split)], breaks = hex(breaks_split(split)),
         index = as.list(ifelse(is.na(index), 0L, index)), right = isTRUE(right_split(split)))
  }
  ids <- nodeids(model)
  predicted <- predict_party(model, id = ids, type = "response")
  # A node that no record reached predicts nothing.
  label <- function(p) if (is.na(p)) NULL else if (is.factor(response)) as.character(p) else hex(p)[[1]]
  inside <- function(id) model$fitted[["(fitted)"]] %in% nodeids(model, from = id, terminal = TRUE)
  counts <- function(id) {
    if (is.factor(response)) hex(vapply(levels(response), function(level) sum(weights[inside(id) & response == level]), 0)) else list()
  }
  everything <- as.list(node_party(model))
  names(everything) <- vapply(everything, function(x) as.character(x$id), "")
  node <- function(id) {
    this <- everything[[as.character(id)]]
    inner <- !is.null(this$split)
    list(id = id, kids = if (inner) as.list(this$kids) else list(), split = if (inner) written(this$split) else NULL,
         prob = if (inner) hex(prob_split(this$split)) else list(),
         surrogates = if (inner) lapply(this$surrogates, written) else list(),
         weight = hex(sum(weights[inside(id)]))[[1]], counts = counts(id),
         predicted = label(predicted[match(id, ids)]))
  }
  object <- list(partykit = 1L, columns = if (length(columns)) columns else structure(list(), names = character()),
                 classes = texts(levels(response)), nodes = lapply(ids, node))
  writeLines(jsonlite::toJSON(object, auto_unbox = TRUE, null = "null"), file)
}
