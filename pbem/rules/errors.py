"""The three ways in which an order can be wrong, and what a bad set-up is."""


class RulesError(Exception):
    """A mistake in an order or in the options; says what was found and expected."""

    #: The code that a command ends with.
    exit = 3

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class Illegal(RulesError):
    """Understood, but not allowed now."""


class Unreadable(RulesError):
    """Not understood: a word, an order, a position or an option that has no reading."""

    exit = 4


class Ambiguous(Unreadable):
    """More than one reading; `readings` are the words of the order, each with one meaning."""

    def __init__(self, message: str, readings: tuple[str, ...]) -> None:
        super().__init__(message, "say which: " + "; ".join(readings))
        self.readings = readings
