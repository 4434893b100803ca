"""What is needed where a model doesn't state how it was grown."""

from __future__ import annotations

from dtref.errors import way


def policy_needed() -> str:
    """
    That a policy is to be named, as the end of a message.

    >>> policy_needed()
    'a policy is to be named'
    """
    return way("--as is needed", "a policy is to be named")
