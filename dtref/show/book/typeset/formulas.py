"""Formulas of docstrings as MathML, by recursive descent: arithmetic is parsed, the words between are text."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define

from dtref.show.book.typeset.letters import FUNCTION_NAMES, LARGE, RELATION_SIGNS, letter, operator_sign
from dtref.show.book.typeset.tokens import Token, TokenKind

CLOSING = {"(": ")", "[": "]", "{": "}"}
END = Token(TokenKind.END, "", True)
GAP = '<mspace width="0.2em"/>'


class NoFormula(ValueError):  # noqa: N818  (what the text is)
    """The tokens can't be read as a formula."""


def mathml_of(formula: Sequence[Token]) -> str:
    """
    The content of a `math` element. Errors: NoFormula where the tokens can't be read as one.

    >>> from dtref.show.book.typeset.tokens import tokens
    >>> mathml_of(tokens("TP / P"))
    '<mfrac><mi>TP</mi><mi>P</mi></mfrac>'
    >>> mathml_of(tokens("sum_i x^2"))
    '<mrow><munder><mo>∑</mo><mi>i</mi></munder><msup><mi>x</mi><mn>2</mn></msup></mrow>'
    """
    reader = _Reader(formula)
    content = reader.relations(frozenset())
    if reader.ahead.kind is not TokenKind.END:
        raise NoFormula(reader.ahead.text)
    return content


