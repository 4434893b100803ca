# A harness to copy: fill in the two functions, then  dtref judge --impl "Rscript --vanilla harness.R" --max-examples 100
# A function returns a number, or NA where there is no value; refuse() says that the input is none, skip() that it isn't there.

library(jsonlite)

signal <- function(kind, why) stop(structure(class = c(kind, "error", "condition"), list(message = why, call = NULL)))
skip <- function(why) signal("skipped", why)
refuse <- function(why) signal("refused", why)

# Fill in these two

gini <- function(counts) skip("gini")  # a vector of numbers

f1 <- function(tp, fn, fp, tn) skip("f1")  # numbers

# What the questions hold: numbers are texts such as "9", "9/100" or "0.5"

number <- function(text) {
  parts <- as.numeric(strsplit(text, "/", fixed = TRUE)[[1]])
  if (length(parts) == 2) parts[1] / parts[2] else parts[1]
}

counts <- function(texts) {
  found <- vapply(unlist(texts), number, 0, USE.NAMES = FALSE)
  if (any(found < 0)) refuse("a count below 0")
  found
}

# The columns of a data set by name, as texts, the target among them; for operations such as grow
table_of <- function(data) {
  columns <- lapply(seq_along(data$header), function(i) vapply(data$rows, function(row) row[[i]], ""))
  setNames(columns, unlist(data$header))
}

operations <- list(
  gini = function(given) gini(counts(given$counts)),
  f1 = function(given) {
    if (is.null(given$tp)) skip("a matrix")
    n <- counts(given[c("tp", "fn", "fp", "tn")])
    f1(n[1], n[2], n[3], n[4])
  }
)

reply <- function(case) {
  tryCatch({
    if (is.null(operations[[case$operation]])) skip("not here")
    answer <- operations[[case$operation]](case$given)
    list(answer = if (length(answer) == 1 && is.na(answer)) NULL else answer)
  },
  skipped = function(why) list(skipped = conditionMessage(why)),
  refused = function(why) list(refused = conditionMessage(why)),
  error = function(problem) list(errored = conditionMessage(problem)))
}

say <- function(message) {
  cat(toJSON(message, auto_unbox = TRUE, digits = NA, null = "null"), "\n", sep = "")
  flush(stdout())
}

lines <- file("stdin", "r")
while (length(line <- readLines(lines, 1)) > 0) {
  message <- fromJSON(line, simplifyVector = FALSE)
  if (message$cmd == "stop") break
  if (message$cmd == "start") {
    say(list(version = 1, implementation = list(name = "mine"), takes = list(operations = names(operations), files = FALSE)))
  } else {
    said <- reply(message$case)
    say(c(list(seq = message$seq), if (length(said) == 0 || identical(names(said), "answer") && is.null(said$answer)) list(answer = NA) else said))
  }
}
