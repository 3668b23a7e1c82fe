#pragma once
#include <spawn.h>

// GNU extensions of the C library. They need _GNU_SOURCE, and Swift's C library module is built without it.

// Creates a pipe that no child inherits, in one step. With fcntl, a child started in between would inherit it.
extern int pipe2(int descriptors[2], int flags);
// Closes all descriptors from `from` on in a child (glibc 2.34).
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
// Returns a descriptor that poll(2) reports as readable when the process has ended (glibc 2.36, Linux 5.3).
extern int pidfd_open(pid_t process, unsigned int flags);
