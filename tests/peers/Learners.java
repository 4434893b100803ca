import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import weka.classifiers.Classifier;
import weka.classifiers.Evaluation;

/**
 * What learners of Weka print, one after another: a line has the file for it, the class of the learner, or of a program that prints by itself,
 * and its options, between tabs.
 */
public class Learners {
    public static void main(String[] none) throws Exception {
        PrintStream out = System.out;
        System.setOut(System.err);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] words = line.split("\t");
            String said = "";
            try {
                String[] options = Arrays.copyOfRange(words, 2, words.length);
                Class<?> asked = Class.forName(words[1]);
                String text = Classifier.class.isAssignableFrom(asked) ? Evaluation.evaluateModel(words[1], options) : printed(asked, options);
                Files.write(Path.of(words[0]), text.getBytes("UTF-8"));
            } catch (InvocationTargetException wrapped) {
                said = wrapped.getCause().toString().replace('\n', ' ');
            } catch (Throwable problem) {
                said = problem.toString().replace('\n', ' ');
            }
            out.println(said);
            out.flush();
        }
    }

    private static String printed(Class<?> program, String[] options) throws Exception {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        System.setOut(new PrintStream(text, true, "UTF-8"));
        try {
            program.getMethod("main", String[].class).invoke(null, (Object) options);
        } finally {
            System.setOut(System.err);
        }
        return text.toString("UTF-8");
    }
}
