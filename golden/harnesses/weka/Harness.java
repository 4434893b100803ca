/*
A harness for Weka, by the protocol of ../../PROTOCOL.md: Id3 and J48, what they compute with, and its evaluation of classifiers.
It translates, and computes nothing: what a number means is Weka's own doing. With Debian's packages weka and libgoogle-gson-java:
dtref judge --impl "java -cp /usr/share/java/weka.jar:/usr/share/java/gson.jar Harness.java"
*/

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import weka.attributeSelection.ASEvaluation;
import weka.attributeSelection.AttributeEvaluator;
import weka.attributeSelection.ChiSquaredAttributeEval;
import weka.attributeSelection.GainRatioAttributeEval;
import weka.attributeSelection.InfoGainAttributeEval;
import weka.classifiers.Classifier;
import weka.classifiers.CostMatrix;
import weka.classifiers.Evaluation;
import weka.classifiers.evaluation.NominalPrediction;
import weka.classifiers.evaluation.ThresholdCurve;
import weka.classifiers.trees.Id3;
import weka.classifiers.trees.J48;
import weka.classifiers.trees.j48.C45Split;
import weka.classifiers.trees.j48.ClassifierSplitModel;
import weka.classifiers.trees.j48.Stats;
import weka.core.Attribute;
import weka.core.ContingencyTables;
import weka.core.FastVector;
import weka.core.Instance;
import weka.core.Instances;
import weka.core.Statistics;
import weka.core.UnsupportedAttributeTypeException;
import weka.core.Version;

public class Harness {

  static class Skip extends RuntimeException {
    Skip(String why) { super(why); }
  }

  static class Refusal extends RuntimeException {
    Refusal(String why) { super(why); }
  }

  interface Operation {
    Object answer(JsonObject given) throws Exception;
  }

  static final Map<String, Operation> OPERATIONS = new LinkedHashMap<>();

  // What Weka's trees compute with

  static {
    OPERATIONS.put("entropy", given -> ContingencyTables.entropy(numbers(given.getAsJsonArray("counts"))));
    OPERATIONS.put("weighted_entropy", given -> ContingencyTables.entropyConditionedOnRows(rows(given, "children")));
    OPERATIONS.put("split_info", given -> ContingencyTables.entropyOverRows(rows(given, "children")));
    OPERATIONS.put("gain", given -> merit(given, new InfoGainAttributeEval()));
    OPERATIONS.put("gain_ratio", given -> merit(given, new GainRatioAttributeEval()));
    OPERATIONS.put("chi_square", given -> merit(given, new ChiSquaredAttributeEval()));
    OPERATIONS.put("chi_square_p", given -> ContingencyTables.chiSquared(rows(given, "children"), false));
    OPERATIONS.put("upper_limit", Harness::upperLimit);
    OPERATIONS.put("normal_at_most", given -> Statistics.normalProbability(of(given, "x")));
    OPERATIONS.put("normal_quantile", given -> Statistics.normalInverse(of(given, "p")));
    OPERATIONS.put("chi_square_tail", given -> Statistics.chiSquaredProbability(of(given, "x"), of(given, "degrees")));
    OPERATIONS.put("f_tail", given -> Statistics.FProbability(of(given, "x"), (int) of(given, "above"), (int) of(given, "below")));
    OPERATIONS.put("beta_at_most", given -> Statistics.incompleteBeta(of(given, "a"), of(given, "b"), of(given, "x")));
  }

  static double merit(JsonObject given, ASEvaluation measure) throws Exception {
    double[][] children = rows(given, "children");
    double[] node = numbers(given.getAsJsonArray("node"));
    for (int c = 0; c < node.length; c++) {
      double sum = 0;
      for (double[] row : children) sum += row[c];
      if (sum != node[c]) throw new Skip("children that are not all of the node");
    }
    Instances data = empty(List.of(nominal("branch", children.length)), nominal("class", node.length));
    for (int b = 0; b < children.length; b++)
      for (int c = 0; c < node.length; c++) if (children[b][c] != 0) data.add(new Instance(children[b][c], new double[] {b, c}));
    measure.buildEvaluator(data);
    return ((AttributeEvaluator) measure).evaluateAttribute(0);
  }

  /** The errors that J48 expects of a leaf, per record. */
  static double upperLimit(JsonObject given) {
    double errors = of(given, "errors"), records = of(given, "records");
    double confidence = given.has("confidence") ? of(given, "confidence") : 0.25;
    return (errors + Stats.addErrs(records, errors, (float) confidence)) / records;
  }

  // Evaluation: a record for each cell of a confusion matrix, with the cell as its weight

