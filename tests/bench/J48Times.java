import java.io.BufferedReader;
import java.io.FileReader;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import weka.classifiers.trees.J48;
import weka.core.Instances;

/** Processor and wall seconds of a number of fits of J48 with the options after file and rounds, after as many to warm up; then its leaves. */
public class J48Times {
    public static void main(String[] words) throws Exception {
        Instances data = new Instances(new BufferedReader(new FileReader(words[0])));
        data.setClassIndex(data.numAttributes() - 1);
        int rounds = Integer.parseInt(words[1]);
        double leaves = 0;
        for (int i = 0; i < 2 * rounds; i++) {
            J48 learner = new J48();
            learner.setOptions(Arrays.copyOfRange(words, 2, words.length));
            long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime(), clock = System.nanoTime();
            learner.buildClassifier(data);
            long taken = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start, wall = System.nanoTime() - clock;
            if (i >= rounds) System.out.println(taken / 1e9 + " " + wall / 1e9);
            leaves = learner.measureNumLeaves();
        }
        System.out.println((int) leaves);
    }
}
