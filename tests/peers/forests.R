# Fits ranger or randomForest to a table with settings, both as JSON, and writes the object by the script that dtref ships.
# Arguments: the table, the answer, that script. Numbers travel as hexadecimal text.
suppressPackageStartupMessages({library(jsonlite); library(ranger); library(randomForest)})
files <- commandArgs(trailingOnly = TRUE)
source(files[3], local = TRUE)
asked <- fromJSON(files[1], simplifyVector = FALSE)
column <- function(c) if (is.null(c$levels)) vapply(c$cells, as.numeric, 0) else factor(unlist(c$cells), levels = unlist(c$levels))
d <- as.data.frame(lapply(asked$columns, column))
names(d) <- vapply(asked$columns, function(c) c$name, "")
set.seed(asked$seed)
settings <- lapply(asked$settings, unlist)
if (asked$program == "ranger") {
  model <- do.call(ranger, c(list(y ~ ., quote(d), keep.inbag = TRUE, num.threads = 1, seed = asked$seed, verbose = FALSE), settings))
  write_ranger(model, files[2], d)
} else {
  model <- suppressWarnings(do.call(randomForest, c(list(y ~ ., quote(d), keep.inbag = TRUE), settings)))
  write_random_forest(model, files[2])
}
