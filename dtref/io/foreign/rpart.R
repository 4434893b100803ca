# Writes a fitted rpart object as JSON that dtref reads:
#   source("rpart.R"); write_rpart(model, "model.json")        then: dtref verify model.json data.csv --format rpart --target …
# Numbers travel as hexadecimal text ("%a"), exactly; jsonlite would print 15 digits.
write_rpart <- function(model, file) {
  hex <- function(x) sprintf("%a", as.numeric(x))
  rows <- function(m) if (is.null(m)) list() else lapply(seq_len(nrow(m)), function(i) hex(m[i, ]))
  frame <- model$frame
  counts <- if (model$method == "class") {
    classes <- length(attr(model, "ylevels"))
    lapply(seq_len(nrow(frame)), function(i) hex(frame$yval2[i, 1 + seq_len(classes)]))
  } else list()
  object <- list(
    method = model$method, var = as.character(frame$var), node = row.names(frame), n = hex(frame$n), wt = hex(frame$wt), yval = hex(frame$yval),
    counts = counts, ncompete = hex(frame$ncompete), nsurrogate = hex(frame$nsurrogate), ylevels = as.list(attr(model, "ylevels")),
    xlevels = lapply(attr(model, "xlevels"), as.list), names = as.list(rownames(model$splits)), splits = rows(model$splits), csplit = rows(model$csplit))
  writeLines(jsonlite::toJSON(object, auto_unbox = TRUE), file)
}
