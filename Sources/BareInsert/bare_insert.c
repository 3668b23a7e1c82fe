#define _GNU_SOURCE
#include "bare_insert.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

double bare_insert_rate(const char *path, int rows, int batch) {
  sqlite3 *database = NULL;
  sqlite3_stmt *insert = NULL;
  int code = sqlite3_open(path, &database);
  if (code == SQLITE_OK)
    code = sqlite3_exec(
        database,
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
        "CREATE TABLE scan (sequence INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, station TEXT NOT NULL,"
        " at INTEGER NOT NULL, symbology TEXT NOT NULL, text TEXT NOT NULL, outcome TEXT NOT NULL) STRICT",
        NULL, NULL, NULL);
  if (code == SQLITE_OK)
    code = sqlite3_prepare_v2(
        database, "INSERT INTO scan (id, station, at, symbology, text, outcome) VALUES (?1, 'desk', ?2, 'EAN-13', ?3, 'found')",
        -1, &insert, NULL);
  double start = now();
  for (int row = 0; row < rows && code == SQLITE_OK; row++) {
    if (row % batch == 0) code = sqlite3_exec(database, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    if (code != SQLITE_OK) break;
    char id[40], text[16];
    snprintf(id, sizeof id, "0192f0c4-7b1a-7000-8000-%012x", row);
    snprintf(text, sizeof text, "%013d", row);
    sqlite3_bind_text(insert, 1, id, -1, SQLITE_TRANSIENT);
    sqlite3_bind_int64(insert, 2, 1795165520000LL + row);
    sqlite3_bind_text(insert, 3, text, -1, SQLITE_TRANSIENT);
    code = sqlite3_step(insert);
    if (code == SQLITE_DONE) code = sqlite3_reset(insert);
    if (code == SQLITE_OK && (row % batch == batch - 1 || row == rows - 1))
      code = sqlite3_exec(database, "COMMIT", NULL, NULL, NULL);
  }
  double seconds = now() - start;
  sqlite3_finalize(insert);
  sqlite3_close(database);
  return code == SQLITE_OK ? rows / seconds : -code;
}

int bare_sync_times(const char *path, int count, double *milliseconds) {
  int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) return errno;
  char block[4096];
  memset(block, 7, sizeof block);
  int error = 0;
  for (int turn = 0; turn < count; turn++) {
    double start = now();
    if (write(file, block, sizeof block) != sizeof block || fdatasync(file) != 0) {
      error = errno;
      break;
    }
    milliseconds[turn] = (now() - start) * 1000;
  }
  close(file);
  return error;
}