@define
class _Reader:
    """Reads tokens one after the other; each method reads one thing and gives its MathML."""

    formula: Sequence[Token]
    at: int = 0

    @property
    def ahead(self) -> Token:
        return self.formula[self.at] if self.at < len(self.formula) else END

    def take(self, text: str = "") -> Token:
        token = self.ahead
        if token.kind is TokenKind.END or (text and token.text != text):
            raise NoFormula(f"{text or 'more'}: {token.text}")
        self.at += 1
        return token

    def relations(self, closing: frozenset[str]) -> str:
        """Sums with relations, commas and bars between them, up to what closes the bracket."""
        parts = [] if self.ahead.text in RELATION_SIGNS - {"|"} and closing else [self.sum(closing)]
        while self.ahead.text in RELATION_SIGNS and self.ahead.text not in closing:
            parts.append(operator_sign(self.take().text))
            if self.ahead.kind is not TokenKind.END and self.ahead.text not in closing:
                parts.append(self.sum(closing))
        return _row(parts)

    def sum(self, closing: frozenset[str]) -> str:
        parts = [operator_sign(self.take().text)] if self.ahead.text in {"-", "+", "−", "±"} else []
        parts.append(self.product(closing))
        while self.ahead.text in {"+", "-", "±", "−", "...", "…"}:
            parts.append(operator_sign(self.take().text))
            if closing or self.starts(closing):
                parts.append(self.product(closing))
        return _row(parts)

    def product(self, closing: frozenset[str]) -> str:
        """Factors side by side; a quotient with spaces around its sign is of all of them so far."""
        parts: list[str] = []
        while True:
            parts += [GAP] * _apart(self.formula, self.at, bool(parts)) + [self.factor(closing)]
            while self.ahead.text == "/" and self.ahead.spaced:
                self.take()
                divisor = self.product(closing) if self.ahead.text in LARGE else self.factor(closing)
                parts = [f"<mfrac>{bare(_row(parts))}{bare(divisor)}</mfrac>"]
            if (
                self.ahead.text in {"*", "×"}
                or self.times(parts[-1])
                or (self.ahead.text == "." and self.ahead.spaced and self.ahead.followed)
            ):
                mark = self.take()
                parts.append("<mo>×</mo>" if mark.text == "x" else operator_sign(mark.text))
            elif not self.starts(closing):
                return _row(parts)

    def times(self, before: str) -> bool:
        """Whether an x stands for "times"; after a sum sign it doesn't."""
        following = self.formula[self.at + 1] if self.at + 1 < len(self.formula) else END
        operand = not before.startswith(("<munder", "<mo>"))
        return (
            operand
            and self.ahead.text == "x"
            and self.ahead.spaced
            and self.ahead.followed
            and following.kind in {TokenKind.NUMBER, TokenKind.WORD}
        )

    def starts(self, closing: frozenset[str]) -> bool:
        """Whether a factor is ahead."""
        token = self.ahead
        opens = token.text == "|" and "|" not in closing and token.spaced and not token.followed
        text = token.kind is TokenKind.TEXT and bool(closing)
        return (
            token.kind in {TokenKind.NUMBER, TokenKind.WORD, TokenKind.OPEN}
            or opens
            or text
            or (token.text in {"...", "…"} and self.at > 0)
        )

    def factor(self, closing: frozenset[str]) -> str:
        """An atom with its powers; a quotient without spaces around its sign."""
        content = self.powers(closing)
        while self.ahead.text == "/" and not self.ahead.spaced:
            self.take()
            content = f"<mfrac>{bare(content)}{bare(self.powers(closing))}</mfrac>"
        return content

    def powers(self, closing: frozenset[str]) -> str:
        content = self.atom(closing)
        while not self.ahead.spaced and self.ahead.text in {"^", "**", "!", "'", "_", "."}:
            mark = self.take().text
            if mark == "!":
                content = f"<mrow>{content}<mo>!</mo></mrow>"
            elif mark == "'":
                content = f"<msup>{content}<mo>′</mo></msup>"
            elif mark == ".":
                content = f"<mrow>{content}<mo>.</mo>{letter(self.take().text)}</mrow>"
            elif mark == "_":
                content = f"<msub>{content}{self.index()}</msub>"
            else:
                content = f"<msup>{content}{self.exponent(closing)}</msup>"
        return content

    def exponent(self, closing: frozenset[str]) -> str:
        if self.ahead.text in {"-", "−"}:
            return f"<mrow>{operator_sign(self.take().text)}{self.atom(closing)}</mrow>"
        return bare(self.atom(closing))

    def index(self) -> str:
        """A subscript: a group in brackets, or the letters up to the next sign."""
        if self.ahead.text in {"{", "("}:
            return self.group(shown=False)
        first = self.take()
        parts = [_letter_or_number(first)]
        while self.ahead.kind in {TokenKind.NUMBER, TokenKind.WORD} and not self.ahead.spaced:
            parts.append(_letter_or_number(self.take()))
        return _row(parts)

    def group(self, *, shown: bool = True) -> str:
        opening = self.take().text
        closing = CLOSING.get(opening)
        if closing is None:
            raise NoFormula(opening)
        inside = "" if self.ahead.text == closing else self.relations(frozenset((closing,)))
        self.take(closing)
        return f"<mrow><mo>{opening}</mo>{inside}<mo>{closing}</mo></mrow>" if shown else inside

    def atom(self, closing: frozenset[str]) -> str:
        token = self.ahead
        if token.kind is TokenKind.OPEN:
            return self.group()
        if token.text == "|" and "|" not in closing:
            self.take()
            inside = self.relations(frozenset("|"))
            self.take("|")
            return f"<mrow><mo>|</mo>{inside}<mo>|</mo></mrow>"
        if token.text in {"...", "…"}:
            return operator_sign(self.take().text)
        if token.kind is TokenKind.NUMBER:
            return f"<mn>{self.take().text}</mn>"
        if token.kind is not TokenKind.WORD and not (token.kind is TokenKind.TEXT and closing):
            raise NoFormula(token.text)
        self.take()
        if token.text in LARGE:
            return self.large(LARGE[token.text])
        if token.text == "sqrt":
            return f"<msqrt>{bare(self.powers(closing))}</msqrt>"
        return self.called(token, closing)

    def large(self, mark: str) -> str:
        operator = f"<mo>{mark}</mo>"
        if self.ahead.text == "_":
            self.take()
            index = self.index()
            if self.ahead.text == "^" and not self.ahead.spaced:
                self.take()
                return f"<munderover>{operator}{index}{self.index()}</munderover>"
            return f"<munder>{operator}{index}</munder>"
        return operator

    def called(self, function: Token, closing: frozenset[str]) -> str:
        """A name with its index and its arguments."""
        name = "<msub><mi>log</mi><mn>2</mn></msub>" if function.text == "log2" else letter(function.text)
        while not self.ahead.spaced and self.ahead.text in {"_", "'"}:
            name = f"<msub>{name}{self.index()}</msub>" if self.take().text == "_" else f"<msup>{name}<mo>′</mo></msup>"
        if not self.ahead.spaced and self.ahead.text in {"^", "**"} and function.text in {"cos", "sin"}:
            self.take()
            name = f"<msup>{name}{self.exponent(closing)}</msup>"
        if not self.ahead.spaced and self.ahead.text == "(":
            return f"<mrow>{name}{self.group()}</mrow>"
        if function.text in FUNCTION_NAMES and self.starts(closing):
            return f"<mrow>{name}{GAP}{self.factor(closing)}</mrow>"
        return name


def _letter_or_number(token: Token) -> str:
    if token.kind is TokenKind.NUMBER:
        return f"<mn>{token.text}</mn>"
    if token.kind not in {TokenKind.WORD, TokenKind.TEXT}:
        raise NoFormula(token.text)
    return letter(token.text)


def _apart(formula: Sequence[Token], at: int, later: bool) -> int:
    """1 where two factors need a small space between them: before and after names of several letters."""
    return int(later and at < len(formula) and formula[at].spaced and any(len(formula[i].text) > 1 for i in (at - 1, at)))


def bare(content: str) -> str:
    """
    The content above or below a fraction line or under a root, without its outer brackets.

    >>> bare("<mrow><mo>(</mo><mi>n</mi><mo>)</mo></mrow>"), bare("<mi>n</mi>")
    ('<mi>n</mi>', '<mi>n</mi>')
    """
    start, end = "<mrow><mo>(</mo>", "<mo>)</mo></mrow>"
    return content.removeprefix(start).removesuffix(end) if content.startswith(start) and content.endswith(end) else content


def _row(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"<mrow>{''.join(parts)}</mrow>"
