"""Records to words: events as sentences, views as boards, legal orders as lists."""
