"""The books and papers that dtref cites, by key."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen


@frozen
class Source:
    """A document: its authors, year (of the edition used here) and title, and its kind with the place of publication."""

    authors: str
    year: str
    title: str
    what: str


def _by_key(*lines: str) -> Mapping[str, Source]:
    """Reads sources written as 'key | authors | year | title | what'."""
    rows = [tuple(part.strip() for part in line.split(" | ")) for line in lines]
    return {key: Source(authors, year, title, what) for key, authors, year, title, what in rows}


PAPERS: Mapping[str, Source] = _by_key(
    "abramowitz1964 | Abramowitz, Stegun | 1964 | Handbook of Mathematical Functions | book, National Bureau of Standards",
    "agresti1998 | Agresti, Coull | 1998 | Approximate is better than 'exact' for interval estimation of binomial proportions | paper, The American Statistician 52, 119-126",
    "alpaydin1999 | Alpaydin | 1999 | Combined 5x2 cv F test for comparing supervised classification learning algorithms | paper, Neural Computation 11, 1885-1892",
    "angelino2018 | Angelino, Larus-Stone, Alabi, Seltzer, Rudin | 2018 | Learning certifiably optimal rule lists for categorical data | paper, JMLR 18 (234), 1-78",
    "anscombe1973 | Anscombe | 1973 | Graphs in statistical analysis | paper, The American Statistician 27, 17-21",
    "breiman1984 | Breiman, Friedman, Olshen, Stone | 1984 | Classification and Regression Trees | book, Wadsworth",
    "breiman1996 | Breiman | 1996 | Bagging predictors; Out-of-bag estimation | paper, Machine Learning 24, 123-140; technical report, Berkeley",
    "breiman2001 | Breiman | 2001 | Random forests | paper, Machine Learning 45, 5-32",
    "brier1950 | Brier | 1950 | Verification of forecasts expressed in terms of probability | paper, Monthly Weather Review 78, 1-3",
    "brita2025 | Brita, van der Linden, Demirovic | 2025 | Optimal classification trees for continuous feature data using dynamic programming with branch-and-bound | paper, AAAI 39 (11), 11131-11139",
    "broecker2009 | Bröcker | 2009 | Reliability, sufficiency, and the decomposition of proper scores | paper, Quarterly Journal of the Royal Meteorological Society 135, 1512-1519",
    "chawla2002 | Chawla, Bowyer, Hall, Kegelmeyer | 2002 | SMOTE: synthetic minority over-sampling technique | paper, JAIR 16, 321-357",
    "chen2016 | Chen, Guestrin | 2016 | XGBoost: a scalable tree boosting system | paper, KDD, 785-794",
    "cicchetti1971 | Cicchetti, Allison | 1971 | A new procedure for assessing reliability of scoring EEG sleep recordings | paper, American Journal of EEG Technology 11, 101-110",
    "cieslak2008 | Cieslak, Chawla | 2008 | Learning decision trees for unbalanced data | paper, ECML PKDD, 241-256",
    "cieslak2012 | Cieslak, Hoens, Chawla, Kegelmeyer | 2012 | Hellinger distance decision trees are robust and skew-insensitive | paper, Data Mining and Knowledge Discovery 24, 136-158",
    "clopper1934 | Clopper, Pearson | 1934 | The use of confidence or fiducial limits illustrated in the case of the binomial | paper, Biometrika 26, 404-413",
    "cohen1960 | Cohen | 1960 | A coefficient of agreement for nominal scales | paper, Educational and Psychological Measurement 20, 37-46",
    "cohen1968 | Cohen | 1968 | Weighted kappa: nominal scale agreement with provision for scaled disagreement or partial credit | paper, Psychological Bulletin 70, 213-220",
    "cover1965 | Cover | 1965 | Geometrical and statistical properties of systems of linear inequalities | paper, IEEE Transactions on Electronic Computers 14, 326-334",
    "dasgupta2001 | Brown, Cai, DasGupta | 2001 | Interval estimation for a binomial proportion | paper, Statistical Science 16, 101-133",
    "davis2006 | Davis, Goadrich | 2006 | The relationship between precision-recall and ROC curves | paper, ICML, 233-240",
    "delong1988 | DeLong, DeLong, Clarke-Pearson | 1988 | Comparing the areas under two or more correlated receiver operating characteristic curves: a nonparametric approach | paper, Biometrics 44, 837-845",
    "demirovic2022 | Demirovic, Lukina, Hebrard, Chan, Bailey, Leckie, Ramamohanarao, Stuckey | 2022 | MurTree: optimal decision trees via dynamic programming and search | paper, JMLR 23 (26), 1-47",
    "dietterich1995 | Dietterich, Bakiri | 1995 | Solving multiclass learning problems via error-correcting output codes | paper, JAIR 2, 263-286",
    "dietterich1996 | Dietterich, Kearns, Mansour | 1996 | Applying the weak learning framework to understand and improve C4.5 | paper, ICML, 96-104",
    "dietterich1998 | Dietterich | 1998 | Approximate statistical tests for comparing supervised classification learning algorithms | paper, Neural Computation 10, 1895-1923",
    "domingos2000 | Domingos | 2000 | A unified bias-variance decomposition | paper, ICML",
    "edwards1948 | Edwards | 1948 | Note on the correction for continuity in testing the significance of the difference between correlated proportions | paper, Psychometrika 13, 185-187",
    "efron1983 | Efron | 1983 | Estimating the error rate of a prediction rule: improvement on cross-validation | paper, JASA 78, 316-331",
    "efron1993 | Efron, Tibshirani | 1993 | An Introduction to the Bootstrap | book, Chapman and Hall",
    "efron1997 | Efron, Tibshirani | 1997 | Improvements on cross-validation: the .632+ bootstrap method | paper, JASA 92, 548-560",
    "elkan2001 | Elkan | 2001 | The foundations of cost-sensitive learning | paper, IJCAI",
    "elomaa2004 | Elomaa, Rousu | 2004 | Efficient multisplitting revisited: optima-preserving elimination of partition candidates | paper, Data Mining and Knowledge Discovery 8, 97-126",
    "fagerland2013 | Fagerland, Lydersen, Laake | 2013 | The McNemar test for binary matched-pairs data: mid-p and asymptotic are better than exact conditional | paper, BMC Medical Research Methodology 13, 91",
    "fawcett2006 | Fawcett | 2006 | An introduction to ROC analysis | paper, Pattern Recognition Letters 27, 861-874",
    "fayyad1992 | Fayyad, Irani | 1992 | On the handling of continuous-valued attributes in decision tree generation | paper, Machine Learning 8, 87-102",
    "fayyad1992a | Fayyad, Irani | 1992 | The attribute selection problem in decision tree generation | paper, AAAI, 104-110",
    "fisher1935 | Fisher | 1935 | The logic of inductive inference | paper, Journal of the Royal Statistical Society 98, 39-82",
    "fisher1958 | Fisher | 1958 | On grouping for maximum homogeneity | paper, JASA 53, 789-798",
    "fleiss1973 | Fleiss, Cohen | 1973 | The equivalence of weighted kappa and the intraclass correlation coefficient as measures of reliability | paper, Educational and Psychological Measurement 33, 613-619",
    "freeman1951 | Freeman, Halton | 1951 | Note on an exact treatment of contingency, goodness of fit and other problems of significance | paper, Biometrika 38, 141-149",
    "gehrke1998 | Gehrke, Ramakrishnan, Ganti | 1998 | RainForest: a framework for fast decision tree construction of large datasets | paper, VLDB, 416-427",
    "geman1992 | Geman, Bienenstock, Doursat | 1992 | Neural networks and the bias/variance dilemma | paper, Neural Computation 4, 1-58",
    "good1952 | Good | 1952 | Rational decisions | paper, Journal of the Royal Statistical Society B 14, 107-114",
    "gorodkin2004 | Gorodkin | 2004 | Comparing two K-category assignments by a K-category correlation coefficient | paper, Computational Biology and Chemistry 28, 367-374",
    "hampel1974 | Hampel | 1974 | The influence curve and its role in robust estimation | paper, JASA 69, 383-393",
    "hand2001 | Hand, Till | 2001 | A simple generalisation of the area under the ROC curve for multiple class classification problems | paper, Machine Learning 45, 171-186",
    "ho1998 | Ho | 1998 | The random subspace method for constructing decision forests | paper, IEEE PAMI 20, 832-844",
    "hyafil1976 | Hyafil, Rivest | 1976 | Constructing optimal binary decision trees is NP-complete | paper, Information Processing Letters 5, 15-17",
    "hyndman1996 | Hyndman, Fan | 1996 | Sample quantiles in statistical packages | paper, The American Statistician 50, 361-365",
    "jaccard1912 | Jaccard | 1912 | The distribution of the flora in the alpine zone | paper, New Phytologist 11, 37-50",
    "john1996 | John, Langley | 1996 | Static versus dynamic sampling for data mining | paper, KDD, 367-370",
    "kass1980 | Kass | 1980 | An exploratory technique for investigating large quantities of categorical data | paper, Applied Statistics 29, 119-127",
    "kearns1996 | Kearns, Mansour | 1996 | On the boosting ability of top-down decision tree learning algorithms | paper, STOC, 459-468",
    "keilwagen2014 | Keilwagen, Grosse, Grau | 2014 | Area under precision-recall curves for weighted and unweighted data | paper, PLOS ONE 9, e92209",
    "kim1991 | Kim, Landgrebe | 1991 | Hierarchical classifier design in high-dimensional, numerous class cases | paper, IEEE Transactions on Geoscience and Remote Sensing 29, 518-528",
    "kohavi1996 | Kohavi, Wolpert | 1996 | Bias plus variance decomposition for zero-one loss functions | paper, ICML",
    "kononenko1995 | Kononenko | 1995 | On biases in estimating multi-valued attributes | paper, IJCAI, 1034-1040",
    "kubat1997 | Kubat, Matwin | 1997 | Addressing the curse of imbalanced training sets: one-sided selection | paper, ICML, 179-186",
    "kvalseth1985 | Kvålseth | 1985 | Cautionary note about R^2 | paper, The American Statistician 39, 279-285",
    "landeweerd1983 | Landeweerd, Timmers, Gelsema, Bins, Halie | 1983 | Binary tree versus single level tree classification of white blood cells | paper, Pattern Recognition 16, 571-577",
    "louppe2014 | Louppe | 2014 | Understanding random forests: from theory to practice | thesis, Université de Liège",
    "mann1947 | Mann, Whitney | 1947 | On a test of whether one of two random variables is stochastically larger than the other | paper, Annals of Mathematical Statistics 18, 50-60",
    "manning2008 | Manning, Raghavan, Schütze | 2008 | Introduction to Information Retrieval | book, Cambridge",
    "matthews1975 | Matthews | 1975 | Comparison of the predicted and observed secondary structure of T4 phage lysozyme | paper, Biochimica et Biophysica Acta 405, 442-451",
    "mcclish1989 | McClish | 1989 | Analyzing a portion of the ROC curve | paper, Medical Decision Making 9, 190-195",
    "mccullagh1989 | McCullagh, Nelder | 1989 | Generalized Linear Models | book, Chapman and Hall",
    "lin2020 | Lin, Zhong, Hu, Rudin, Seltzer | 2020 | Generalized and scalable optimal sparse decision trees | paper, ICML, PMLR 119, 6150-6160",
    "mccullough1998 | McCullough | 1998 | Assessing the reliability of statistical software: Part I | paper, The American Statistician 52, 358-366",
    "mcnemar1947 | McNemar | 1947 | Note on the sampling error of the difference between correlated proportions or percentages | paper, Psychometrika 12, 153-157",
    "mehta1995 | Mehta, Rissanen, Agrawal | 1995 | MDL-based decision tree pruning | paper, KDD, 216-221",
    "mehta1996 | Mehta, Agrawal, Rissanen | 1996 | SLIQ: a fast scalable classifier for data mining | paper, EDBT, 18-32",
    "mitchell1997 | Mitchell | 1997 | Machine Learning | book, McGraw-Hill",
    "murphy1973 | Murphy | 1973 | A new vector partition of the probability score | paper, Journal of Applied Meteorology 12, 595-600",
    "murthy1994 | Murthy, Kasif, Salzberg | 1994 | A system for induction of oblique decision trees | paper, JAIR 2, 1-32",
    "nadeau2003 | Nadeau, Bengio | 2003 | Inference for the generalization error | paper, Machine Learning 52, 239-281",
    "pearson1900 | Pearson | 1900 | On the criterion that a given system of deviations … can be reasonably supposed to have arisen from random sampling | paper, Philosophical Magazine 50, 157-175",
    "powers2011 | Powers | 2011 | Evaluation: from precision, recall and F-measure to ROC, informedness, markedness and correlation | paper, Journal of Machine Learning Technologies 2, 37-63",
    "press2007 | Press, Teukolsky, Vetterling, Flannery | 2007 | Numerical Recipes | book, Cambridge",
    "provost1999 | Provost, Jensen, Oates | 1999 | Efficient progressive sampling | paper, KDD, 23-32",
    "provost2001 | Provost, Fawcett | 2001 | Robust classification for imprecise environments | paper, Machine Learning 42, 203-231",
    "provost2001a | Provost, Domingos | 2001 | Well-trained PETs: improving probability estimation trees | working paper, New York University",
    "quinlan1986 | Quinlan | 1986 | Induction of decision trees | paper, Machine Learning 1, 81-106",
    "quinlan1987 | Quinlan | 1987 | Simplifying decision trees | paper, International Journal of Man-Machine Studies 27, 221-234",
    "quinlan1989 | Quinlan, Rivest | 1989 | Inferring decision trees using the minimum description length principle | paper, Information and Computation 80, 227-248",
    "quinlan1993 | Quinlan | 1993 | C4.5: Programs for Machine Learning | book, Morgan Kaufmann",
    "rijsbergen1979 | van Rijsbergen | 1979 | Information Retrieval | book, Butterworths",
    "rousseeuw1984 | Rousseeuw | 1984 | Least median of squares regression | paper, JASA 79, 871-880",
    "saha2019 | Saha, Kanewala | 2019 | Fault detection effectiveness of metamorphic relations developed for testing supervised classifiers | paper, IEEE AITest, 157-164",
    "shafer1996 | Shafer, Agrawal, Mehta | 1996 | SPRINT: a scalable parallel classifier for data mining | paper, VLDB, 544-555",
    "snedecor1934 | Snedecor | 1934 | Calculation and Interpretation of Analysis of Variance and Covariance | book, Collegiate Press",
    "sokal1981 | Sokal, Rohlf | 1981 | Biometry | book, Freeman",
    "sokolova2009 | Sokolova, Lapalme | 2009 | A systematic analysis of performance measures for classification tasks | paper, Information Processing and Management 45, 427-437",
    "sun2006 | Sun, Kamel, Wang | 2006 | Boosting for learning multiple classes with imbalanced class distribution | paper, ICDM, 592-602",
    "tang1990 | Tang | 1990 | Table-driven implementation of the logarithm function in IEEE floating-point arithmetic | paper, ACM Transactions on Mathematical Software 16, 378-400",
    "tan2005 | Tan, Steinbach, Kumar | 2005 | Introduction to Data Mining | book, Addison-Wesley",
    "vapnik1995 | Vapnik | 1995 | The Nature of Statistical Learning Theory | book, Springer",
    "wilcoxon1945 | Wilcoxon | 1945 | Individual comparisons by ranking methods | paper, Biometrics Bulletin 1, 80-83",
    "wilson1927 | Wilson | 1927 | Probable inference, the law of succession, and statistical inference | paper, JASA 22, 209-212",
    "wolfe1976 | Wolfe | 1976 | Finding the nearest point in a polytope | paper, Mathematical Programming 11, 128-149",
    "xie2011 | Xie, Ho, Murphy, Kaiser, Xu, Chen | 2011 | Testing and validating machine learning classifiers by metamorphic testing | paper, Journal of Systems and Software 84, 544-558",
    "youden1950 | Youden | 1950 | Index for rating diagnostic tests | paper, Cancer 3, 32-35",
)  # fmt: skip
"""The books and papers, by key. Page numbers and volumes are quoted from memory where nothing else says otherwise."""
