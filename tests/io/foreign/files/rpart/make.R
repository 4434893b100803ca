# Writes the models of rpart and their data beside this file: random tables with gaps, weights, priors and losses, and random settings.
# In the heads of the tables n is a number, f3 a factor of the levels v000 to v002, o3 an ordered one.
suppressPackageStartupMessages({library(rpart); library(jsonlite)})
source("../../../../../dtref/io/foreign/rpart.R")
for (s in c(6, 43, 81, 96, 119, 148, 151, 165, 171, 213, 253, 287, 294, 346, 361, 371)) {
  set.seed(s)
  n <- sample(8:60, 1); k <- sample(2:4, 1); p <- sample(1:5, 1)
  d <- data.frame(row.names = seq_len(n)); kinds <- character()
  for (j in seq_len(p)) {
    kind <- sample(c("n", "n", "f", "o"), 1)
    d[[paste0("a", j - 1)]] <- if (kind == "n") sample(1:sample(3:12, 1), n, TRUE) / sample(c(1, 2, 10), 1) else {
      l <- sample(2:6, 1); factor(sprintf("v%03d", sample(l, n, TRUE) - 1L), levels = sprintf("v%03d", seq_len(l) - 1L), ordered = kind == "o") }
    kinds <- c(kinds, if (kind == "n") "n" else paste0(kind, nlevels(d[[j]])))
  }
  if (runif(1) < 0.6) for (j in seq_len(p)) d[[j]][runif(n) < runif(1, 0, 0.4)] <- NA
  class <- runif(1) < 0.75
  sig <- rowSums(sapply(d, function(x) { v <- as.numeric(x); v[is.na(v)] <- 3; v > stats::median(v) }))
  d$y <- if (class) factor(sprintf("v%03d", pmin(k - 1, pmax(0, sig + sample(-1:1, n, TRUE)))), levels = sprintf("v%03d", 0:(k - 1))) else sig + sample(0:4, n, TRUE) / 2
  if (class && any(table(d$y) == 0)) next
  w <- if (runif(1) < 0.3) sample(1:4, n, TRUE) else NULL
  ctl <- rpart.control(minsplit = sample(c(2, 4, 10, 20), 1), minbucket = sample(1:4, 1), cp = sample(c(-1, 0, 0.01, 0.05, 0.1, 0.2), 1), maxsurrogate = sample(c(0, 1, 2, 5), 1),
    usesurrogate = sample(0:2, 1), surrogatestyle = sample(0:1, 1), maxdepth = sample(c(2, 4, 30), 1), xval = 0)
  parms <- list()
  if (class) {
    parms$split <- sample(c("gini", "information"), 1)
    if (runif(1) < 0.3) { q <- sample(1:4, k, TRUE); q <- q / sum(q); if (sum(q) == 1) parms$prior <- q }
    if (runif(1) < 0.3) { L <- matrix(sample(1:4, k * k, TRUE), k); diag(L) <- 0; parms$loss <- L }
  }
  e <- if (is.null(w)) quote(rpart(y ~ ., d, method = m, control = ctl)) else quote(rpart(y ~ ., d, weights = w, method = m, control = ctl))
  m <- if (class) "class" else "anova"
  if (class) e$parms <- parms
  f <- tryCatch(eval(e), error = function(x) { cat(s, conditionMessage(x), "\n"); NULL })
  if (is.null(f)) next
  write_rpart(f, paste0(s, ".json"))
  out <- d; for (j in seq_len(ncol(out))) out[[j]] <- if (is.numeric(d[[j]])) ifelse(is.na(d[[j]]), NA, sprintf("%a", as.numeric(d[[j]]))) else as.character(d[[j]])
  names(out) <- paste(names(out), c(kinds, if (class) paste0("f", k) else "n"), sep = ":")
  out$w <- if (is.null(w)) 1 else w
  write.csv(out, paste0(s, ".csv"), row.names = FALSE, quote = FALSE)
}
