internal import CProcess
internal import Glibc
internal import Threads

/// A starter of child processes, on one thread that lives as long as the tests.
///
/// The children die with the thread that started them (`PR_SET_PDEATHSIG`, prctl(2)), so they end even if the test
/// process is killed. A thread of the shared pool is unsuitable: it may end while its children are needed.
enum Spawner {
  struct Child {
    let processID: Int32
    let input: Int32
    let output: Int32
    let error: Int32
  }

  /// - Parameters:
  ///   - command: the program's absolute path, followed by its arguments.
  ///   - environment: the child's whole environment, as `NAME=value`.
  ///   - folder: the child's working folder; nil for this process's own.
  /// - Returns: the child's process id, and this process's ends of its three pipes.
  /// - Throws: `TestFailure` with the name of the failed call.
  static func start(_ command: [String], environment: [String], folder: String?) throws(TestFailure) -> Child {
    let answer = Monitor<Result<Child, TestFailure>?>(nil)
    orders.update { $0.append(Order(command: command, environment: environment, folder: folder, answer: answer)) }
    return try answer.wait { $0 }.get()
  }

  private struct Order: Sendable {
    let command: [String]
    let environment: [String]
    let folder: String?
    let answer: Monitor<Result<Child, TestFailure>?>
  }

  private static let orders: Monitor<[Order]> = {
    let orders = Monitor<[Order]>([])
    _ = DedicatedThread("spawner") {
      while true {
        let order = orders.wait { $0.isEmpty ? nil : $0.removeFirst() }
        order.answer.update { $0 = spawn(order) }
      }
    }
    return orders
  }()

  private static func spawn(_ order: Order) -> Result<Child, TestFailure> {
    var pipes: [Int32] = []
    func fail(_ call: String, _ code: Int32) -> Result<Child, TestFailure> {
      for descriptor in pipes { close(descriptor) }
      return .failure(TestFailure("\(call) for \(order.command[0]): \(String(cString: strerror(code)))"))
    }
    for _ in 0..<3 {
      var pair: [Int32] = [0, 0]
      guard pipe2(&pair, O_CLOEXEC) == 0 else { return fail("pipe2", errno) }
      pipes += pair
    }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, pipes[0], 0)
    posix_spawn_file_actions_adddup2(&actions, pipes[3], 1)
    posix_spawn_file_actions_adddup2(&actions, pipes[5], 2)
    // The child must not inherit the open files of the tests or their libraries.
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    if let folder = order.folder { posix_spawn_file_actions_addchdir_np(&actions, folder) }

    // A process group of its own, so that it can be killed as a whole, with the signal settings that a shell would
    // pass.
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

    // setpriv(1), from Debian's essential util-linux, requests the death signal and then executes the program.
    let command = ["/usr/bin/setpriv", "--pdeathsig", "KILL", "--"] + order.command
    let arguments = command.map { strdup($0) } + [nil]
    let environment = order.environment.map { strdup($0) } + [nil]
    defer { for text in arguments + environment { free(text) } }
    var processID: pid_t = 0
    let code = posix_spawn(&processID, command[0], &actions, &attributes, arguments, environment)
    guard code == 0 else { return fail("posix_spawn", code) }
    for index in [0, 3, 5] { close(pipes[index]) }
    return .success(Child(processID: processID, input: pipes[1], output: pipes[2], error: pipes[4]))
  }
}
