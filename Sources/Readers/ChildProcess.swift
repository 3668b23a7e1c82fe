internal import Glibc

/// A child process other than a reader. The hub sends it requests line by line, or runs it to its end.
///
/// Every wait has a timeout; after it the process is killed with all processes it started. It must be used on one
/// thread at a time, which it blocks.
package final class ChildProcess {
  /// The reason a program failed.
  package enum Fault: Error, Equatable, CustomStringConvertible {
    case cannotStart(program: String, reason: String)
    /// The program did not answer in time and was killed.
    case silent(program: String)
    /// The program ended; `errorOutput` is the last line of its standard error.
    case ended(program: String, how: String, said: String)

    package var description: String {
      switch self {
      case .cannotStart(let program, let reason): "Cannot start \(program): \(reason)."
      case .silent(let program): "\(program) did not respond and was ended."
      case .ended(let program, let how, let said): "\(program) \(how)" + (said.isEmpty ? "." : ": \(said)")
      }
    }
  }

  /// The end of a program that was run to its end.
  package struct Ending: Equatable, Sendable {
    /// The exit code; nil if a signal or the timeout ended it.
    package var code: Int32?
    /// The end as text, for example `ended with code 1`.
    package var description: String
    /// The combined text of both outputs, up to a limit.
    package var output: String
    /// The bytes of the standard output, up to the same limit.
    package var bytes: [UInt8]
    package var wasTooSlow: Bool
  }

  private let program: String
  private let process: ReaderProcess
  private var splitter: LineSplitter
  private var errorOutput: [UInt8] = []
  private var ending: ReaderProcess.Ending?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: the absolute path of the program.
  ///   - words: the arguments without the program's name.
  ///   - lineLimit: the maximum length of an answer in bytes.
  /// - Throws: `Fault.cannotStart`.
  package init(_ program: String, _ words: [String], lineLimit: Int = 64 * 1024) throws(Fault) {
    self.program = program
    splitter = LineSplitter(limit: lineLimit)
    // Blocks SIGPIPE on this thread only. The handling of the signal in the whole process is not changed here.
    ReaderProcess.blockPipeSignal()
    do throws(ReaderProcess.CannotStart) {
      process = try ReaderProcess(program, words, environment: [:])
    } catch {
      throw .cannotStart(program: program, reason: error.reason)
    }
  }

  deinit { stop() }

  /// Sends bytes to the program and waits for a line of its output.
  ///
  /// - Parameters:
  ///   - bytes: the bytes for its standard input.
  ///   - limit: the timeout for the answer.
  /// - Returns: the line without its line feed.
  /// - Throws: `Fault.silent` or `.ended`.
  package func request(_ bytes: [UInt8], answerWithin limit: Duration) throws(Fault) -> [UInt8] {
    let deadline = ContinuousClock.now + limit
    var rest = bytes[...]
    while true {
      while let line = splitter.next() {
        if case .whole(let answer) = line { return Array(answer) }
      }
      guard process.output != nil, ending == nil else { throw fault() }
      let left = deadline - .now
      guard left > .zero else {
        stop()
        throw .silent(program: program)
      }
      step(&rest, atMost: left) { [self] in splitter.append($0) }
    }
  }

  /// Sends the rest of the input, closes it, and waits for the end of the program.
  ///
  /// - Parameters:
  ///   - input: the remaining input; the program need not read it.
  ///   - limit: the timeout after which it is killed.
  ///   - outputLimit: the maximum number of output bytes to return; the rest is read and discarded.
  /// - Returns: the end of the program.
  package func finish(_ input: [UInt8] = [], within limit: Duration, outputLimit: Int = 4096) -> Ending {
    var parts = [input]
    return finish(within: limit, outputLimit: outputLimit) { parts.popLast() ?? [] }
  }

  /// Sends an input in parts, closes it, and waits for the end of the program.
  ///
  /// - Parameters:
  ///   - limit: the timeout after which it is killed.
  ///   - outputLimit: the maximum number of output bytes to return; the rest is read and discarded.
  ///   - next: a function that returns the next part of the input; an empty one at its end.
  /// - Returns: the end of the program.
  package func finish(within limit: Duration, outputLimit: Int, sending next: () -> [UInt8]) -> Ending {
    let deadline = ContinuousClock.now + limit
    var output: [UInt8] = []
    var rest = next()[...]
    while !rest.isEmpty, ending == nil, deadline > .now {
      step(&rest, atMost: deadline - .now) { output += $0.prefix(max(0, outputLimit - output.count)) }
      if rest.isEmpty { rest = next()[...] }
    }
    process.closeInput()
    var nothing: ArraySlice<UInt8> = []
    while ending == nil, deadline > .now {
      step(&nothing, atMost: deadline - .now) { output += $0.prefix(max(0, outputLimit - output.count)) }
    }
    let wasTooSlow = ending == nil
    // Output that is still in the pipes belongs to the result.
    if !wasTooSlow {
      // Each step reads one block, and a pipe holds at most a few.
      let drain = 64
      for _ in 0..<drain where process.output != nil || process.errors != nil {
        step(&nothing, atMost: .zero) { output += $0.prefix(max(0, outputLimit - output.count)) }
      }
    }
    stop()
    let bytes = output
    output += errorOutput.prefix(max(0, outputLimit - output.count))
    var code: Int32?
    if case .code(let number)? = ending, !wasTooSlow { code = number }
    return Ending(
      code: code, description: wasTooSlow ? "did not end in time and was ended" : ending?.description ?? "ended",
      output: String(decoding: output, as: UTF8.self), bytes: bytes, wasTooSlow: wasTooSlow)
  }

  /// Waits once for activity on the pipes and handles it.
  private func step(_ input: inout ArraySlice<UInt8>, atMost limit: Duration, _ take: (ArraySlice<UInt8>) -> Void) {
    var entries = [
      pollfd(fd: process.exit, events: Int16(POLLIN), revents: 0),
      pollfd(fd: process.output ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: process.errors ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: input.isEmpty ? -1 : process.input ?? -1, events: Int16(POLLOUT), revents: 0),
    ]
    // Without a descriptor for its end, the process is polled every 50 ms.
    poll(&entries, nfds_t(entries.count), min(limit, .milliseconds(process.exit < 0 ? 50 : 1000)).pollTimeout)
    if entries[1].revents != 0, let output = process.output {
      switch read(output) {
      case .bytes(let bytes): take(bytes)
      case .nothing: break
      case .end: process.closeOutput()
      }
    }
    if entries[2].revents != 0, let errors = process.errors {
      switch read(errors) {
      case .bytes(let bytes): errorOutput += bytes.prefix(max(0, 2048 - errorOutput.count))
      case .nothing: break
      case .end: process.closeErrors()
      }
    }
    if entries[3].revents != 0, let descriptor = process.input {
      let count = input.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        input = input.dropFirst(count)
      } else if errno != EAGAIN, errno != EINTR {
        // The program no longer reads its input, which is allowed. A missing answer is detected elsewhere.
        input = []
      }
    }
    if entries[0].revents != 0 || process.exit < 0 || process.output == nil {
      if ending == nil { ending = process.reap() }
    }
  }

  private enum Read {
    case bytes(ArraySlice<UInt8>)
    case nothing
    case end
  }

  private func read(_ descriptor: Int32) -> Read {
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    if count < 0 { return errno == EAGAIN || errno == EINTR ? .nothing : .end }
    return count == 0 ? .end : .bytes(buffer[..<count])
  }

  private func fault() -> Fault {
    stop()
    let text = String(decoding: errorOutput, as: UTF8.self).split(separator: "\n").last.map(String.init) ?? ""
    return .ended(program: program, how: ending?.description ?? "ended", said: text)
  }

  /// Ends the program and all processes it started, and leaves no zombie.
  private func stop() {
    if ending != nil {
      // Processes that it started may live on; its process group exists until all of them have ended.
      process.closeInput()
      return
    }
    process.killGroup()
    // The kernel ends a killed process soon, but not immediately.
    for _ in 0..<200 {
      if let found = process.reap() {
        ending = found
        break
      }
      var entry = pollfd(fd: process.exit, events: Int16(POLLIN), revents: 0)
      poll(&entry, process.exit < 0 ? 0 : 1, 10)
    }
  }
}
