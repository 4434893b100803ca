# Reads a table as JSON, fits rpart once for each splitting rule, writes the fitted objects as JSON.
# Numbers travel as hexadecimal text ("%a"): exact both ways. jsonlite's digits = NA would keep 15 significant digits only.
suppressPackageStartupMessages({library(rpart); library(jsonlite)})
files <- commandArgs(trailingOnly = TRUE)
input <- fromJSON(files[1], simplifyDataFrame = FALSE)
column <- function(c) if (is.null(c$levels)) as.numeric(c$cells) else factor(c$cells, levels = seq_len(c$levels))
table <- as.data.frame(lapply(input$columns, column))
names(table) <- paste0("a", seq_along(input$columns) - 1)
table$y <- factor(input$labels, levels = seq_len(input$classes))
rules <- rpart.control(cp = -1, minsplit = 2, minbucket = 1, xval = 0, maxcompete = 0, maxsurrogate = 0, usesurrogate = 0)
hex <- function(x) sprintf("%a", x)
rows <- function(m) if (is.null(m)) list() else lapply(seq_len(nrow(m)), function(i) hex(m[i, ]))
fit <- function(split) {
  model <- rpart(y ~ ., data = table, method = "class", parms = list(split = split), control = rules)
  frame <- model$frame
  list(split = split, var = as.character(frame$var), node = hex(as.numeric(row.names(frame))), n = hex(frame$n), yval = hex(frame$yval),
       ylevels = attr(model, "ylevels"), splits = rows(model$splits), columns = colnames(model$splits), csplit = rows(model$csplit), where = hex(model$where))
}
version <- as.character(packageVersion("rpart"))
write_json(list(version = version, fits = lapply(c("gini", "information"), fit)), files[2], auto_unbox = FALSE)
