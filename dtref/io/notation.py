"""
Recognises texts as a person would: a number, a number in another notation, a sign for an unknown value, a date.

A number is a numeral of `dtref.spec.model.numerals`. Files have other forms in its place: `11,5`, `1,000`, `$10`, `40 %`, `12 kg`, `(5)`,
`inf`; `NA`, `null`, `-`. Nothing is read by this module: it names what a column looks like, for messages.
"""

from __future__ import annotations

import re
import unicodedata
from enum import StrEnum

from dtref.spec.model.numerals import is_numeral


class TextLook(StrEnum):
    """The kinds of look of a text. The value is its name in messages."""

    NUMBER = "a number"
    GAP = "no value"
    DECIMAL_COMMA = "a number with a decimal comma"
    DECIMAL_POINT = "a number with a decimal point"
    GROUPED = "a number with a thousands separator"
    CURRENCY = "an amount of money"
    PERCENT = "a percentage"
    UNIT = "a number with a unit"
    INFINITE = "an infinity"
    PARENTHESES = "a number in parentheses"
    OTHER_DIGITS = "a number in other digits or signs"
    QUOTED = "a number in quotes"
    UNCERTAIN = "a number with its error"
    PAIR = "a fraction, or two numbers"
    DATE = "a date or time"
    TEXT = "a text"


OTHER_NOTATIONS = frozenset(TextLook) - {TextLook.NUMBER, TextLook.GAP, TextLook.DATE, TextLook.PAIR, TextLook.TEXT}
"""The ways to write a number that are not read as one. 120/80 is a blood pressure as often as a fraction."""

_WRITTEN_BY_PROGRAMS = (
    "missing|na|n/a|n.a.|nan|-nan|nat|null|(null)|<na>|#na|#n/a|#n/a n/a|#null!|#value!|#ref!|#div/0!|#num!|#name?|1.#ind|-1.#ind|1.#qnan|"
    "-1.#qnan|(missing)|(blank)|(empty)|k.a.|k. a.|\\n|??|???|?|"
)
_WRITTEN_BY_PEOPLE = (
    "n.a|n/d|nd|+nan|none|nil|unknown|(unknown)|not available|not applicable|undefined|undef|void|blank|empty|"
    "-|--|---|–|—|.|..|...|…|*|**|/|_|x.x|:|::|(d)|(x)|(s)|(n)|(z)|(na)|no data|no answer|not known|not reported|refused|prefer not to say|"
    "keine angabe|keine daten|unbekannt|n.b.|k.a|non disponible|n.c.|nc|sin datos|sin dato|s/d|s.d.|n.d.|non disponibile|b.d.|brak"
)

GAPS_AMONG_TEXTS = frozenset(_WRITTEN_BY_PROGRAMS.split("|"))
"""
The signs, in small letters, that stand for "not known" beside words, too: what programs write, which no language means, and the empty
one. "none", "unknown" are answers as often as gaps ("other debtors: none"), and so is "-" beside "+".
"""

_GAPS = GAPS_AMONG_TEXTS | set(_WRITTEN_BY_PEOPLE.split("|"))
"""The signs, in small letters, that stand for "not known" where the other cells of a column are numbers."""

_FAILED = re.compile(r"#[A-ZÀ-Ý/0-9]{2,12}[!?]|#N/D|#NV")
"""What spreadsheets show where a formula fails, in their languages."""

_CAPITAL_NONE = "None"
"""Python's sign for an unknown value. In lower case it is an ordinary word."""

