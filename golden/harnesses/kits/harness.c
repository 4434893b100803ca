/* A harness to copy: fill in the two functions, then  cc -o harness harness.c -lm && dtref judge --impl ./harness --max-examples 100
   A function returns a number, or NAN where there is no value; before it returns, `refused` or `skipped` may say why there is no answer. */

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *refused, *skipped;

/* Fill in these two */

static double gini(const double *counts, int n) {
    (void)counts, (void)n;
    return skipped = "gini", NAN;
}

static double f1(double tp, double fn, double fp, double tn) {
    (void)tp, (void)fn, (void)fp, (void)tn;
    return skipped = "f1", NAN;
}

/* JSON: a value is a text, or a list of values, or an object, which is a list of names and values in turn */

typedef struct Value { char *text; struct Value **parts; int n, is_object; } Value;

static const char *at;

static void blanks(void) { while (isspace((unsigned char)*at)) at++; }

static char *text(void) {
    char *out = malloc(strlen(at) + 1), *end = out;
    for (at++; *at && *at != '"'; at++) {
        if (*at != '\\') { *end++ = *at; continue; }
        at++;
        if (*at == 'u') { /* beyond ASCII a question mark is enough for names that are only compared */
            unsigned code = (unsigned)strtoul((char[]){at[1], at[2], at[3], at[4], 0}, NULL, 16);
            *end++ = code < 128 ? (char)code : '?';
            at += 4;
        } else *end++ = *at == 'n' ? '\n' : *at == 't' ? '\t' : *at == 'r' ? '\r' : *at;
    }
    at++;
    *end = 0;
    return out;
}

static Value *value(void) {
    Value *v = calloc(1, sizeof *v);
    blanks();
    if (*at == '"') v->text = text();
    else if (*at == '[' || *at == '{') {
        char close = *at++ == '[' ? ']' : '}';
        v->is_object = close == '}';
        for (blanks(); *at && *at != close; blanks()) {
            v->parts = realloc(v->parts, (size_t)(v->n + 1) * sizeof *v->parts);
            v->parts[v->n++] = value();
            blanks();
            if (*at == ',' || *at == ':') at++;
        }
        at++;
    } else { /* a number, true, false, null: its text */
        size_t length = strcspn(at, ",]} \t\r\n");
        v->text = calloc(length + 1, 1);
        memcpy(v->text, at, length);
        at += length;
    }
    return v;
}

static Value *part(const Value *object, const char *name) {
    for (int i = 0; object && object->is_object && i + 1 < object->n; i += 2)
        if (!strcmp(object->parts[i]->text, name)) return object->parts[i + 1];
    return NULL;
}

static void release(Value *v) {
    for (int i = 0; i < v->n; i++) release(v->parts[i]);
    free(v->parts), free(v->text), free(v);
}

/* What the questions hold: numbers are texts such as "9", "9/100" or "0.5" */

static double number(const char *said) {
    const char *slash = strchr(said, '/');
    return strtod(said, NULL) / (slash ? strtod(slash + 1, NULL) : 1);
}

static double count(const char *said) {
    double n = number(said);
    if (n < 0) refused = "a count below 0";
    return n;
}

/* The cell of a row and column of a data set, by the column's name; NULL where there is none; for operations such as grow */
const char *cell(const Value *data, int row, const char *column) {
    Value *header = part(data, "header"), *rows = part(data, "rows");
    for (int i = 0; header && rows && row < rows->n && i < header->n; i++)
        if (!strcmp(header->parts[i]->text, column)) return rows->parts[row]->parts[i]->text;
    return NULL;
}

static double answer(const char *operation, const Value *given) {
    double x = NAN;
    if (!strcmp(operation, "gini")) {
        Value *list = part(given, "counts");
        double *counts = calloc((size_t)list->n + 1, sizeof *counts);
        for (int i = 0; i < list->n; i++) counts[i] = count(list->parts[i]->text);
        x = refused ? NAN : gini(counts, list->n);
        free(counts);
    } else if (!strcmp(operation, "f1") && part(given, "tp")) {
        double n[4];
        const char *names[] = {"tp", "fn", "fp", "tn"};
        for (int i = 0; i < 4; i++) n[i] = count(part(given, names[i])->text);
        x = refused ? NAN : f1(n[0], n[1], n[2], n[3]);
    } else skipped = "not here";
    return x;
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        at = line;
        Value *message = value();
        const char *cmd = part(message, "cmd")->text;
        if (!strcmp(cmd, "stop")) return 0;
        if (!strcmp(cmd, "start"))
            puts("{\"version\": 1, \"implementation\": {\"name\": \"mine\"}, \"takes\": {\"operations\": [\"gini\", \"f1\"], \"files\": false}}");
        else {
            Value *asked = part(message, "case");
            refused = skipped = NULL;
            double x = answer(part(asked, "operation")->text, part(asked, "given"));
            printf("{\"seq\": %s, ", part(message, "seq")->text);
            if (refused) printf("\"refused\": \"%s\"}\n", refused);
            else if (skipped) printf("\"skipped\": \"%s\"}\n", skipped);
            else if (isfinite(x)) printf("\"answer\": %.17g}\n", x);
            else puts("\"answer\": null}");
        }
        fflush(stdout);
        release(message);
    }
    return 0;
}
