import java.lang.reflect.Field;
import weka.classifiers.Classifier;
import weka.classifiers.IteratedSingleClassifierEnhancer;
import weka.classifiers.trees.RandomForest;
import weka.core.Instances;
import weka.core.Utils;
import weka.core.converters.ConverterUtils.DataSource;

/**
 * Prints the trees of RandomForest of Weka 3.6, which has no option -print, as dtref reads them:
 * java -cp weka.jar PrintForest.java -t data.arff [-c class] [options of RandomForest] > forest.txt, then: dtref verify forest.txt --format j48 …
 */
public class PrintForest {
    public static void main(String[] options) throws Exception {
        Instances data = DataSource.read(Utils.getOption('t', options));
        String place = Utils.getOption('c', options);
        data.setClassIndex(place.isEmpty() ? data.numAttributes() - 1 : Integer.parseInt(place) - 1);
        RandomForest forest = new RandomForest();
        forest.setOptions(options);
        Utils.checkForRemainingOptions(options);
        forest.buildClassifier(data);
        System.out.println("Scheme: weka.classifiers.trees.RandomForest " + Utils.joinOptions(forest.getOptions()) + "\n");
        System.out.println(forest);
        Classifier[] trees = (Classifier[]) held(held(forest, RandomForest.class, "m_bagger"), IteratedSingleClassifierEnhancer.class, "m_Classifiers");
        for (Classifier tree : trees) {
            System.out.println(tree + "\n");
        }
    }

    private static Object held(Object owner, Class<?> declaring, String name) throws Exception {
        Field field = declaring.getDeclaredField(name);
        field.setAccessible(true);
        return field.get(owner);
    }
}
