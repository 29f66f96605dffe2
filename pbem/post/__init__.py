"""How mail comes to a desk and leaves it: sources of messages, and senders."""
