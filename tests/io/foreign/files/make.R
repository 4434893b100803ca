# Writes the models of rpart beside this file: gaps and surrogates, losses and priors, one leaf, weights, awkward names.
library(rpart)
source("../../../../dtref/io/foreign/rpart.R")
set.seed(17)
n <- 60
d <- data.frame(k = factor(sample(c("u", "v", "w", "z"), n, TRUE)), o = factor(sample(1:4, n, TRUE), ordered = TRUE), x = round(rnorm(n), 1))
d$t <- signif(d$x / 2 + round(rnorm(n), 1), 3)
d$y <- factor(ifelse(d$x + (d$k == "u") + (d$o > 3) > 0.5, "yes", "no"))
d$z <- d$x + as.integer(d$o)
d$w <- round(runif(n), 2) + 0.1
gaps <- d
for (name in c("k", "x", "t")) gaps[[name]][sample(n, 8)] <- NA
write_rpart(rpart(y ~ k + o + x + t, gaps, minsplit = 10, minbucket = 3, cp = -1, maxsurrogate = 2, maxcompete = 1), "rpart-gaps.json")
losses <- list(loss = matrix(c(0, 1, 3, 0), 2), prior = c(0.4, 0.6), split = "information")
write_rpart(rpart(y ~ k + x, d, minsplit = 20, maxcompete = 0, maxsurrogate = 0, parms = losses), "rpart-loss.json")
write_rpart(rpart(y ~ x, d[1:4, ]), "rpart-one-leaf.json")
write_rpart(rpart(z ~ k + o + x, d, weights = w, minsplit = 20, maxcompete = 0, maxsurrogate = 0), "rpart-weights.json")
odd <- setNames(d[c("x", "y")], c("<leaf>", "y"))
write_rpart(rpart(y ~ `<leaf>`, odd, minsplit = 20, maxcompete = 0, maxsurrogate = 0), "rpart-names.json")

# Forests: the data, and objects as forests.R of dtref writes them (ranger 0.14.1, randomForest 4.7-1.1).
suppressPackageStartupMessages({library(ranger); library(randomForest)})
source("../../../../dtref/io/foreign/forests.R")
set.seed(4)
n <- 24
d <- data.frame(x = sample(0:9, n, TRUE) / 10, z = round(runif(n), 2), k = factor(sample(c("a", "b", "c"), n, TRUE)), y = factor(sample(c("no", "yes"), n, TRUE)))
d$v <- round(3 * d$x + d$z + (d$k == "b"), 2)
write.csv(d, "forest-data.csv", row.names = FALSE, quote = FALSE)
classes <- d[c("x", "z", "k", "y")]
numbers <- d[c("x", "z", "k", "v")]
save <- function(name, model, ...) if (inherits(model, "ranger")) write_ranger(model, paste0(name, ".json"), ...) else write_random_forest(model, paste0(name, ".json"))
r <- function(...) do.call(ranger, list(..., num.trees = 2, keep.inbag = TRUE, seed = 3, num.threads = 1))
save("ranger-classes", r(y ~ ., classes, respect.unordered.factors = "partition", mtry = 2), classes)
save("ranger-shares", r(y ~ ., classes, probability = TRUE, min.node.size = 4), classes)
save("ranger-random", r(y ~ ., classes, splitrule = "extratrees", num.random.splits = 2, replace = FALSE, sample.fraction = 0.7, max.depth = 3), classes)
save("ranger-hellinger", r(y ~ ., classes, splitrule = "hellinger", mtry = 3), classes)
save("ranger-numbers", r(v ~ ., numbers), numbers)
f <- function(...) do.call(randomForest, list(..., ntree = 2, keep.inbag = TRUE))
save("random-forest-classes", f(y ~ ., classes, mtry = 2, nodesize = 2))
save("random-forest-weights", f(y ~ ., classes, classwt = c(1, 3), mtry = 3))
save("random-forest-numbers", f(v ~ ., numbers, mtry = 2))
# Means of two values: nodes of one value are split on, by chance, and their records moved otherwise than the test asks.
flags <- transform(numbers, v = as.integer(d$y == "yes"))
save("random-forest-flags", suppressWarnings(f(v ~ ., flags, mtry = 2, nodesize = 1)))
# Means of numbers of which one is far larger than the others, beside whose mean these are rounded.
skewed <- transform(numbers, v = c(1e9, v[-1]))
save("random-forest-skewed", f(v ~ ., skewed, mtry = 2))