_SIGN = r"[+\-−–]?"
_PLAIN = r"(?:[0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)(?:[eE][+-]?[0-9]+)?"
_SPACE = r"[ \u00a0\u2009\u202f]"
_GROUPED = (
    r"[0-9]{1,3}(?:(?:,[0-9]{2})*(?:,[0-9]{3})+(?:\.[0-9]*)?|(?:\.[0-9]{3}){2,}(?:,[0-9]*)?|(?:\.[0-9]{3})+,[0-9]*|"
    rf"(?:(?:{_SPACE}|['’_])[0-9]{{3}})+(?:[.,][0-9]*)?)"
)
_AMOUNT = rf"(?:{_GROUPED}|{_PLAIN})"
_CURRENCIES = r"(?:US\$|[$€£¥₹₽₩₺¢]|EUR|USD|GBP|CHF|JPY|CNY|INR|SEK|NOK|DKK|PLN|CZK|CAD|AUD|Euro|Fr\.|kr\.?|zł)"
_UNITS = (
    r"(?:kg|mg|µg|μg|lbs?|oz|tons?|km|cm|mm|µm|μm|nm|mi|miles?|ft|yd|in|inch|inches|m²|m2|km²|m³|cm³|m3|ha|sqm|sqft|km/h|kmh|mph|m/s|"
    r"°C|°F|°|ºC|º|degC|K|sec|secs|seconds?|msec|ms|min|mins|minutes?|hrs?|hours?|days?|weeks?|wks?|months?|years?|yrs?|yo|y|"
    r"ml|mL|dl|cl|l|L|liters?|litres?|mg/dl|mg/dL|mg/l|mmol/l|mmol/L|g/dl|g/dL|bpm|mmHg|kPa|hPa|Pa|bar|psi|kWh|kW|MW|W|mV|V|mA|Hz|kHz|MHz|"
    r"GHz|kB|KB|MB|GB|TB|px|pts?|pcs|dB|cal|kcal|kJ|J|N|rpm|ppm|g|m|s|h|k|M|mio|Mio\.?|bn|percent|pct)"
)

_DATES = re.compile(
    r"(?:[0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}|[0-9]{1,2}[-/.][0-9]{1,2}[-/.][0-9]{4}|[0-9]{1,2}[/.][0-9]{1,2}[/.][0-9]{2}|"
    r"[0-9]{4}-(?:0[1-9]|1[0-2])|[0-9]{4}-?W[0-5][0-9]|"
    r"[0-9]{1,2}[-. ]*MONTH[-., ]*(?:[0-9]{4}|[0-9]{2})|MONTH[-. ]+[0-9]{1,2}(?:st|nd|rd|th)?,?[-. ]+[0-9]{4}|MONTH[-. ]+[0-9]{4})"
    r"(?:,?[T ]+CLOCK)?|CLOCK".replace(
        "MONTH",
        r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|january|february|march|april|june|july|august|september|"
        r"october|november|december|januar|februar|märz|mai|juni|juli|oktober|dezember|okt|dez)",
    ).replace("CLOCK", r"[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?(?: ?[ap]\.?m\.?)?(?:Z| ?[+-][0-9]{2}:?[0-9]{2}| UTC| GMT)?"),
    re.IGNORECASE,
)