  interface Measure {
    Object of(Evaluation evaluation, int positive) throws Exception;
  }

  static {
    Map<String, Measure> measures = new LinkedHashMap<>();
    measures.put("recall", Evaluation::recall);
    measures.put("precision", Evaluation::precision);
    measures.put("f1", Evaluation::fMeasure);
    measures.put("specificity", Evaluation::trueNegativeRate);
    measures.put("false_positive_rate", Evaluation::falsePositiveRate);
    measures.put("miss_rate", Evaluation::falseNegativeRate);
    measures.forEach((name, measure) -> OPERATIONS.put(name, given -> measure.of(evaluation(given), 0)));
    OPERATIONS.put("per_class", given -> {
      Evaluation evaluation = evaluation(given);
      Measure measure = chosen(measures, text(given, "measure"));
      List<Object> found = new ArrayList<>();
      for (int c = 0; c < evaluation.confusionMatrix().length; c++) found.add(measure.of(evaluation, c));
      return found;
    });
    Map<String, Measure> weighted = Map.of("recall", (e, i) -> e.weightedRecall(), "precision", (e, i) -> e.weightedPrecision(),
        "f1", (e, i) -> e.weightedFMeasure());
    OPERATIONS.put("weighted_average", given -> chosen(weighted, text(given, "measure")).of(evaluation(given), 0));
    OPERATIONS.put("accuracy", given -> evaluation(given).pctCorrect() / 100);
    OPERATIONS.put("error_rate", given -> evaluation(given).errorRate());
    OPERATIONS.put("cohen_kappa", given -> evaluation(given).kappa());
    OPERATIONS.put("total_cost", given -> evaluation(given).totalCost());
    OPERATIONS.put("expected_cost", given -> evaluation(given).avgCost());
    OPERATIONS.put("confusion_matrix", given -> Map.of("classes", classes(given), "rows", evaluation(given).confusionMatrix()));
    OPERATIONS.put("root_mean_squared_error", given -> ofNumbers(given).rootMeanSquaredError());
    OPERATIONS.put("mean_absolute_error", given -> ofNumbers(given).meanAbsoluteError());
    OPERATIONS.put("root_relative_squared_error", given -> ofNumbers(given).rootRelativeSquaredError() / 100);
    OPERATIONS.put("auc", given -> ThresholdCurve.getROCArea(curve(given)));
    OPERATIONS.put("roc_points", given -> {
      Instances curve = curve(given);
      List<double[]> points = new ArrayList<>();
      for (int i = curve.numInstances() - 1; i >= 0; i--)
        points.add(new double[] {at(curve, i, ThresholdCurve.FP_RATE_NAME), at(curve, i, ThresholdCurve.TP_RATE_NAME)});
      return points;
    });
  }

  static <T> T chosen(Map<String, T> measures, String name) {
    if (!measures.containsKey(name)) throw new Skip("no " + name);
    return measures.get(name);
  }

  static List<String> classes(JsonObject given) {
    if (!given.has("matrix")) return List.of("+", "-");
    JsonObject matrix = given.getAsJsonObject("matrix");
    if (matrix.has("classes")) return texts(matrix.getAsJsonArray("classes"));
    TreeSet<String> found = new TreeSet<>(texts(matrix.getAsJsonArray("actual")));
    found.addAll(texts(matrix.getAsJsonArray("predicted")));
    return new ArrayList<>(found);
  }

