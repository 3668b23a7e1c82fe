"""A second, independent implementation of the lending rules, and a tester that compares it with the hub.

It was written from docs/lending.md alone.
"""
