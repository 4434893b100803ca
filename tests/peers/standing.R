# Runs scripts one after another, each in an environment of its own, as Rscript would: a line has the script and its arguments, between tabs.
suppressPackageStartupMessages({library(rpart); library(jsonlite)})
lines <- file("stdin", "r")
while (length(line <- readLines(lines, n = 1)) > 0) {
  words <- strsplit(line, "\t", fixed = TRUE)[[1]]
  scope <- new.env()
  scope$commandArgs <- function(...) words[-1]
  said <- tryCatch({ sys.source(words[1], scope); "" }, error = function(e) gsub("\n", " ", conditionMessage(e), fixed = TRUE))
  cat(said, "\n", sep = "")
  flush(stdout())
}
