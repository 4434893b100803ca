// A harness to copy: fill in the two functions, then  go build harness.go && dtref judge --impl ./harness --max-examples 100
// A function returns a number, or NaN where there is no value; an error of `refuse` says that the input is none, of `skip` that it isn't there.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
)

type reply map[string]any

type noAnswer struct{ kind, why string }

func (n noAnswer) Error() string { return n.why }

func skip(why string) error   { return noAnswer{"skipped", why} }
func refuse(why string) error { return noAnswer{"refused", why} }

// Fill in these two

func gini(counts []float64) (float64, error) { return 0, skip("gini") }

func f1(tp, fn, fp, tn float64) (float64, error) { return 0, skip("f1") }

// What the questions hold: numbers are texts such as "9", "9/100" or "0.5"

type inputs map[string]json.RawMessage

func number(text string) (float64, error) {
	top, bottom, found := strings.Cut(text, "/")
	x, err := strconv.ParseFloat(top, 64)
	if err == nil && found {
		y, wrong := strconv.ParseFloat(bottom, 64)
		return x / y, wrong
	}
	return x, err
}

func counts(texts []string) ([]float64, error) {
	found := make([]float64, len(texts))
	for i, text := range texts {
		n, err := number(text)
		if err != nil {
			return nil, err
		}
		if n < 0 {
			return nil, refuse("a count below 0")
		}
		found[i] = n
	}
	return found, nil
}

// Table is a data set; for operations such as grow.
type Table struct {
	Header []string   `json:"header"`
	Rows   [][]string `json:"rows"`
	Target string     `json:"target"`
}

func answer(operation string, given inputs) (float64, error) {
	switch operation {
	case "gini":
		var texts []string
		if err := json.Unmarshal(given["counts"], &texts); err != nil {
			return 0, err
		}
		found, err := counts(texts)
		if err != nil {
			return 0, err
		}
		return gini(found)
	case "f1":
		texts := make([]string, 4)
		for i, name := range []string{"tp", "fn", "fp", "tn"} {
			if json.Unmarshal(given[name], &texts[i]) != nil {
				return 0, skip("a matrix")
			}
		}
		n, err := counts(texts)
		if err != nil {
			return 0, err
		}
		return f1(n[0], n[1], n[2], n[3])
	}
	return 0, skip("not here")
}

func said(operation string, given inputs) reply {
	x, err := answer(operation, given)
	if none, is := err.(noAnswer); is {
		return reply{none.kind: none.why}
	}
	if err != nil {
		return reply{"errored": err.Error()}
	}
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return reply{"answer": nil}
	}
	return reply{"answer": x}
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		var message struct {
			Cmd  string `json:"cmd"`
			Seq  any    `json:"seq"`
			Case struct {
				Operation string `json:"operation"`
				Given     inputs `json:"given"`
			} `json:"case"`
		}
		if json.Unmarshal(lines.Bytes(), &message) != nil || message.Cmd == "stop" {
			return
		}
		out := reply{"version": 1, "implementation": reply{"name": "mine"}, "takes": reply{"operations": []string{"gini", "f1"}, "files": false}}
		if message.Cmd == "run" {
			out = said(message.Case.Operation, message.Case.Given)
			out["seq"] = message.Seq
		}
		line, _ := json.Marshal(out)
		fmt.Println(string(line))
	}
}
