# Trees of rpart and partykit for tests/peers/foreign_trees.py: Rscript foreign_trees.R fit|predict FOLDER KIND MODELS SCRIPTS
# Numbers travel as hexadecimal text, exactly. In FOLDER: <i>.data, <i>.probes (read), <i>.model, <i>.rds, <i>.predicted (written).
suppressMessages({library(rpart); library(partykit)})
arguments <- commandArgs(TRUE)
folder <- arguments[2]; kind <- arguments[3]; models <- as.integer(arguments[4])
for (script in c("rpart.R", "partykit.R")) source(file.path(arguments[5], script))
KINDS <- c("u", "v and w", "long name", "z")

table_of <- function(file) {
  d <- read.csv(file.path(folder, file), colClasses = "character", na.strings = "NA")
  for (name in c("a", "b", "c", "score")) if (name %in% names(d)) d[[name]] <- as.numeric(d[[name]])
  d$k <- factor(d$k, levels = KINDS)
  if ("label" %in% names(d)) d$label <- factor(d$label)
  d
}

fitted_to <- function(d, i) {
  d$y <- if (i %% 2) d$score else d$label
  d <- d[c("a", "b", "c", "k", "y")]
  use <- if (anyNA(d)) 2 else i %% 3
  own <- function(...) ctree(y ~ ., d, control = ctree_control(mincriterion = 0.2, minsplit = 6, minbucket = 2, maxsurrogate = i %% 3))
  if (kind == "partykit-text" || (kind == "partykit" && i %% 4 < 2)) return(own())
  model <- rpart(y ~ ., d, minsplit = 4 + i %% 9, cp = 0.001, maxsurrogate = i %% 3, usesurrogate = use, xval = 0)
  # as.party stops at some trees of rpart whose records miss values
  if (kind == "partykit") tryCatch(as.party(model), error = own) else model
}

for (i in seq_len(models) - 1) {
  path <- function(end) file.path(folder, paste0(i, end))
  if (arguments[1] == "fit") {
    model <- fitted_to(table_of(paste0(i, ".data")), i)
    if (kind == "rpart") write_rpart(model, path(".model"))
    else if (kind == "partykit") write_partykit(model, path(".model"))
    else writeLines(capture.output(print(model)), path(".model"))
    saveRDS(model, path(".rds"))
  } else {
    type <- if (kind %in% c("partykit", "partykit-text")) "response" else if (i %% 2) "vector" else "class"
    p <- predict(readRDS(path(".rds")), table_of(paste0(i, ".probes")), type = type)
    writeLines(if (is.factor(p)) as.character(p) else sprintf("%a", as.numeric(p)), path(".predicted"))
  }
}
