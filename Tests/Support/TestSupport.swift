// Shared by tests
