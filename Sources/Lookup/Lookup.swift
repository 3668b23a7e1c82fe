// Lookup
