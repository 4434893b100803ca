// A harness to copy: fill in the two functions, then  dtref judge --impl "java Harness.java" --max-examples 100
// A function returns a number, or NaN where there is no value; Refused says that the input is none, Skipped that it isn't there.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public class Harness {
    static class Refused extends RuntimeException { Refused(String why) { super(why); } }

    static class Skipped extends RuntimeException { Skipped(String why) { super(why); } }

    // Fill in these two

    static double gini(double[] counts) {
        throw new Skipped("gini");
    }

    static double f1(double tp, double fn, double fp, double tn) {
        throw new Skipped("f1");
    }

    // JSON: texts, lists, maps; a number, true, false and null are their texts

    static String json;
    static int at;

    static void blanks() {
        while (at < json.length() && Character.isWhitespace(json.charAt(at))) at++;
    }

    static Object value() {
        blanks();
        char first = json.charAt(at);
        if (first == '"') return text();
        if (first == '[') {
            List<Object> list = new ArrayList<>();
            for (at++; !closed(']'); ) list.add(value());
            return list;
        }
        if (first == '{') {
            Map<String, Object> map = new LinkedHashMap<>();
            for (at++; !closed('}'); ) {
                blanks();
                String name = text();
                blanks();
                at++;
                map.put(name, value());
            }
            return map;
        }
        int begun = at;
        while (at < json.length() && ",]} \t".indexOf(json.charAt(at)) < 0) at++;
        return json.substring(begun, at);
    }

    static boolean closed(char end) {
        blanks();
        if (json.charAt(at) == ',') at++;
        if (json.charAt(at) != end) return false;
        at++;
        return true;
    }

    static String text() {
        StringBuilder out = new StringBuilder();
        for (at++; json.charAt(at) != '"'; at++) {
            char c = json.charAt(at);
            if (c == '\\') {
                c = json.charAt(++at);
                if (c == 'u') {
                    c = (char) Integer.parseInt(json.substring(at + 1, at + 5), 16);
                    at += 4;
                } else c = c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c == 'b' ? '\b' : c == 'f' ? '\f' : c;
            }
            out.append(c);
        }
        at++;
        return out.toString();
    }

    static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (char c : text.toCharArray()) out.append(c == '"' || c == '\\' ? "\\" + c : c < ' ' ? " " : String.valueOf(c));
        return out.append('"').toString();
    }

    // What the questions hold: numbers are texts such as "9", "9/100" or "0.5"

    static double number(Object text) {
        String[] parts = text.toString().split("/");
        return Double.parseDouble(parts[0]) / (parts.length > 1 ? Double.parseDouble(parts[1]) : 1);
    }

    static double[] counts(List<?> texts) {
        double[] found = texts.stream().mapToDouble(Harness::number).toArray();
        for (double n : found) if (n < 0) throw new Refused("a count below 0");
        return found;
    }

    // A column of a data set by its name, the target's, too; for operations such as grow
    static List<String> column(Map<?, ?> data, String name) {
        int place = ((List<?>) data.get("header")).indexOf(name);
        List<String> cells = new ArrayList<>();
        for (Object row : (List<?>) data.get("rows")) cells.add(((List<?>) row).get(place).toString());
        return cells;
    }

    static double answer(String operation, Map<?, ?> given) {
        switch (operation) {
            case "gini":
                return gini(counts((List<?>) given.get("counts")));
            case "f1":
                if (!given.containsKey("tp")) throw new Skipped("a matrix");
                double[] n = counts(List.of(given.get("tp"), given.get("fn"), given.get("fp"), given.get("tn")));
                return f1(n[0], n[1], n[2], n[3]);
            default:
                throw new Skipped("not here");
        }
    }

    static String reply(String operation, Map<?, ?> given) {
        try {
            double x = answer(operation, given);
            return "\"answer\": " + (Double.isFinite(x) ? Double.toString(x) : "null");
        } catch (Skipped why) {
            return "\"skipped\": " + quoted(why.getMessage());
        } catch (Refused why) {
            return "\"refused\": " + quoted(why.getMessage());
        } catch (RuntimeException problem) {
            return "\"errored\": " + quoted(problem.toString());
        }
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        while ((json = lines.readLine()) != null) {
            at = 0;
            Map<?, ?> message = (Map<?, ?>) value();
            if (message.get("cmd").equals("stop")) return;
            if (message.get("cmd").equals("start")) {
                String takes = "{\"operations\": [\"gini\", \"f1\"], \"files\": false}";
                System.out.println("{\"version\": 1, \"implementation\": {\"name\": \"mine\"}, \"takes\": " + takes + "}");
            } else {
                Map<?, ?> asked = (Map<?, ?>) message.get("case");
                String said = reply((String) asked.get("operation"), (Map<?, ?>) asked.get("given"));
                System.out.println("{\"seq\": " + message.get("seq") + ", " + said + "}");
            }
            System.out.flush();
        }
    }
}