  static Evaluation evaluation(JsonObject given) throws Exception {
    List<String> classes = classes(given);
    Instances data = empty(List.of(), new Attribute("class", vector(classes)));
    CostMatrix costs = null;
    if (given.has("costs")) {
      List<String> named = texts(given.getAsJsonObject("costs").getAsJsonArray("classes"));
      double[][] rows = rows(given.getAsJsonObject("costs"), "rows");
      if (!named.containsAll(classes) || named.size() != classes.size()) throw new Skip("costs of other classes");
      costs = new CostMatrix(rows.length);
      for (int i = 0; i < rows.length; i++)
        for (int j = 0; j < rows.length; j++) costs.setElement(classes.indexOf(named.get(i)), classes.indexOf(named.get(j)), rows[i][j]);
    }
    Evaluation evaluation = costs == null ? new Evaluation(data) : new Evaluation(data, costs);
    JsonObject matrix = given.has("matrix") ? given.getAsJsonObject("matrix") : null;
    if (matrix == null) {
      String[][] cells = {{"tp", "fn"}, {"fp", "tn"}};
      for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) record(evaluation, data, i, j, of(given, cells[i][j]));
    } else if (matrix.has("actual")) {
      List<String> actual = texts(matrix.getAsJsonArray("actual")), predicted = texts(matrix.getAsJsonArray("predicted"));
      if (actual.size() != predicted.size()) throw new Refusal("labels of other numbers");
      for (int i = 0; i < actual.size(); i++) {
        double weight = matrix.has("weights") ? number(matrix.getAsJsonArray("weights").get(i)) : 1;
        record(evaluation, data, classes.indexOf(actual.get(i)), classes.indexOf(predicted.get(i)), weight);
      }
    } else {
      boolean turned = matrix.has("predicted_rows");
      double[][] rows = rows(matrix, turned ? "predicted_rows" : "rows");
      for (int i = 0; i < rows.length; i++)
        for (int j = 0; j < rows.length; j++) record(evaluation, data, turned ? j : i, turned ? i : j, rows[i][j]);
    }
    return evaluation;
  }

  static void record(Evaluation evaluation, Instances data, int actual, int predicted, double weight) throws Exception {
    if (actual < 0 || predicted < 0) throw new Refusal("a label that is no class");
    if (weight == 0) return;
    Instance record = new Instance(weight, new double[] {actual});
    record.setDataset(data);
    evaluation.evaluateModelOnce(predicted, record);
  }

  static Evaluation ofNumbers(JsonObject given) throws Exception {
    double[] actual = numbers(given.getAsJsonArray("actual")), predicted = numbers(given.getAsJsonArray("predicted"));
    if (actual.length != predicted.length) throw new Skip("a prediction for each record");
    Instances data = empty(List.of(), new Attribute("y"));
    for (double y : actual) data.add(new Instance(1, new double[] {y}));
    Evaluation evaluation = new Evaluation(data);
    for (int i = 0; i < actual.length; i++) evaluation.evaluateModelOnce(predicted[i], data.instance(i));
    return evaluation;
  }

  static Instances curve(JsonObject given) {
    if (given.has("curve") && !text(given, "curve").equals("roc")) throw new Skip("one curve only");
    List<String> labels = texts(given.getAsJsonArray("labels"));
    double[] scores = numbers(given.getAsJsonArray("scores"));
    if (labels.size() != scores.length) throw new Skip("a label for each score");
    FastVector predictions = new FastVector();
    for (int i = 0; i < scores.length; i++) {
      double weight = given.has("weights") ? number(given.getAsJsonArray("weights").get(i)) : 1;
      int actual = labels.get(i).equals(text(given, "positive")) ? 1 : 0;
      predictions.addElement(new NominalPrediction(actual, new double[] {1 - scores[i], scores[i]}, weight));
    }
    return new ThresholdCurve().getCurve(predictions, 1);
  }

  static double at(Instances curve, int i, String column) {
    return curve.instance(i).value(curve.attribute(column));
  }

  // Trees: Id3, and J48 unpruned with one record a leaf

  static class Grown {
    final Instances data;
    final Classifier tree;

    Grown(JsonObject given) throws Exception {
      String preset = text(given, "preset");
      if (!preset.equals("id3") && !preset.equals("c45")) throw new Skip("no " + preset);
      data = table(given.getAsJsonObject("data"));
      tree = preset.equals("id3") ? new Id3() : new J48();
      tree.setOptions(preset.equals("id3") ? new String[] {} : new String[] {"-U", "-M", "1"});
      tree.buildClassifier(data);
    }

    /** The root: Id3 is its own node; J48's nodes are objects apart. */
    Object root() throws Exception { return tree instanceof Id3 ? tree : field(tree, "m_root"); }

    static Object[] below(Object node) throws Exception {
      if (node instanceof Id3) return (Object[]) field(node, "m_Successors");
      return (boolean) field(node, "m_isLeaf") ? null : (Object[]) field(node, "m_sons");
    }

    Attribute asked(Object node) throws Exception {
      return node instanceof Id3 ? (Attribute) field(node, "m_Attribute") : data.attribute(((C45Split) field(node, "m_localModel")).attIndex());
    }

    Map<String, Object> test(Object node) throws Exception {
      Attribute asked = asked(node);
      if (!asked.isNumeric()) return Map.of("multiway", asked.name());
      // As text: a cut is a number of the data, and the shortest decimal of its double is what stands there.
      return Map.of("threshold", asked.name(), "side", "<=", "cut", String.valueOf(field(field(node, "m_localModel"), "m_splitPoint")));
    }

    Map<String, Object> node(Object node) throws Exception {
      if (below(node) == null) {
        double label = node instanceof Id3 ? (double) field(node, "m_ClassValue") : ((ClassifierSplitModel) field(node, "m_localModel")).distribution().maxClass();
        return Map.of("labels", labels(label));
      }
      List<Object> branches = new ArrayList<>();
      for (int i = 0; i < below(node).length; i++)
        branches.add(Map.of("if", asked(node).isNumeric() ? List.of("yes", "no").get(i) : asked(node).value(i), "then", node(below(node)[i])));
      return Map.of("test", test(node), "branches", branches);
    }

    /** Weka says that there is no class by a missing value. */
    List<String> labels(double label) {
      return Instance.isMissingValue(label) ? List.of() : List.of(data.classAttribute().value((int) label));
    }
  }

  static {
    OPERATIONS.put("grow", given -> {
      Grown grown = new Grown(given);
      return grown.node(grown.root());
    });
    OPERATIONS.put("best_tests", given -> {
      Grown grown = new Grown(given);
      if (Grown.below(grown.root()) == null) return Map.of("tests", List.of());
      Map<String, Object> best = new LinkedHashMap<>(Map.of("tests", List.of(grown.test(grown.root()))));
      if (grown.tree instanceof J48) best.put("value", ((C45Split) field(grown.root(), "m_localModel")).gainRatio());
      return best;
    });
    OPERATIONS.put("predict", given -> {
      Grown grown = new Grown(given);
      double[] cells = new double[grown.data.numAttributes()];
      for (int i = 0; i < cells.length - 1; i++) cells[i] = cell(grown.data.attribute(i), given.getAsJsonObject("record"));
      cells[cells.length - 1] = Instance.missingValue();
      Instance record = new Instance(1, cells);
      record.setDataset(grown.data);
      double label = grown.tree.classifyInstance(record);
      double[] shares = grown.tree.distributionForInstance(record);
      Map<String, Object> distribution = new LinkedHashMap<>();
      for (int c = 0; c < shares.length; c++) distribution.put(grown.data.classAttribute().value(c), shares[c]);
      return Map.of("labels", grown.labels(label), "distribution", distribution);
    });
    OPERATIONS.put("training_errors", given -> {
      Grown grown = new Grown(given);
      Evaluation evaluation = new Evaluation(grown.data);
      evaluation.evaluateModel(grown.tree, grown.data);
      return evaluation.incorrect();
    });
  }

  static double cell(Attribute attribute, JsonObject record) {
    if (!record.has(attribute.name())) throw new Refusal("no " + attribute.name());
    return cell(attribute, text(record, attribute.name()));
  }

  static double cell(Attribute attribute, String text) {
    if (text.isEmpty() || text.equals("?")) return Instance.missingValue();
    if (attribute.isNumeric()) return number(text);
    if (attribute.indexOfValue(text) < 0) throw new Refusal(text + " is no value of " + attribute.name());
    return attribute.indexOfValue(text);
  }

  // Data: a column is numeric if all its known cells are and nothing else is declared; values are declared, or sorted as numbers or text

  static Instances table(JsonObject data) {
    if (!data.has("rows") || data.has("where") || data.has("spelling") || data.has("missing")) throw new Skip("data in files, or to be prepared");
    List<String> header = texts(data.getAsJsonArray("header")), ignored = data.has("ignore") ? texts(data.getAsJsonArray("ignore")) : List.of();
    List<List<String>> rows = new ArrayList<>();
    for (JsonElement row : data.getAsJsonArray("rows")) rows.add(texts(row.getAsJsonArray()));
    if (rows.stream().anyMatch(row -> row.size() != header.size()) || new TreeSet<>(header).size() < header.size()) throw new Skip("no table");
    String target = text(data, "target"), weights = data.has("weights") ? text(data, "weights") : "";
    List<Attribute> attributes = new ArrayList<>();
    List<Integer> columns = new ArrayList<>();
    for (int j = 0; j < header.size(); j++) {
      if (header.get(j).equals(target) || header.get(j).equals(weights) || ignored.contains(header.get(j))) continue;
      attributes.add(attribute(data, header.get(j), j, rows, false));
      columns.add(j);
    }
    columns.add(header.indexOf(target));
    Instances found = empty(attributes, attribute(data, target, header.indexOf(target), rows, true));
    for (List<String> row : rows) {
      double[] cells = new double[columns.size()];
      for (int i = 0; i < cells.length; i++) cells[i] = cell(found.attribute(i), row.get(columns.get(i)));
      found.add(new Instance(weights.isEmpty() ? 1 : number(row.get(header.indexOf(weights))), cells));
    }
    return found;
  }

  static Attribute attribute(JsonObject data, String name, int column, List<List<String>> rows, boolean target) {
    for (String kind : List.of("nominal", "ordinal"))
      if (data.has(kind) && data.getAsJsonObject(kind).has(name))
        return new Attribute(name, vector(texts(data.getAsJsonObject(kind).getAsJsonArray(name))));
    TreeSet<String> values = new TreeSet<>();
    for (List<String> row : rows) if (!row.get(column).isEmpty() && !row.get(column).equals("?")) values.add(row.get(column));
    boolean numeric = values.stream().allMatch(value -> value.matches("[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?"));
    if (numeric && !target) return new Attribute(name);
    List<String> sorted = new ArrayList<>(values);
    if (numeric) sorted.sort(Comparator.comparingDouble(Double::parseDouble));
    return new Attribute(name, vector(sorted));
  }

  static Instances empty(List<Attribute> attributes, Attribute target) {
    FastVector all = vector(attributes);
    all.addElement(target);
    Instances found = new Instances("given", all, 0);
    found.setClassIndex(all.size() - 1);
    return found;
  }

  static Attribute nominal(String name, int values) {
    FastVector found = new FastVector();
    for (int i = 0; i < values; i++) found.addElement("v" + i);
    return new Attribute(name, found);
  }

  static FastVector vector(List<?> items) {
    FastVector found = new FastVector();
    items.forEach(found::addElement);
    return found;
  }

  static Object field(Object of, String name) throws Exception {
    for (Class<?> type = of.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (field.getName().equals(name)) {
          field.setAccessible(true);
          return field.get(of);
        }
      }
    }
    throw new NoSuchFieldException(name);
  }

  // JSON

  static String text(JsonObject given, String name) { return given.get(name).getAsString(); }

  static double of(JsonObject given, String name) { return number(given.get(name)); }

  static double number(JsonElement text) { return number(text.getAsString()); }

  static double number(String text) {
    String[] parts = text.split("/");
    return parts.length == 1 ? Double.parseDouble(text) : Double.parseDouble(parts[0]) / Double.parseDouble(parts[1]);
  }

  static List<String> texts(JsonArray array) {
    List<String> found = new ArrayList<>();
    array.forEach(item -> found.add(item.getAsString()));
    return found;
  }

  static double[] numbers(JsonArray array) { return texts(array).stream().mapToDouble(Harness::number).toArray(); }

  static double[][] rows(JsonObject given, String name) {
    List<double[]> found = new ArrayList<>();
    given.getAsJsonArray(name).forEach(row -> found.add(numbers(row.getAsJsonArray())));
    return found.toArray(double[][]::new);
  }

  // The conversation

  static Map<String, Object> reply(JsonObject asked, Gson gson) {
    Operation operation = OPERATIONS.get(text(asked, "operation"));
    if (operation == null) return Map.of("skipped", "not in Weka");
    try {
      JsonElement answer = gson.toJsonTree(operation.answer(asked.getAsJsonObject("given")));
      for (JsonElement name : asked.has("part") ? asked.getAsJsonArray("part") : new JsonArray()) {
        if (answer.isJsonObject() && !answer.getAsJsonObject().has(name.getAsString())) return Map.of("skipped", "no such part");
        answer = answer.isJsonArray() ? answer.getAsJsonArray().get(name.getAsInt() - 1) : answer.getAsJsonObject().get(name.getAsString());
      }
      return Map.of("answer", answer);
    } catch (Skip why) {
      return Map.of("skipped", why.getMessage());
    } catch (UnsupportedAttributeTypeException why) {
      return Map.of("skipped", why.getMessage());
    } catch (Refusal | IllegalArgumentException | weka.core.WekaException why) {
      return Map.of("refused", String.valueOf(why.getMessage()));
    } catch (Exception problem) {
      return Map.of("errored", String.valueOf(problem));
    }
  }

  public static void main(String[] arguments) throws Exception {
    Gson gson = new GsonBuilder().serializeSpecialFloatingPointValues().serializeNulls().create();
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    java.io.PrintStream output = new java.io.PrintStream(System.out, true, "UTF-8");
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      JsonObject said = JsonParser.parseString(line).getAsJsonObject();
      String command = text(said, "cmd");
      if (command.equals("stop")) break;
      Map<String, Object> answer = new LinkedHashMap<>();
      if (command.equals("start")) {
        answer.put("version", 1);
        answer.put("implementation", Map.of("name", "Weka", "language", "java", "version", Version.VERSION));
      } else {
        answer.put("seq", said.get("seq"));
        answer.putAll(reply(said.getAsJsonObject("case"), gson));
      }
      output.println(gson.toJson(answer));
    }
  }
}
