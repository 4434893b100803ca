# Fits rpart to a table with settings, both as JSON, and writes the object by the script that dtref ships.
# Arguments: the table, the answer, that script. Numbers travel as hexadecimal text, NA as null.
suppressPackageStartupMessages({library(rpart); library(jsonlite)})
files <- commandArgs(trailingOnly = TRUE)
source(files[3])
asked <- fromJSON(files[1], simplifyVector = FALSE)
numbers <- function(cells) vapply(cells, function(x) if (is.null(x)) NA_real_ else as.numeric(x), 0)
texts <- function(cells) vapply(cells, function(x) if (is.null(x)) NA_character_ else x, "")
column <- function(c) if (is.null(c$levels)) numbers(c$cells) else factor(texts(c$cells), levels = unlist(c$levels))
d <- as.data.frame(lapply(asked$columns, column))
names(d) <- vapply(asked$columns, function(c) c$name, "")
w <- numbers(asked$weights)
control <- do.call(rpart.control, lapply(asked$control, as.numeric))
parms <- asked$parms
if (!is.null(parms$prior)) parms$prior <- numbers(parms$prior)
if (!is.null(parms$loss)) parms$loss <- matrix(numbers(parms$loss), nrow = sqrt(length(parms$loss)), byrow = TRUE)
if (!is.null(parms$shrink)) parms$shrink <- as.numeric(parms$shrink)
timed <- asked$exposure
formula <- if (is.null(timed)) y ~ . else as.formula(paste0("cbind(", timed, ", y) ~ . - ", timed))
given <- list(formula = formula, data = d, weights = w, method = asked$method, control = control)
if (length(parms)) given$parms <- parms
if (!is.null(asked$cost)) given$cost <- numbers(asked$cost)
model <- do.call(rpart, given)
write_rpart(model, files[2])
