internal import Foundation
internal import Glibc
internal import Threads

/// A program started by a test. Its lines are read as they arrive, and it never outlives the test.
///
/// It is killed, with the whole process group it leads, by `end()`, by the deinitialiser, or when the test process
/// dies.
package final class ChildProgram: Sendable {
  package enum Stream: Sendable { case output, error }

  /// The end of a program: its exit status or its signal.
  package enum Exit: Equatable, Sendable {
    case code(Int32)
    case signal(Int32)
  }

  /// The variables of a test run itself and of a person who runs it; a hub would report them as unknown.
  private static let ownVariables: Set<String> = [
    "DEADWAX_BUDGET", "DEADWAX_CASES", "DEADWAX_DEBUG_INFO", "DEADWAX_HUB", "DEADWAX_PAGES", "DEADWAX_REQUIRE_ALL",
    "DEADWAX_TEST_LIMIT",
  ]

  package let processID: Int32
  private let name: String
  private let input: Locked<Int32?>
  private let output: ChildOutput
  private let error: ChildOutput
  private let exited = Monitor<Exit?>(nil)
  private let isEnded = Locked(false)

  /// Starts a program of this package.
  ///
  /// - Parameters:
  ///   - name: the name of the executable product, such as `deadwaxd`.
  ///   - arguments: the arguments without the program's name.
  ///   - environment: variables to add to the tests' own environment.
  ///   - folder: the working folder; nil for the tests' own.
  /// - Throws: `TestFailure` if it is not built or cannot be started.
  package convenience init(
    _ name: String, _ arguments: [String] = [], environment: [String: String] = [:], in folder: String? = nil
  ) throws(TestFailure) {
    try self.init(path: try Repository.program(name), arguments, environment: environment, in: folder)
  }

  /// Starts any program.
  ///
  /// - Parameters:
  ///   - path: the absolute path. A path that does not exist ends with code 127, as in a shell.
  ///   - arguments: the arguments without the program's name.
  ///   - environment: variables to add to the tests' own environment.
  ///   - folder: the working folder; nil for the tests' own.
  /// - Throws: `TestFailure` if no process can be started.
  package init(
    path: String, _ arguments: [String] = [], environment: [String: String] = [:], in folder: String? = nil
  ) throws(TestFailure) {
    let own = ProcessInfo.processInfo.environment.filter { !Self.ownVariables.contains($0.key) }
    let all = own.merging(environment) { $1 }
    let child = try Spawner.start(
      [path] + arguments, environment: all.map { "\($0.key)=\($0.value)" }, folder: folder)
    processID = child.processID
    name = path.split(separator: "/").last.map(String.init) ?? path
    input = Locked(child.input)
    output = ChildOutput(reading: child.output, name: "child output")
    error = ChildOutput(reading: child.error, name: "child error")
    _ = DedicatedThread("child exit") { [exited, processID] in
      var event = siginfo_t()
      // WNOWAIT leaves the process unreaped, so that its id still refers to this group when it is killed.
      while waitid(P_PID, id_t(processID), &event, WEXITED | WNOWAIT) < 0, errno == EINTR {}
      let status = event._sifields._sigchld.si_status
      exited.update { $0 = event.si_code == CLD_EXITED ? .code(status) : .signal(status) }
    }
  }

  deinit { end() }

  // MARK: - Output

  /// The lines so far, without their line feeds, oldest first.
  package func lines(on stream: Stream = .output) -> [String] {
    stream == .output ? output.lines : error.lines
  }

  /// Waits for a line, among those printed so far and those to come.
  ///
  /// - Throws: `TestFailure` with the whole output, if the stream or the time ends first.
  @discardableResult
  package func line(
    on stream: Stream = .output, within limit: Duration = .seconds(180), fileID: String = #fileID, line: Int = #line,
    where matches: @escaping @Sendable (String) -> Bool
  ) async throws(TestFailure) -> String {
    let found = await onLane("child line") { [wanted = stream == .output ? output : error, output, error] in
      if let found = wanted.firstLine(within: limit, where: matches) { return String?.some(found) }
      // The end of one stream may be seen shortly before the last lines of the other.
      output.waitForEnd(atMost: .milliseconds(200))
      error.waitForEnd(atMost: .milliseconds(200))
      return nil
    }
    if let found { return found }
    throw TestFailure("\(name) did not print the line within \(limit), at \(fileID):\(line)\n\(transcript)")
  }

  /// Waits for the port in the first address `http://127.0.0.1:PORT` that the program prints, with TLS `https`. Programs
  /// listen on port 0 and print the port they got.
  package func port(
    within limit: Duration = .seconds(180), fileID: String = #fileID, line: Int = #line
  ) async throws(TestFailure) -> UInt16 {
    let found = try await self.line(within: limit, fileID: fileID, line: line) { Self.port(in: $0) != nil }
    guard let port = Self.port(in: found) else { throw TestFailure("no port in '\(found)'") }
    return port
  }

  private static func port(in line: String) -> UInt16? {
    guard let address = line.range(of: "://127.0.0.1:") else { return nil }
    return UInt16(line[address.upperBound...].prefix { $0.isASCII && $0.isNumber })
  }

  /// The whole output, for a failure message.
  package var transcript: String {
    (["\(name) said:"] + output.lines.suffix(200) + ["and on standard error:"] + error.lines.suffix(200))
      .joined(separator: "\n")
  }

  // MARK: - Input

  /// Writes to the program's standard input, and waits until the pipe has accepted all bytes.
  ///
  /// - Throws: `TestFailure` if the program no longer reads.
  package func write(_ text: String) throws(TestFailure) { try write(Array(text.utf8)) }

  /// Writes bytes to the program's standard input, and waits until the pipe has accepted all of them.
  package func write(_ bytes: [UInt8]) throws(TestFailure) {
    let code = input.withLock { descriptor in
      descriptor.map { writeQuietly(bytes, to: $0) } ?? EBADF
    }
    guard code == 0 else { throw TestFailure("\(name) takes no input: \(String(cString: strerror(code)))") }
  }

  /// Closes the program's standard input.
  package func closeInput() {
    input.withLock { descriptor in
      if let open = descriptor { close(open) }
      descriptor = nil
    }
  }

  /// Sends a signal to the program alone, not to its group.
  package func signal(_ number: Int32) {
    isEnded.withLock { isEnded in
      if !isEnded { kill(processID, number) }
    }
  }

  // MARK: - Exit

  package var isRunning: Bool { exited.read { $0 == nil } }

  /// Waits until the program has ended and its last lines were read.
  ///
  /// - Throws: `TestFailure` if it does not end in time.
  @discardableResult
  package func exit(
    within limit: Duration = .seconds(180), fileID: String = #fileID, line: Int = #line
  ) async throws(TestFailure) -> Exit {
    let end: Exit? = await onLane("child exit") { [exited, output, error] in
      guard let end = exited.wait(atMost: limit, until: { $0 }) else { return nil }
      // A grandchild may hold the streams open for longer; only tests of that case wait for it.
      output.waitForEnd(atMost: .seconds(1))
      error.waitForEnd(atMost: .seconds(1))
      return end
    }
    guard let end else {
      throw TestFailure("\(name) did not end within \(limit), at \(fileID):\(line)\n\(transcript)")
    }
    return end
  }

  /// Kills the program and the rest of its group. Safe to call again.
  package func end() {
    isEnded.withLock { isEnded in
      guard !isEnded else { return }
      isEnded = true
      kill(-processID, SIGKILL)
      kill(processID, SIGKILL)
      _ = exited.wait { $0 }
      waitpid(processID, nil, 0)
    }
    closeInput()
  }
}

/// Calls write(2) until all bytes are written. If the reader has gone, the result is `EPIPE` without a signal,
/// regardless of the process's SIGPIPE setting.
///
/// - Returns: 0, or the error number.
private func writeQuietly(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
  var pipeSignal = sigset_t()
  sigemptyset(&pipeSignal)
  sigaddset(&pipeSignal, SIGPIPE)
  var before = sigset_t()
  pthread_sigmask(SIG_BLOCK, &pipeSignal, &before)
  defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 {
      rest = rest.dropFirst(count)
    } else if errno != EINTR {
      let code = errno
      var now = timespec()
      if code == EPIPE { sigtimedwait(&pipeSignal, nil, &now) }
      return code
    }
  }
  return 0
}
