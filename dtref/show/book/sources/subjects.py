"""The subjects of the field in the order of the documents: the question of each, its definitions, and a worked example by its record."""

from __future__ import annotations

from attrs import frozen


@frozen
class Subject:
    """A subject: its title, the question that it answers, its definitions as `module:name`, and the records that work it through."""

    title: str
    question: str
    definitions: tuple[str, ...]
    worked: tuple[str, ...]


SPLIT, PRUNING, EVALUATION = "spec.split", "spec.pruning", "spec.evaluation"

SUBJECTS = (
    Subject(
        "Growing a tree",
        "Records have facts and a class. How does a tree that asks for the facts, one after the other, come from records?",
        ("spec.growing.hunt:grow", "spec.model.trees:Branch", "spec.model.trees:Leaf"),
        ("tan-hunt-05", "cs6220-algorithm-03"),
    ),
    Subject(
        "How mixed a node is",
        "A node of one class needs no further question. Of one that has several: how far is it from that?",
        tuple(f"{SPLIT}.impurity:{name}" for name in ("gini", "entropy", "misclassification_error")),
        ("tan-gini-05", "tan-entropy-05", "tan-error-04"),
    ),
    Subject(
        "Which test is best",
        "A test parts the records of a node. Which of several parts them best, and which are equally good?",
        tuple(f"{SPLIT}.criteria:{name}" for name in ("weighted_impurity", "gain", "gini_reduction", "split_info", "gain_ratio")),
        ("cs6220-gain-06", "cs6220-gini-09", "cs6220-ratio-06"),
    ),
    Subject(
        "Where a number is cut",
        "Between two neighbouring numbers any cut parts the records alike. Which one stands in the tree?",
        tuple(f"{SPLIT}.numeric.placement:{name}" for name in ("midpoint", "lower_end", "floor_midpoint", "largest_not_above_midpoint")),
        ("tan-continuous-05", "cs6220-continuous-01"),
    ),
    Subject(
        "When to stop",
        "A tree that asks until every node is pure learns the noise, too. Which nodes are leaves before that?",
        tuple(f"spec.growing.stopping:{name}" for name in ("FewerThan", "ImprovesLessThan", "no_improvement", "Independent")),
        ("tan-pre-pruning-15", "cs6220-pruning-02"),
    ),
    Subject(
        "Cutting a tree back",
        "A tree is grown whole, and branches that don't pay are made leaves. What do they cost, and in which order are they judged?",
        (
            *(f"{PRUNING}.estimates:{name}" for name in ("pessimistic_errors", "pessimistic_error_rate")),
            *(f"{PRUNING}.reduced_error:{name}" for name in ("reduced_error", "best_node_first")),
            f"{PRUNING}.pessimistic:pessimistic",
            f"{PRUNING}.cost_complexity:cost_complexity",
        ),
        ("tan-pruning-08", "tan-pruning-34", "tan-pruning-36"),
    ),
    Subject(
        "Values that are missing",
        "A record doesn't know the answer to a test. What is the test worth, and where does the record go?",
        (f"{SPLIT}.missing_gain:gain_over_all", f"{SPLIT}.missing_gain:gain_over_all_unscaled"),
        ("tan-missing-06", "tan-missing-14", "tan-missing-27"),
    ),
    Subject(
        "How good a classifier is",
        "Each prediction is right or wrong, and of one class or another. Which numbers say how good they are together?",
        (
            *(f"{EVALUATION}.confusion.rates:{name}" for name in ("accuracy", "recall", "precision", "specificity")),
            f"{EVALUATION}.confusion.averages:balanced_accuracy",
            *(f"{EVALUATION}.confusion.scores:{name}" for name in ("f1", "f_beta")),
        ),
        ("cs6220-precision-recall-21", "cs6220-precision-recall-19", "cs6220-precision-recall-25"),
    ),
    Subject(
        "What errors cost",
        "A false alarm and a miss needn't cost the same. What does a classifier cost, and which label is cheapest?",
        (f"{EVALUATION}.confusion.cost:total_cost", f"{EVALUATION}.confusion.scores:detection_cost"),
        ("tan-cost-22", "tan-cost-24"),
    ),
    Subject(
        "Ranking by a score",
        "A classifier gives scores, and a threshold makes them labels. How good is the ranking, whatever the threshold?",
        (f"{EVALUATION}.ranking.roc:roc", f"{EVALUATION}.ranking.roc:roc_per_record", f"{EVALUATION}.ranking.auc:auc"),
        ("tan-roc-33", "tan-roc-34"),
    ),
    Subject(
        "Records to test on",
        "Errors on the records that a tree was grown from say little. Which others is it tested on, and what is made of several tests?",
        (
            *(f"{EVALUATION}.estimation.partitions:{name}" for name in ("holdout", "k_fold", "stratified_k_fold", "leave_one_out")),
            f"{EVALUATION}.estimation.bootstrap:bootstrap_variance",
        ),
        ("evaluation-folds-08", "evaluation-bootstrap-06"),
    ),
    Subject(
        "How sure an error rate is",
        "The error rate of a hundred records is not that of all. Between which bounds does the true one lie?",
        (
            f"{EVALUATION}.intervals.proportion:wald",
            f"{EVALUATION}.intervals.proportion:wilson",
            f"{EVALUATION}.intervals.deviates:two_sided_deviate",
        ),
        ("tan-confidence-27", "tan-confidence-24", "evaluation-t-49"),
    ),
    Subject(
        "Which of two is better",
        "One classifier made fewer errors than another. Is it better, or was it lucky?",
        tuple(f"{EVALUATION}.comparison.independent:{name}" for name in ("difference_interval", "probability_first_better")),
        ("tan-two-models-16", "evaluation-two-hypotheses-20"),
    ),
    Subject(
        "Foretelling a number",
        "The target is no class but a number. What is a mixed node then, and what an error?",
        (
            f"{SPLIT}.impurity:variance",
            f"{SPLIT}.criteria:variance_reduction",
            *(f"{EVALUATION}.regression.errors:{name}" for name in ("root_mean_squared_error", "mean_absolute_error")),
            f"{EVALUATION}.regression.correlation:correlation",
        ),
        ("iaml-regression-01", "iaml-regression-errors-04"),
    ),
    Subject(
        "Many trees",
        "Several classifiers vote. When is the majority better than its members?",
        ("spec.ensembles.voting:majority_vote_error", "spec.ensembles.forest:grow_forest"),
        ("cs422-ensembles-01", "iaml-text-55"),
    ),
)
"""The subjects, as the documents take them; nothing is used before it has come."""
