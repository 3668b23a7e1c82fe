internal import Glibc

/// A helper process that unmounts the folder when this program has died, in any way.
///
/// FUSE has its own helper (`auto_unmount`), which is insufficient. libfuse does not wait until it has left this
/// process group, and it does not unmount if it checks before the kernel has closed the connection. When the group was
/// killed, about one camera in eight stayed mounted.
enum MountEnd {
  /// Reads until the other end of its input is closed. Only this program holds that end, and it never writes to it.
  private static let script = #"read -r _; exec /usr/bin/fusermount3 -u -z -q -- "$1""#

  /// - Parameter folder: the mounted folder.
  /// - Returns: false if it cannot be started.
  static func start(for folder: String) -> Bool {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return false }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
    // Readers of this program's output must see its end.
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    // A process group of its own: killing this program's group must not end it.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    let command = ["/bin/sh", "-c", script, "sh", folder]
    let words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    let environment: [UnsafeMutablePointer<CChar>?] = [strdup("PATH=/usr/bin:/bin"), nil]
    defer { for word in words + environment { free(word) } }
    var process: pid_t = 0
    return posix_spawn(&process, "/bin/sh", &actions, &attributes, words, environment) == 0
  }
}
