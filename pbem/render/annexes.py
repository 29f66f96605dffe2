"""What each annex does, in a few words for people who do not hold the card."""

from __future__ import annotations

EFFECTS = {
    "barn": "a grave, nothing more",
    "cultivator": "at once 1F for each artisan annex of yours",
    "mechanic": "to build takes one accomplice fewer",
    "distiller": "one accomplice goes without wages",
    "gardener": "2F each morning",
    "landscaper": "at once 4F; at the end 4F for each artisan in the exit stack",
    "butcher": "one action may kill any number of travelers",
    "newsboy": "at once 1F for each merchant annex of yours",
    "representative": "to bribe takes one accomplice fewer",
    "concierge": "a traveler who takes the room you choose brings you his rank in francs",
    "grocer": "at once 4F; at the end 4F for each merchant in the exit stack",
    "shopkeeper": "one action may bribe any number of travelers",
    "brewer": "one action may bribe up to 4 peasants",
    "novice": "at once 1F for each religious annex of yours",
    "monk": "at once a white key of your choice becomes yours",
    "abbot": "to bury takes one accomplice fewer",
    "priest": "accomplices who help to bury come back",
    "archbishop": "one action may bury any number of corpses",
    "bishop": "at once 4F; at the end 4F for each religious guest in the exit stack",
    "baron": "at once 4F",
    "viscount": "at once 6F",
    "count": "at once 9F",
    "duke": "at once 4F; at the end 4F for each noble in the exit stack",
    "prince": "at the end 3F for each check",
    "marquis": "at once 18F",
}
