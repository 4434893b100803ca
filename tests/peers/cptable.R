# Reads a table as JSON, fits rpart, writes the objects as JSON with what prune() makes of them. Numbers travel as hexadecimal text ("%a").
suppressPackageStartupMessages({library(rpart); library(jsonlite)})
files <- commandArgs(trailingOnly = TRUE)
input <- fromJSON(files[1], simplifyDataFrame = FALSE)
column <- function(c) if (is.null(c$levels)) as.numeric(c$cells) else factor(c$cells, levels = seq_len(c$levels))
table <- as.data.frame(lapply(input$columns, column))
names(table) <- paste0("a", seq_along(input$columns) - 1)
table$y <- column(input$target)
hex <- function(x) I(sprintf("%a", x))  # I: an array of one is an array; a list would take ten times as long to write
rows <- function(m) if (is.null(m)) list() else lapply(seq_len(nrow(m)), function(i) hex(m[i, ]))
fit <- function(split, cp, table, xval) {
  rules <- rpart.control(cp = cp, minsplit = 2, minbucket = 1, xval = xval, maxcompete = 0, maxsurrogate = 0, usesurrogate = 0)
  if (split == "anova") rpart(y ~ ., data = table, method = "anova", control = rules)
  else rpart(y ~ ., data = table, method = "class", parms = list(split = split), control = rules)
}
leaves <- function(model) { frame <- model$frame; hex(as.numeric(row.names(frame))[frame$var == "<leaf>"]) }
written <- function(model, split, cp) {
  frame <- model$frame
  table <- model$cptable
  rowwise <- table[, "CP"]
  between <- (rowwise[-1] + rowwise[-length(rowwise)]) / 2
  pruned <- function(cps) lapply(unname(cps), function(cp) leaves(prune(model, cp = cp)))
  counts <- if (split == "anova") list() else rows(frame$yval2[, 1 + seq_len(length(attr(model, "ylevels"))), drop = FALSE])
  list(split = split, cp = hex(cp), var = I(as.character(frame$var)), node = hex(as.numeric(row.names(frame))), n = hex(frame$n), counts = counts,
       dev = hex(frame$dev), complexity = hex(frame$complexity), splits = rows(model$splits), where = I(unname(model$where)),
       cptable = rows(table),
       pruned = pruned(rowwise), between = hex(between), pruned_between = pruned(between))
}
groups <- unlist(input$groups)
both <- function(split, cp) {
  whole <- written(fit(split, cp, table, if (is.null(groups)) 0 else groups), split, cp)
  whole$folds <- lapply(sort(unique(groups)), function(g) written(fit(split, cp, table[groups != g, ], 0), split, cp))
  whole
}
write_json(unlist(lapply(unlist(input$splits), function(split) lapply(unlist(input$cps), function(cp) both(split, cp))), recursive = FALSE), files[2], auto_unbox = TRUE)
