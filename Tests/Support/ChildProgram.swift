internal import Foundation
internal import Glibc
internal import Lanes

/// A program started by a test: its lines are read as they come, and it never outlives the test.
///
/// It is killed, with the whole process group it leads, by `end()`, when the value goes, or when the test process dies.
package final class ChildProgram: Sendable {
  package enum Stream: Sendable { case output, error }

  /// How a program ended.
  package enum Exit: Equatable, Sendable {
    case code(Int32)
    case signal(Int32)
  }

  package let processID: Int32
  private let name: String
  private let input: Guarded<Int32?>
  private let output: ChildOutput
  private let error: ChildOutput
  private let exited = Condition<Exit?>(nil)
  private let isEnded = Guarded(false)

  /// Starts a program of this package.
  ///
  /// - Parameters:
  ///   - name: the executable product, as `deadwaxd`.
  ///   - arguments: without the program's name.
  ///   - environment: added to the tests' own environment.
  ///   - folder: the working folder; the tests' own when nil.
  /// - Throws: `TestFailure` when it is not built or cannot be started.
  package convenience init(
    _ name: String, _ arguments: [String] = [], environment: [String: String] = [:], in folder: String? = nil
  ) throws(TestFailure) {
    try self.init(path: try Repository.program(name), arguments, environment: environment, in: folder)
  }

  /// Starts any program.
  ///
  /// - Parameters:
  ///   - path: its absolute path. One that does not exist ends with code 127, as in a shell.
  ///   - arguments: without the program's name.
  ///   - environment: added to the tests' own environment.
  ///   - folder: the working folder; the tests' own when nil.
  /// - Throws: `TestFailure` when no process can be started.
  package init(
    path: String, _ arguments: [String] = [], environment: [String: String] = [:], in folder: String? = nil
  ) throws(TestFailure) {
    let all = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let child = try Spawner.start(
      [path] + arguments, environment: all.map { "\($0.key)=\($0.value)" }, folder: folder)
    processID = child.processID
    name = path.split(separator: "/").last.map(String.init) ?? path
    input = Guarded(child.input)
    output = ChildOutput(reading: child.output, name: "child output")
    error = ChildOutput(reading: child.error, name: "child error")
    _ = Lane("child exit") { [exited, processID] in
      var event = siginfo_t()
      // Left unreaped (WNOWAIT), so that the number still means this group when it is killed.
      while waitid(P_PID, id_t(processID), &event, WEXITED | WNOWAIT) < 0, errno == EINTR {}
      let status = event._sifields._sigchld.si_status
      exited.update { $0 = event.si_code == CLD_EXITED ? .code(status) : .signal(status) }
    }
  }

  deinit { end() }

  // MARK: what it prints

  /// The lines so far, without their line feeds, oldest first.
  package func lines(on stream: Stream = .output) -> [String] {
    stream == .output ? output.lines : error.lines
  }

  /// Waits for a line, among those printed so far and those to come.
  ///
  /// - Throws: `TestFailure`, with all that was printed, when the stream or the time ends first.
  @discardableResult
  package func line(
    on stream: Stream = .output, within limit: Duration = .seconds(20), fileID: String = #fileID, line: Int = #line,
    where matches: @escaping @Sendable (String) -> Bool
  ) async throws(TestFailure) -> String {
    let found = await onLane("child line") { [wanted = stream == .output ? output : error, output, error] in
      if let found = wanted.firstLine(within: limit, where: matches) { return String?.some(found) }
      // One stream's end may be seen a little before the last lines of the other.
      output.waitForEnd(atMost: .milliseconds(200))
      error.waitForEnd(atMost: .milliseconds(200))
      return nil
    }
    if let found { return found }
    throw TestFailure("\(name) did not print the line within \(limit), at \(fileID):\(line)\n\(transcript)")
  }

  /// The port in the first address `http://127.0.0.1:PORT` that it prints: programs listen on port 0 and say what they
  /// got.
  package func port(
    within limit: Duration = .seconds(20), fileID: String = #fileID, line: Int = #line
  ) async throws(TestFailure) -> UInt16 {
    let found = try await self.line(within: limit, fileID: fileID, line: line) { Self.port(in: $0) != nil }
    guard let port = Self.port(in: found) else { throw TestFailure("no port in '\(found)'") }
    return port
  }

  private static func port(in line: String) -> UInt16? {
    guard let address = line.range(of: "http://127.0.0.1:") else { return nil }
    return UInt16(line[address.upperBound...].prefix { $0.isASCII && $0.isNumber })
  }

  /// All it printed, for a failure's sentence.
  package var transcript: String {
    (["\(name) said:"] + output.lines.suffix(200) + ["and on standard error:"] + error.lines.suffix(200))
      .joined(separator: "\n")
  }

  // MARK: what it is told

  /// Writes to its standard input, and waits until the pipe has taken all.
  ///
  /// - Throws: `TestFailure` when the program reads no more.
  package func write(_ text: String) throws(TestFailure) { try write(Array(text.utf8)) }

  /// Writes bytes to its standard input, and waits until the pipe has taken all.
  package func write(_ bytes: [UInt8]) throws(TestFailure) {
    let code = input.withLock { descriptor in
      descriptor.map { writeQuietly(bytes, to: $0) } ?? EBADF
    }
    guard code == 0 else { throw TestFailure("\(name) takes no input: \(String(cString: strerror(code)))") }
  }

  /// Ends its standard input.
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

  // MARK: its end

  package var isRunning: Bool { exited.read { $0 == nil } }

  /// Waits until it has ended and its last lines were read.
  ///
  /// - Throws: `TestFailure` when it goes on for longer.
  @discardableResult
  package func exit(
    within limit: Duration = .seconds(20), fileID: String = #fileID, line: Int = #line
  ) async throws(TestFailure) -> Exit {
    let end: Exit? = await onLane("child exit") { [exited, output, error] in
      guard let end = exited.wait(atMost: limit, until: { $0 }) else { return nil }
      // A grandchild may hold the streams open for longer: that is its own test's matter.
      output.waitForEnd(atMost: .seconds(1))
      error.waitForEnd(atMost: .seconds(1))
      return end
    }
    guard let end else {
      throw TestFailure("\(name) did not end within \(limit), at \(fileID):\(line)\n\(transcript)")
    }
    return end
  }

  /// Kills it and whatever is left of its group. Safe to call again.
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

/// write(2) until all is written. A reader that is gone gives `EPIPE` and no signal, whatever the process does with
/// SIGPIPE.
///
/// - Returns: 0, or the error's number.
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
