# Reads cases as JSON, asks pROC or ROCR about all of them, writes its answers as JSON. Doubles travel as hexadecimal text ("%a").
arguments <- commandArgs(trailingOnly = TRUE)
suppressPackageStartupMessages({library(arguments[1], character.only = TRUE); library(jsonlite)})
cases <- fromJSON(arguments[2], simplifyDataFrame = FALSE, simplifyMatrix = FALSE)
hex <- function(x) { x <- as.numeric(x); if (is.na(x) && !is.nan(x)) "nan" else tolower(trimws(sprintf("%a", x))) }
said <- function(value) tryCatch(suppressMessages(suppressWarnings(hex(value))), error = function(e) "stop")
curve <- function(labels, scores, direction = "<") roc(labels, scores, levels = c(0, 1), direction = direction, quiet = TRUE)
two <- function(case) {
  first <- curve(case$labels, as.numeric(case$first))
  second <- curve(case$labels, as.numeric(case$second))
  limits <- suppressWarnings(ci.auc(first, method = "delong", conf.level = 0.95))
  test <- function() roc.test(first, second, method = "delong", paired = TRUE)
  list(area = said(auc(first)), auto = said(auc(curve(case$labels, as.numeric(case$first), "auto"))),
       variance = said(var(first, method = "delong")), low = said(limits[1]), high = said(limits[3]),
       covariance = said(cov(first, second, method = "delong")), z = said(test()$statistic), p = said(test()$p.value))
}
several <- function(case) {
  actual <- factor(case$actual, levels = case$classes)
  scores <- sapply(case$columns, as.numeric)
  colnames(scores) <- case$classes
  rest <- sapply(case$classes, function(k) said(auc(curve(as.integer(actual == k), scores[, k]))))
  list(pairs = said(multiclass.roc(actual, scores)$auc), rest = I(unname(rest)))
}
rocr <- function(case) {
  asked <- function(name) said(performance(prediction(as.numeric(case$first), case$labels), name)@y.values[[1]])
  list(area = asked("auc"), aucpr = asked("aucpr"))
}
answer <- function(case) if (arguments[1] == "ROCR") rocr(case) else if (is.null(case$actual)) two(case) else several(case)
writeLines(toJSON(lapply(cases, answer), auto_unbox = TRUE), arguments[3])
