#pragma once
#include <spawn.h>

// GNU extensions of the C library, hidden without _GNU_SOURCE, which Swift's own C library module is built without.

// A pipe that no child inherits, made in one step: with fcntl a child started in between would get it.
extern int pipe2(int descriptors[2], int flags);
// Leaves a child nothing but what is named (glibc 2.34).
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
// A descriptor that poll(2) finds readable when the process has ended (glibc 2.36, Linux 5.3).
extern int pidfd_open(pid_t process, unsigned int flags);
