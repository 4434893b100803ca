import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import weka.classifiers.Evaluation;

/** What learners of Weka print, one after another: a line has the file for it, the class of the learner and its options, between tabs. */
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
                Files.write(Path.of(words[0]), Evaluation.evaluateModel(words[1], options).getBytes("UTF-8"));
            } catch (Throwable problem) {
                said = problem.toString().replace('\n', ' ');
            }
            out.println(said);
            out.flush();
        }
    }
}
