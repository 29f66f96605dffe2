"""Answers and news put into a batch: who gets which mail, and who gets none."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Sequence
from datetime import datetime

from pbem import rules
from pbem.chain import Chain
from pbem.crypto.labels import digest, label
from pbem.crypto.signatures import document_id
from pbem.errors import PbemError, Refused
from pbem.formats import flat
from pbem.mail import compose
from pbem.mail.envelope import Envelope
from pbem.post import letters
from pbem.post.batches import Batch
from pbem.post.folder import Spooled
from pbem.post.judging import Judged
from pbem.post.letters import Tidings
from pbem.post.memory import NOTHING, UNCHANGED, Counted, Memory
from pbem.post.opening import Useless
from pbem.post.settings import Book, Settings
from pbem.render import mailboard

_NAME = 32  # digits of a hash that names a mail


class Writer:
    """Writes the mails of one batch."""

    def __init__(
        self, settings: Settings, book: Book, memory: Memory, batch: Batch, now: datetime
    ) -> None:
        self._settings = settings
        self._book = book
        self._memory = memory
        self._batch = batch
        self._now = now
        self._sender = compose.Sender(settings.address, settings.name)
        self._written = 0
        #: The pictures of boards, by game.
        self._boards: dict[str, str] = {}

    def address(self, game: str, name: str) -> str | None:
        """The address of a player, if it is in the book."""
        return self._book.get(game, {}).get(name)

    def _id(self, key: str, purpose: str) -> str:
        return f"<{key[:_NAME]}.{purpose}@{self._settings.domain}>"

    def _answer_id(self, spooled: Spooled, purpose: str) -> str:
        """The id of an answer; the same message at another time has another one."""
        return self._id(digest(label("answer", spooled.name)).hex(), purpose)

    def thread(self, chain: Chain) -> str:
        """The id under which all mails of a game hang together."""
        return self._id(chain.invitation.id.hex(), "game")

    def _write(self, letter: compose.Letter) -> None:
        self._written += 1
        own = letter.message_id.partition("@")[0].lstrip("<")
        name = f"{int(self._now.timestamp() * 1000)}.{self._written:04d}-{own}"
        self._batch.mail(name, compose.compose(letter, self._sender, self._now))

    def _may(self, address: str, sort: str, mail: str) -> bool:
        counted: Counted = (address, sort, mail, self._now.timestamp())
        allowed = self._memory.may_answer(counted)
        if allowed:
            self._batch.count(counted)
        return allowed

    def answer(self, about: Tidings, judged: Judged, file: bytes | None) -> bool:
        """Answer a player's document by mail, with the game if there is a *file* to give.

        False if there is no mail: no address is known, there were too many answers that changed
        nothing, or the same message was answered before.
        """
        assert judged.player is not None
        address = self.address(about.game, judged.player)
        mail = self._answer_id(judged.message.spooled, "answer")
        if judged.is_old or address is None:
            return False
        if not (judged.fresh or self._may(address, UNCHANGED, mail)):
            return False
        player, message, verdict = judged.player, judged.message, judged.verdict

        def text(about: Tidings) -> str:
            return letters.answer(about, player, message, verdict, news=file is not None)

        letter = self._letter(about, address, text, mail, file)
        self._write(_in_reply(letter, judged.message.envelope))
        return True

    def tell(self, about: Tidings, name: str, file: bytes) -> bool:
        """Tell a player who did not write what is new; False if no address is known."""
        address = self.address(about.game, name)
        if address is None:
            return False
        mail = self._id(self._batch.name, f"news-{name}")
        text = functools.partial(letters.tidings, name=name)
        self._write(self._letter(about, address, text, mail, file))
        return True

    def remind(self, about: Tidings, name: str, days: int, file: bytes) -> bool:
        """Remind a player who is asked; False if no address is known."""
        address = self.address(about.game, name)
        if address is None:
            return False
        mail = self._id(self._batch.name, f"remind-{name}")
        text = functools.partial(letters.reminder, name=name, days=days)
        self._write(self._letter(about, address, text, mail, file))
        return True

    def _letter(
        self,
        about: Tidings,
        address: str,
        text: Callable[[Tidings], str],
        mail: str,
        file: bytes | None,
    ) -> compose.Letter:
        board = "" if file is None else self._board(about)
        html = mailboard.page(text(about._replace(pictured=True)), board) if board else ""
        return compose.Letter(
            to=address,
            subject=f"{self._settings.name}: {about.game}",
            text=text(about),
            html=html,
            message_id=mail,
            thread=[self.thread(about.chain)],
            files=[] if file is None else [(about.file, file)],
            automatic=compose.UNASKED,
        )

    def _board(self, about: Tidings) -> str:
        """The picture of the board that all who get the new file see; none before the deal."""
        game = about.chain.game
        if game is None:
            return ""
        if about.game not in self._boards:
            asked = about.chain.pending()
            self._boards[about.game] = mailboard.html(rules.public(game), game.cards, asked)
        return self._boards[about.game]

    def nothing_found(self, useless: Useless) -> bool:
        """Answer a message without anything usable, if a person in the book has written it."""
        address = self._known(useless.envelope)
        mail = self._answer_id(useless.spooled, "nothing")
        if address is None or not self._may(address, NOTHING, mail):
            return False
        text = letters.nothing_found(useless.problem, self._settings.address)
        letter = compose.Letter(address, f"{self._settings.name}: no order found", text, mail)
        self._write(_in_reply(letter, useless.envelope))
        return True

    def _known(self, envelope: Envelope | None) -> str | None:
        """The address in the book that a mail says it is from, if it may be answered."""
        if envelope is None or not envelope.may_be_answered:
            return None
        named = compose.senders(envelope.sender)
        known = [one for players in self._book.values() for one in players.values()]
        found = {one.lower(): one for one in known if one.lower() in named}
        return next(iter(found.values())) if len(named) == 1 and found else None


def _in_reply(letter: compose.Letter, envelope: Envelope | None) -> compose.Letter:
    """A letter as the answer to a message, in its thread if it was a mail."""
    if envelope is None:
        return letter._replace(automatic=compose.ANSWERED)
    thread = [*letter.thread, *envelope.references]
    return letter._replace(thread=thread, answers=envelope.message_id, automatic=compose.ANSWERED)


def put_answers(
    writer: Writer,
    batch: Batch,
    about: Tidings,
    judged: Sequence[Judged],
    *,
    file: bytes | None,
    due: Collection[str],
) -> set[str]:
    """Answer all messages of a game, and tell the news to those to whom it is *due*.

    Who gets a mail with the newest *file* is given.
    """
    # Whose order was taken gets the file with that answer.
    bringing = {one.player for one in judged if one.fresh}
    served: set[str] = set()
    for one in judged:
        if one.player is None:
            put_useless(writer, batch, _of_nobody(one), game=about.game)
            continue
        give = one.fresh or (one.player in due and one.player not in bringing | served)
        left = _leave(batch, about, one)
        mailed = writer.answer(about, one, file if give else None)
        if mailed and give:
            served.add(one.player)
        if one.is_agreement:
            batch.keep(_kept_name(about.game, one), one.message.document)
        batch.message(one.message.spooled)
        batch.note(
            "again" if one.is_old else "judged",
            game=about.game,
            player=one.player,
            message=one.message.spooled.digest,
            taken=one.verdict.error is None,
            verdict=one.verdict.message,
            answered=mailed or left,
        )
    for name in due:
        if name not in served:
            assert file is not None
            mailed = writer.tell(about, name, file)
            batch.note("told", game=about.game, player=name, mailed=mailed)
            if mailed:
                served.add(name)
    return served


def _of_nobody(judged: Judged) -> Useless:
    """A message with a document that no player of the game has signed."""
    error, message = judged.verdict.error, judged.message
    problem = error if isinstance(error, PbemError) else Refused(judged.verdict.message)
    return Useless(message.spooled, message.envelope, problem)


def put_useless(writer: Writer, batch: Batch, useless: Useless, **about: object) -> None:
    """Refuse a message in which nothing can be used."""
    spooled, reason = useless.spooled, useless.problem.message
    left = leave_reason(batch, spooled, useless.problem)
    answered = writer.nothing_found(useless) or left
    batch.message(spooled, reason=reason)
    batch.note("refused", message=spooled.digest, reason=reason, answered=answered, **about)


def _leave(batch: Batch, about: Tidings, judged: Judged) -> bool:
    """Lay the answer into a folder for who has put a file into one; False for a message."""
    spooled, player = judged.message.spooled, judged.player
    if not spooled.file or player is None:
        return False
    text = letters.answer(about, player, judged.message, judged.verdict, news=False)
    batch.leave(f"{about.game}.{player}.{spooled.digest[:8]}.txt", text)
    return True


def leave_reason(batch: Batch, spooled: Spooled, problem: PbemError) -> bool:
    """Lay the reason why a file is of no use where its answer would lie; False for a message."""
    if not spooled.file:
        return False
    batch.leave(f"{spooled.file}.txt", letters.unusable(spooled.file, problem))
    return True


def _kept_name(game: str, judged: Judged) -> str:
    """The name of the file in which a player's word is kept, by player and proposal."""
    content = flat.read(judged.message.kind, judged.message.region)
    number = document_id(judged.message.kind, judged.message.region).hex()[:8]
    return f"{game}-{judged.player}-{content.raw('proposal').hex()[:8]}-{number}.toml"


def batch_name(game: str | None, state: str, digests: Sequence[str]) -> str:
    """The name of a batch: the same messages to the same game give the same one."""
    return digest(label("batch", game or "", state, *digests)).hex()[:_NAME]
