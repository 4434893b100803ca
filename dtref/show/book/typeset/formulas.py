"""Formulas of docstrings as MathML: what is arithmetic is parsed, the words between are text."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define

from dtref.show.book.typeset.letters import FUNCTION_NAMES, LARGE, RELATION_SIGNS, letter, operator_sign
from dtref.show.book.typeset.tokens import Token, TokenKind

CLOSING = {"(": ")", "[": "]", "{": "}"}
END = Token(TokenKind.END, "", True)
GAP = '<mspace width="0.2em"/>'


class NoFormula(ValueError):  # noqa: N818  (what the text is)
    """The tokens are no formula that can be read."""


def mathml_of(found: Sequence[Token]) -> str:
    """
    The content of a `math` element. Errors: NoFormula where the tokens can't be read as one.

    >>> from dtref.show.book.typeset.tokens import tokens
    >>> mathml_of(tokens("TP / P"))
    '<mfrac><mi>TP</mi><mi>P</mi></mfrac>'
    >>> mathml_of(tokens("sum_i x^2"))
    '<mrow><munder><mo>∑</mo><mi>i</mi></munder><msup><mi>x</mi><mn>2</mn></msup></mrow>'
    """
    reader = _Reader(found)
    content = reader.relations(frozenset())
    if reader.ahead.kind is not TokenKind.END:
        raise NoFormula(reader.ahead.text)
    return content


@define
class _Reader:
    """Reads tokens one after the other; each method reads one thing and gives its MathML."""

    found: Sequence[Token]
    at: int = 0

    @property
    def ahead(self) -> Token:
        return self.found[self.at] if self.at < len(self.found) else END

    def take(self, text: str = "") -> Token:
        one = self.ahead
        if one.kind is TokenKind.END or (text and one.text != text):
            raise NoFormula(f"{text or 'more'}: {one.text}")
        self.at += 1
        return one

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
            parts += [GAP] * _apart(self.found, self.at, bool(parts)) + [self.factor(closing)]
            while self.ahead.text == "/" and self.ahead.spaced:
                self.take()
                below = self.product(closing) if self.ahead.text in LARGE else self.factor(closing)
                parts = [f"<mfrac>{bare(_row(parts))}{bare(below)}</mfrac>"]
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
        following = self.found[self.at + 1] if self.at + 1 < len(self.found) else END
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
        one = self.ahead
        opens = one.text == "|" and "|" not in closing and one.spaced and not one.followed
        named = one.kind is TokenKind.TEXT and bool(closing)
        return (
            one.kind in {TokenKind.NUMBER, TokenKind.WORD, TokenKind.OPEN} or opens or named or (one.text in {"...", "…"} and self.at > 0)
        )

    def factor(self, closing: frozenset[str]) -> str:
        """An atom with its powers; a quotient without spaces around its sign."""
        whole = self.powers(closing)
        while self.ahead.text == "/" and not self.ahead.spaced:
            self.take()
            whole = f"<mfrac>{bare(whole)}{bare(self.powers(closing))}</mfrac>"
        return whole

    def powers(self, closing: frozenset[str]) -> str:
        whole = self.atom(closing)
        while not self.ahead.spaced and self.ahead.text in {"^", "**", "!", "'", "_", "."}:
            mark = self.take().text
            if mark == "!":
                whole = f"<mrow>{whole}<mo>!</mo></mrow>"
            elif mark == "'":
                whole = f"<msup>{whole}<mo>′</mo></msup>"
            elif mark == ".":
                whole = f"<mrow>{whole}<mo>.</mo>{letter(self.take().text)}</mrow>"
            elif mark == "_":
                whole = f"<msub>{whole}{self.index()}</msub>"
            else:
                whole = f"<msup>{whole}{self.exponent(closing)}</msup>"
        return whole

    def exponent(self, closing: frozenset[str]) -> str:
        if self.ahead.text in {"-", "−"}:
            return f"<mrow>{operator_sign(self.take().text)}{self.atom(closing)}</mrow>"
        return bare(self.atom(closing))

    def index(self) -> str:
        """What stands below: a group in brackets, or the letters up to the next sign."""
        if self.ahead.text in {"{", "("}:
            return self.group(shown=False)
        first = self.take()
        parts = [_one(first)]
        while self.ahead.kind in {TokenKind.NUMBER, TokenKind.WORD} and not self.ahead.spaced:
            parts.append(_one(self.take()))
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
        one = self.ahead
        if one.kind is TokenKind.OPEN:
            return self.group()
        if one.text == "|" and "|" not in closing:
            self.take()
            inside = self.relations(frozenset("|"))
            self.take("|")
            return f"<mrow><mo>|</mo>{inside}<mo>|</mo></mrow>"
        if one.text in {"...", "…"}:
            return operator_sign(self.take().text)
        if one.kind is TokenKind.NUMBER:
            return f"<mn>{self.take().text}</mn>"
        if one.kind is not TokenKind.WORD and not (one.kind is TokenKind.TEXT and closing):
            raise NoFormula(one.text)
        self.take()
        if one.text in LARGE:
            return self.large(LARGE[one.text])
        if one.text == "sqrt":
            return f"<msqrt>{bare(self.powers(closing))}</msqrt>"
        return self.called(one, closing)

    def large(self, mark: str) -> str:
        shown = f"<mo>{mark}</mo>"
        if self.ahead.text == "_":
            self.take()
            below = self.index()
            if self.ahead.text == "^" and not self.ahead.spaced:
                self.take()
                return f"<munderover>{shown}{below}{self.index()}</munderover>"
            return f"<munder>{shown}{below}</munder>"
        return shown

    def called(self, one: Token, closing: frozenset[str]) -> str:
        """A name, with its index and what it is called with."""
        name = "<msub><mi>log</mi><mn>2</mn></msub>" if one.text == "log2" else letter(one.text)
        while not self.ahead.spaced and self.ahead.text in {"_", "'"}:
            name = f"<msub>{name}{self.index()}</msub>" if self.take().text == "_" else f"<msup>{name}<mo>′</mo></msup>"
        if not self.ahead.spaced and self.ahead.text in {"^", "**"} and one.text in {"cos", "sin"}:
            self.take()
            name = f"<msup>{name}{self.exponent(closing)}</msup>"
        if not self.ahead.spaced and self.ahead.text == "(":
            return f"<mrow>{name}{self.group()}</mrow>"
        if one.text in FUNCTION_NAMES and self.starts(closing):
            return f"<mrow>{name}{GAP}{self.factor(closing)}</mrow>"
        return name


def _one(token: Token) -> str:
    if token.kind is TokenKind.NUMBER:
        return f"<mn>{token.text}</mn>"
    if token.kind not in {TokenKind.WORD, TokenKind.TEXT}:
        raise NoFormula(token.text)
    return letter(token.text)


def _apart(found: Sequence[Token], at: int, later: bool) -> int:
    """1 where a little room is wanted between two factors: before and after names of several letters."""
    return int(later and at < len(found) and found[at].spaced and any(len(found[i].text) > 1 for i in (at - 1, at)))


def bare(content: str) -> str:
    """
    What stands above or below a line or under a root, without the brackets around it.

    >>> bare("<mrow><mo>(</mo><mi>n</mi><mo>)</mo></mrow>"), bare("<mi>n</mi>")
    ('<mi>n</mi>', '<mi>n</mi>')
    """
    start, end = "<mrow><mo>(</mo>", "<mo>)</mo></mrow>"
    return content.removeprefix(start).removesuffix(end) if content.startswith(start) and content.endswith(end) else content


def _row(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"<mrow>{''.join(parts)}</mrow>"
