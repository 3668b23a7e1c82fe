#pragma once
#include <spawn.h>

// GNU extensions of the C library that <unistd.h> and <spawn.h> show only under _GNU_SOURCE, which Swift's own C
// library module is built without. They are declared here as glibc 2.34 and later have them.
extern int pipe2(int descriptors[2], int flags);
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
