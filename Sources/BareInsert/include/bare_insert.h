#pragma once

/// Inserts rows like those of the history into a fresh database at `path`, with nothing around SQLite: WAL,
/// synchronous=FULL, one prepared statement, `batch` rows per transaction. The reference figure for the hub's own rate.
///
/// Returns rows per second by the monotonic clock, or a negative SQLite result code.
double bare_insert_rate(const char *path, int rows, int batch);

/// Writes 4096 bytes and calls fdatasync, `count` times, in a fresh file at `path`. Stores each time in milliseconds.
/// Returns 0, or errno.
int bare_sync_times(const char *path, int count, double *milliseconds);
