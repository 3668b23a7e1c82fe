internal import CSpawn
internal import Glibc

/// A child process with its three pipes. A reader's process is used only on the reader's lane.
final class ReaderProcess {
  /// The end of a process: its exit code or signal.
  enum Ending: Equatable, CustomStringConvertible {
    case code(Int32)
    case signal(Int32)

    var description: String {
      switch self {
      case .code(let code): "ended with code \(code)"
      case .signal(let number): "was ended by signal \(number) (\(String(cString: strsignal(number))))"
      }
    }
  }

  /// The reason a process could not be started.
  struct CannotStart: Error {
    let call: String
    let code: Int32

    var reason: String { String(cString: strerror(code)) }
  }

  let id: pid_t
  /// A descriptor that is readable after the process has ended; -1 if there is none.
  let exit: Int32
  private(set) var input: Int32?
  private(set) var output: Int32?
  private(set) var errors: Int32?
  private var isReaped = false

  /// Starts a reader's program.
  convenience init(_ configuration: ReaderConfiguration) throws(CannotStart) {
    try self.init(configuration.executable, configuration.arguments, environment: configuration.environment)
  }

  /// Starts a program in its own process group, with no descriptors other than its three pipes.
  init(_ executable: String, _ words: [String], environment added: [String: String]) throws(CannotStart) {
    var pipes: [Int32] = []
    func fail(_ call: String, _ code: Int32) -> CannotStart {
      for descriptor in pipes { Glibc.close(descriptor) }
      return CannotStart(call: call, code: code)
    }
    for _ in 0..<3 {
      var pair: [Int32] = [-1, -1]
      guard pipe2(&pair, O_CLOEXEC) == 0 else { throw fail("pipe2", errno) }
      pipes += pair
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, pipes[0], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, pipes[3], STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, pipes[5], STDERR_FILENO)
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)

    // The hub ignores SIGPIPE and its lanes block it; a child would inherit both.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    let arguments = ([executable] + words).map { strdup($0) } + [nil]
    let environment = Self.environment(with: added).map { strdup($0) } + [nil]
    defer { for text in arguments + environment { free(text) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, executable, &actions, &attributes, arguments, environment)
    guard code == 0 else { throw fail("posix_spawn", code) }
    for index in [0, 3, 5] { Glibc.close(pipes[index]) }
    id = process
    input = pipes[1]
    output = pipes[2]
    errors = pipes[4]
    for index in [1, 2, 4] { _ = fcntl(pipes[index], F_SETFL, O_NONBLOCK) }
    // This fails only without free descriptors. The end of the output then indicates the end of the process.
    exit = pidfd_open(process, 0)
  }

  deinit {
    closeInput()
    closeOutput()
    closeErrors()
    if exit >= 0 { Glibc.close(exit) }
  }

  private static func environment(with added: [String: String]) -> [String] {
    var variables: [String: String] = [:]
    for name in ["PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "LD_LIBRARY_PATH"] {
      if let value = getenv(name) { variables[name] = String(cString: value) }
    }
    variables.merge(added) { $1 }
    return variables.map { "\($0.key)=\($0.value)" }
  }

  func closeInput() { Self.close(&input) }
  func closeOutput() { Self.close(&output) }
  func closeErrors() { Self.close(&errors) }

  /// Blocks SIGPIPE on this thread, so that writing to an ended process fails with EPIPE, independent of the program's
  /// handling of the signal.
  static func blockPipeSignal() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  private static func close(_ descriptor: inout Int32?) {
    if let open = descriptor { Glibc.close(open) }
    descriptor = nil
  }

  /// Requests the end of the process with SIGTERM.
  func terminate() {
    if !isReaped { kill(id, SIGTERM) }
  }

  /// Kills the process and all processes it started with SIGKILL.
  func killGroup() {
    // Until the process is reaped, its id and that of its group cannot be reused.
    if !isReaped { kill(-id, SIGKILL) }
  }

  /// Returns the end of the process if it has ended, and removes its zombie (`waitpid(2)`). Returns nil otherwise.
  func reap() -> Ending? {
    var status: Int32 = 0
    guard !isReaped, waitpid(id, &status, WNOHANG) == id else { return nil }
    isReaped = true
    // WIFEXITED and related macros of <sys/wait.h> are not available in Swift.
    let signal = status & 0x7F
    return signal == 0 ? .code(status >> 8 & 0xFF) : .signal(signal)
  }
}
