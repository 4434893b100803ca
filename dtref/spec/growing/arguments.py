"""What is grown from: a data set and a policy. Anything else is refused by name, before it is asked for what it hasn't."""

from __future__ import annotations

from dtref.errors import Invalid
from dtref.spec.growing.policy import Policy
from dtref.spec.model.data import DataSet


def check_grown_from(data: object, policy: object) -> None:
    """
    Errors: Invalid for what is no data set, or no policy, with what makes one.

    >>> check_grown_from([[1, 2]], "cart")
    Traceback (most recent call last):
    dtref.errors.Invalid: data: expected a data set, as dtref.from_arrays and dtref.read_csv return (got 'list')
    """
    if not isinstance(data, DataSet):
        remedy = "; dtref.from_frame(frame, target=…) makes one of a data frame" if hasattr(data, "columns") else ""
        remedy = "; the policy comes after it" if isinstance(data, Policy) else remedy
        raise Invalid("data", f"a data set, as dtref.from_arrays and dtref.read_csv return{remedy}", type(data).__name__)
    if not isinstance(policy, Policy):
        named = f", not its name {policy!r}" if isinstance(policy, str) else ""
        wanted = f"a policy, as dtref.CART is one{named}, or dtref.policy_of(tree), which the model states"
        raise Invalid("policy", wanted, type(policy).__name__)
