# Trees of rpart, partykit, ranger and randomForest for tests/peers/foreign_trees.py: Rscript foreign_trees.R fit|predict FOLDER KIND MODELS SCRIPTS
# Numbers travel as hexadecimal text, exactly. In FOLDER: <i>.data, <i>.probes (read), <i>.model, <i>.rds, <i>.predicted (written).
suppressMessages({library(rpart); library(partykit); library(ranger); library(randomForest)})
arguments <- commandArgs(TRUE)
folder <- arguments[2]; kind <- arguments[3]; models <- as.integer(arguments[4])
for (script in c("rpart.R", "partykit.R", "forests.R")) source(file.path(arguments[5], script))
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
  set.seed(i)
  if (kind == "randomForest") return(randomForest(y ~ ., d, ntree = 3, mtry = 1 + i %% 4, nodesize = 1 + i %% 6, replace = i %% 5 > 0))
  if (kind == "ranger")
    return(ranger(y ~ ., d, num.trees = 3, mtry = 1 + i %% 4, min.node.size = 1 + i %% 6, max.depth = c(NULL, 3, 0)[1 + i %% 2],
                  probability = i %% 8 == 4, splitrule = if (i %% 5 == 1) "extratrees", seed = i + 1, num.threads = 1,
                  respect.unordered.factors = c("ignore", "order", "partition")[1 + i %% 3]))
  use <- if (anyNA(d)) 2 else i %% 3
  own <- function(...) ctree(y ~ ., d, control = ctree_control(mincriterion = 0.2, minsplit = 6, minbucket = 2, maxsurrogate = i %% 3))
  if (kind == "partykit-text" || (kind == "partykit" && i %% 4 < 2)) return(own())
  model <- rpart(y ~ ., d, minsplit = 4 + i %% 9, cp = 0.001, maxsurrogate = i %% 3, usesurrogate = use, xval = 0)
  # as.party stops at some trees of rpart whose records miss values
  if (kind == "partykit") tryCatch(as.party(model), error = own) else model
}

# Of a forest, what the tree asked about says.
predicted <- function(model, asked, i) {
  tree <- 1 + i %% 3
  if (kind == "randomForest") return(predict(model, asked, predict.all = TRUE)$individual[, tree])
  if (kind == "ranger") {
    p <- predict(model, asked, predict.all = TRUE, num.threads = 1)$predictions
    if (model$treetype == "Regression") return(p[, tree])
    classes <- model$forest$levels
    if (model$treetype == "Classification") return(classes[p[, tree]])
    p <- p[, classes[model$forest$class.values], tree]  # it gives shares alone: the first of the greatest, in its own order
    return(colnames(p)[max.col(p, ties.method = "first")])
  }
  predict(model, asked, type = if (kind %in% c("partykit", "partykit-text")) "response" else if (i %% 2) "vector" else "class")
}

for (i in seq_len(models) - 1) {
  path <- function(end) file.path(folder, paste0(i, end))
  if (arguments[1] == "fit") {
    d <- table_of(paste0(i, ".data"))
    model <- fitted_to(d, i)
    if (kind == "ranger") write_ranger(model, path(".model"), d)
    else if (kind == "randomForest") write_random_forest(model, path(".model"))
    else if (kind == "rpart") write_rpart(model, path(".model"))
    else if (kind == "partykit") write_partykit(model, path(".model"))
    else writeLines(capture.output(print(model)), path(".model"))
    saveRDS(model, path(".rds"))
  } else {
    p <- predicted(readRDS(path(".rds")), table_of(paste0(i, ".probes")), i)
    writeLines(if (is.factor(p) || is.character(p)) as.character(p) else sprintf("%a", as.numeric(p)), path(".predicted"))
  }
}