_OTHERS: tuple[tuple[TextLook, re.Pattern[str]], ...] = (
    (TextLook.DECIMAL_COMMA, re.compile(rf"{_SIGN}(?!0*[1-9][0-9]{{0,2}}(?:,[0-9]{{3}})+$)(?:[0-9]+,[0-9]*|,[0-9]+)(?:[eE][+-]?[0-9]+)?")),
    (TextLook.GROUPED, re.compile(_SIGN + _GROUPED)),
    (TextLook.INFINITE, re.compile(r"[+\-−]?(?:inf|infinity|∞|1\.#inf)", re.IGNORECASE)),
    (TextLook.PERCENT, re.compile(rf"{_SIGN}{_AMOUNT}{_SPACE}?[%‰]")),
    (
        TextLook.CURRENCY,
        re.compile(
            rf"{_SIGN}{_CURRENCIES}{_SPACE}?{_SIGN}{_AMOUNT}(?:[kKMB]|{_SPACE}?(?:Mio\.?|bn))?|{_SIGN}{_AMOUNT}{_SPACE}?{_CURRENCIES}"
        ),
    ),
    (TextLook.UNIT, re.compile(rf"{_SIGN}{_AMOUNT}{_SPACE}?{_UNITS}")),
    (TextLook.PARENTHESES, re.compile(rf"\({_SPACE}?(?:{_CURRENCIES}{_SPACE}?)?{_AMOUNT}(?:{_SPACE}?[%‰])?{_SPACE}?\)")),
    (
        TextLook.OTHER_DIGITS,
        re.compile(
            rf"[−–‑‐]{_PLAIN}|(?=.*[0-9].*[0-9]){_AMOUNT}-|0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+|{_SIGN}[0-9]+\.[0-9]*[dD][+-]?[0-9]+|"
            rf"{_SIGN}[0-9]+[·⋅٫][0-9]+|{_SIGN}[0-9.,]+[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+|{_SIGN}[0-9]*{_SPACE}?[½⅓⅔¼¾⅕⅛⅜⅝⅞]|{_SIGN}{_PLAIN}{_SPACE}?[×·*x]{_SPACE}?10(?:\^|\*\*)?[+\-−]?[0-9⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+"
        ),
    ),
    (TextLook.QUOTED, re.compile(rf"=\"?{_SIGN}{_AMOUNT}\"?|['‘’´`\"“”„]{_SIGN}{_AMOUNT}['‘’´`\"“”]?")),
    (TextLook.UNCERTAIN, re.compile(rf"{_SIGN}{_AMOUNT}{_SPACE}?(?:±|\+/-|\+-){_SPACE}?{_AMOUNT}")),
    (TextLook.PAIR, re.compile(r"[0-9]+/[0-9]+")),
)


def look(text: str, decimal: str = ".") -> TextLook:
    """
    The look of a text, where numbers have this decimal mark.

    >>> [str(look(t)) for t in ("-1.5", "11,5", "1,000", "$10", "40 %", "12 kg", "(5)", "-inf", "NA", "2024-05-17", "5-more")]
    ['a number', 'a number with a decimal comma', 'a number with a thousands separator', 'an amount of money', 'a percentage',
     'a number with a unit', 'a number in parentheses', 'an infinity', 'no value', 'a date or time', 'a text']
    >>> str(look("11,5", ",")), str(look("11.5", ","))
    ('a number', 'a number with a decimal point')
    """
    bare, seen = text.strip(), without_invisible(text)
    if is_numeral(bare, decimal):
        return TextLook.NUMBER
    if is_numeral(bare):
        return TextLook.DECIMAL_POINT
    # No number as it is: a gap, other digits, a date, another notation, or a text.
    if bare.casefold() in _GAPS or _FAILED.fullmatch(bare):
        return TextLook.GAP
    if seen != bare and is_numeral(seen, decimal):
        return TextLook.OTHER_DIGITS
    if any(c.isdecimal() and not c.isascii() for c in bare) and is_numeral("".join(str(int(c)) if c.isdecimal() else c for c in bare)):
        return TextLook.OTHER_DIGITS
    if _DATES.fullmatch(bare):
        return TextLook.DATE
    return next((kind for kind, pattern in _OTHERS if pattern.fullmatch(bare)), TextLook.TEXT)


def without_invisible(text: str) -> str:
    """
    A text without the signs that nobody sees: marks of direction, joiners, blanks of no width, byte order marks; without blanks around it.

    >>> without_invisible("\\u200e5 "), without_invisible("yes\\u200b")
    ('5', 'yes')
    """
    return text.strip() if text.isascii() else "".join(c for c in text if unicodedata.category(c) != "Cf").strip()


def is_gap_among_texts(text: str) -> bool:
    """
    Whether a text stands for "not known" even where the other cells are words.

    >>> [is_gap_among_texts(t) for t in ("NA", "null", "None", "none", "-", "unknown")]
    [True, True, True, False, False, False]
    """
    bare = text.strip()
    return bare.casefold() in GAPS_AMONG_TEXTS or bare == _CAPITAL_NONE or _FAILED.fullmatch(bare) is not None


def suffix(text: str) -> str:
    """
    The letters after the digits of a number with a unit.

    >>> suffix("12 kg"), suffix("3m")
    ('kg', 'm')
    """
    return re.sub(r"^.*[0-9.,]", "", text.strip()).strip()
