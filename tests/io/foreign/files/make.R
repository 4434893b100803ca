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
