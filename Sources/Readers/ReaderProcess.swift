internal import CSpawn
internal import Glibc

/// A child process with its three pipes: a reader's, used on the reader's lane alone, or another's.
final class ReaderProcess {
  /// How a process ended.
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

  /// Why there is no process.
  struct CannotStart: Error {
    let call: String
    let code: Int32

    var reason: String { String(cString: strerror(code)) }
  }

  let id: pid_t
  /// Readable when the process has ended.
  let exit: Int32
  private(set) var input: Int32?
  private(set) var output: Int32?
  private(set) var errors: Int32?
  private var isReaped = false

  /// Starts a reader's program.
  convenience init(_ configuration: ReaderConfiguration) throws(CannotStart) {
    try self.init(configuration.executable, configuration.arguments, environment: configuration.environment)
  }

  /// Starts a program, in a process group of its own, with no descriptor but its three.
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
    // Fails only for want of descriptors; the end of its output is what tells of its end then.
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

  /// Writing to a process that has gone must show as EPIPE on this thread, whatever the program does with SIGPIPE.
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

  /// Asks the process itself to end.
  func terminate() {
    if !isReaped { kill(id, SIGTERM) }
  }

  /// Ends the process and whatever it has started.
  func killGroup() {
    // While it is not reaped its number, and its group's, cannot belong to anybody else.
    if !isReaped { kill(-id, SIGKILL) }
  }

  /// Takes note of the end, if it has come (`waitpid(2)`), after which no zombie is left.
  func reap() -> Ending? {
    var status: Int32 = 0
    guard !isReaped, waitpid(id, &status, WNOHANG) == id else { return nil }
    isReaped = true
    // As WIFEXITED and its like in <sys/wait.h>, which are macros.
    let signal = status & 0x7F
    return signal == 0 ? .code(status >> 8 & 0xFF) : .signal(signal)
  }
}
