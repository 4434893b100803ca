"""What a chapter's words and letters mean, before its formulas: for a reader who has read the chapters before it, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping

FIRST_WORDS: Mapping[str, tuple[str, ...]] = {
    "Growing a tree": (
        "A record is a row of a table: of a day the outlook, the humidity, the wind, and whether tennis was played. What is to be "
        "foretold, here whether it was played, is its class; the other columns are its attributes, each of which has a value.",
        "A decision tree is a set of questions. It begins at its root, a node that asks for one attribute: that is its test. Each "
        "answer has a branch, which leads to a child: a node that asks again, or a leaf, which asks nothing and has a label, the "
        "class that it foretells. Whoever gives the answers of a new record, from the root on, ends at a leaf.",
        "A tree is grown from training records, whose class is known. All of them start at the root. A test sends each down the "
        "branch of its value, and with those that come to a child the same is done, until they are of one class or no test is left "
        "that tells them apart. The class counts of a node say how many of each class have come to it, such as no 2, yes 3.",
        "Left open is which test a node asks, and where growing ends. All such choices together are a policy; ID3, C4.5 and CART are "
        "names of some. Several tests may be equally good: they are a node's optima, all of which are kept, and the policy's tie rule"
        " says which one the tree asks. So a leaf with as many records of one class as of another keeps both labels, and one that no "
        "record has come to takes those of the node above.",
    ),
    "How mixed a node is": (
        "A node with the class counts no 2, yes 3 has the class shares 2/5 and 3/5. The share of class j at the node t is written "
        "p(j|t), and a sum over j is one over all classes. A node of one class is pure. An impurity is a number made of the shares: 0"
        " of a pure node, and the greater, the more evenly the shares are spread. Three are in use.",
        "Gini: draw one of the node's records, and, apart from it, a label, each label as often as its share is. How often is the "
        "label wrong? Both are of class j in p(j|t)² of all draws, so they agree in the sum of the squares.",
        "Entropy: of many such records, how many questions with the answers yes and no does it take for each, on average and at best,"
        " to find out its class? One such answer is a bit. The logarithm log2 x says to which power 2 must be raised to give x: log2 "
        "8 = 3. A class of share 1/8 takes 3 bits to name, one of share 1/2 takes 1.",
        "Error: every record gets the label of the largest class. Which share is wrong?",
        "All answers are exact. A share is a fraction, and an entropy, which has no end as a decimal, is written as the logarithms "
        "that it is made of: {log2: {5: -5/6, 6: 1}} is -5/6 log2 5 + log2 6.",
    ),
    "Which test is best": (
        "A test at the node p, whose class counts are those of n records, parts them among its children, n_i of them to the i-th. "
        "I(i) is the impurity of that child, by any of the measures of the chapter before. The mean of the children's impurities, "
        "each counted as often as the child has records, is how mixed a record's node is after the test: the weighted impurity. What "
        "the test takes off the node's own impurity is its reduction, which of entropy is called information gain. The best test is "
        "that of the greatest reduction.",
        "More branches never take off less. The number of the day has a branch for each record, every one of them pure, and foretells"
        " nothing. Therefore C4.5 divides: the split information is the entropy of which branch a record takes, whatever its class, "
        "and the gain ratio says how much of the class a test tells for each bit that it asks.",
        "A document that writes D for a node's records writes D_i for those of its i-th child, and |D| for how many they are.",
    ),
    "Where a number is cut": (
        "Of a number, such as an income, a test asks whether it is at most v: v is the cut. Sorted, the incomes of ten records are "
        "60, 70, 75, 85 and so on. Every cut from 60 up to, not including, 70 sends the same records to either side, so no criterion "
        "can tell such cuts apart: it only decides between which two neighbours the cut lies. Below they are a and b. Where between "
        "them it lies is another choice, and matters for new records whose number lies there.",
    ),
    "When to stop": (
        "A tree that is grown until its leaves are pure has learned accidents of its training records, too. It overfits: another tree"
        " is worse on them and better on new ones. One way against it is to stop early, which is called pre-pruning. A stopping rule "
        "looks at a node and makes it a leaf, though a test could be asked: because it has few records, or because its best test "
        "improves too little.",
        "Or because what the test seems to tell may be chance. If class and branch had nothing to do with each other, a branch would "
        "have its share of each class; of how far the counts are from that, a statistic such as chi-square is made. Its p-value is "
        "how often chance alone gives at least so much. The class counts as independent of the attribute unless the p-value is at "
        "most a level, the letter α, such as 1/20.",
    ),
    "Cutting a tree back": (
        "The other way against overfitting is to grow the tree whole and cut it back afterwards: post-pruning. A node with all that "
        "is below it is a subtree. To cut it is to make a leaf of it, with the label of its largest class. Is the leaf as good as the"
        " subtree?",
        "The training records can't say: on them a subtree is never worse than a leaf. e(t) is the number of training records that "
        "the leaf t gets wrong, e(T) their sum over the leaves of the tree T, N the number of these leaves. The pessimistic estimate "
        "e'(T) = e(T) + N/2 adds a penalty, here 1/2, for each leaf; as a rate it is divided by all training records. Or other "
        "records judge, a validation set, which the tree was not grown from: that is reduced error pruning.",
        "Cost-complexity takes the penalty as unknown. It calls it α, and asks which subtree is cut first as α grows from 0. With "
        "R(t) for the share of all records that are errors where t is a leaf, and R(T_t) for that of the subtree T_t below t, that is"
        " the one of the least (R(t) - R(T_t))/(leaves - 1): its weakest link. The answer is a sequence of smaller and smaller trees,"
        " of which a validation set chooses one.",
    ),
    "Why greed is not best": (
        "A tree that is grown as in the first chapter takes at each node the test that is best there, and never takes it back. Such a"
        " way is called greedy. The best tree would be the one with the fewest errors on the training records for its number of "
        "leaves. To find it all trees must be compared, in some clever order. The price of greed is how many errors, or leaves, the "
        "greedy tree has more.",
    ),
    "Values that are missing": (
        "A record may lack the value that a test asks for: the cell of its table is empty, or has a question mark. Three questions "
        "follow. What is the test worth, if it isn't known of some records what they would answer? Which child gets such a training "
        "record? And what is foretold of a new one?",
        "C4.5 answers: of the n records of the node T, F n know the answer, and the gain among these, K, is multiplied by the share "
        "F: F times (Entropy(K) - sum_i n_i/(F n) Entropy(i)). The slide's formulas below have T for K and n for F n. A training "
        "record without an answer goes down every branch, in parts: with 3 of 9 known records on one side it is there as 1/3 of a "
        "record, and as 2/3 on the other. So counts needn't be whole. A new record goes in parts as well, and gets the mean of the "
        "class shares of the leaves that it comes to.",
    ),
    "How good a classifier is": (
        "Whatever foretells a class is a classifier: a tree, or another. It is judged on test records, whose class is known and which"
        " it wasn't made from. Where one of two classes is sought, a disease, a fraud, that class is called positive, the other "
        "negative. Then four counts say all: true positives TP, found; false negatives FN, missed; false positives FP, which are "
        "false alarms; true negatives TN. As a table with a row for each actual class and a column for each predicted one they are "
        "the confusion matrix; some documents call its cells a, b, c, d. P = TP + FN is how many positives there are, N = FP + TN how"
        " many negatives.",
        "Recall is also called sensitivity. Two numbers are made one by a mean: F1 takes the harmonic one of precision and recall, "
        "2/(1/precision + 1/recall), which is near the lesser of the two.",
    ),
    "What errors cost": (
        "C(i|j) is what it costs to call a record of class j an i; where i is j it may be a gain, a cost below 0. These costs are a "
        "matrix, like the counts of the chapter before, and the total cost is the sum over the cells: each count times its cost. "
        "Detection cost doesn't count but takes rates: FP of the negatives, FN of the positives, each times its cost.",
    ),
    "Ranking by a score": (
        "Many classifiers give a number first, the score, such as the share of positives in a record's leaf. A threshold t makes it a"
        " label: positive is what scores at least t. A low threshold finds more of the positives, and raises more false alarms. The "
        "ROC curve shows each threshold as a point: upwards the true positive rate TPR = TP/P, to the right the false positive rate "
        "FPR = FP/N. The best corner is the upper left one, where all positives are found without a false alarm.",
        "The area under the curve, AUC, is one number for all thresholds: 1 where every positive scores above every negative, 1/2 "
        "where the score tells nothing. Of the P N pairs of a positive and a negative it is the share that is won, the positive "
        "having the greater score, and half of the share that is tied.",
    ),
    "Records to test on": (
        "Records are scarce, and those that train can't test. Holdout puts some aside. k-fold cross-validation cuts all into k parts,"
        " the folds; each fold tests once what the other k - 1 train, so that there are k error rates and every record is tested. "
        "Leave-one-out has as many folds as records. Stratified folds have, as nearly as can be, the class shares of all.",
        "The bootstrap draws from the N records N times, putting each back before the next is drawn; so a sample has some records "
        "more than once and lacks others. From a number such as the mean, computed of each of B samples (its replicates), one sees "
        "how much it varies. The variance is the mean squared distance from the mean, with B - 1 below in place of B.",
    ),
    "How sure an error rate is": (
        "The true error rate is that on all records there could be: the probability p to be wrong. On n test records k are wrong, and"
        " k/n is only near p. If the same is tested again, k is another number; its spread is measured by the standard deviation, the"
        " root of the variance, which of k/n is sqrt(p (1 - p)/n).",
        "For large n the numbers k/n lie about p as the bell-shaped normal curve says: within z standard deviations with a "
        "probability, the confidence, that depends on z alone. For 95% z is 1.96; it is called the deviate of 95%. Turned round: the "
        "bounds between which p would be are a confidence interval. What is not covered by the confidence is α: α = 1/20 of 95%.",
    ),
    "Which of two is better": (
        "e_1 and e_2 are the error rates of two classifiers on n_1 and n_2 test records, d = e_1 - e_2 is what is seen, and d_t the "
        "true difference. If the test sets have nothing to do with each other, the variances of the two add up to that of d. So there"
        " is an interval for d_t, of the kind that the chapter before has for one rate. If 0 is in it, neither is shown to be better.",
        "Asking whether they differ has two sides, asking how likely the first is the better one has one. The two need different deviates.",
    ),
    "Foretelling a number": (
        "The target, what is to be foretold, may be a number, such as how many minutes were played: that is regression. f(x_i) is "
        "what is foretold of the i-th record, y_i what is true, and the error is the distance of the two. A leaf foretells the mean "
        "of its records. The impurity of a node is their variance: the mean squared distance from that mean, divided by n here, since"
        " no estimate is made.",
        "RMSE is the root of the mean squared error, MAE the mean of the distances. The correlation says how nearly what is foretold "
        "and what is true lie on a rising straight line: 1 on it, 0 where neither tells of the other, below 0 where one falls as the "
        "other rises.",
    ),
    "Many trees": (
        "An ensemble is several classifiers, its members, which vote: the label with the most votes wins. A member by itself may be "
        "wrong with probability e, which cs422 writes ε. If members err independently of one another, the errors of few are outvoted."
        " Trees from the same records would all be alike. So in a random forest each is grown from records drawn for it, and at each "
        "node from attributes drawn for that node.",
    ),
}
"""The paragraphs of each subject, by its title."""
