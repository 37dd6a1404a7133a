"""What a template may ask of a game. `bind` puts the game's own in place of these names."""

from .rule import Slot

ACTIONS, SEATS, STATE, DEALER = Slot("ACTIONS"), Slot("SEATS"), Slot("STATE"), Slot("DEALER")
setup, acting, pace, legal, play, returns = (
    Slot("setup"),
    Slot("acting"),
    Slot("pace"),
    Slot("legal"),
    Slot("play"),
    Slot("returns"),
)
see, redeal, key = Slot("see"), Slot("redeal"), Slot("key")
