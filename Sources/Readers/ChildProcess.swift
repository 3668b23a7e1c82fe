internal import Glibc

/// A program that does a piece of work for the hub and is no reader: it is asked line by line, or run to its end.
///
/// Every wait has an end; what does not keep to it is killed with all that it has started. Used on one thread at a time,
/// which it blocks.
package final class ChildProcess {
  /// Why a program did not do its work.
  package enum Fault: Error, Equatable, CustomStringConvertible {
    case cannotStart(program: String, reason: String)
    /// It did not answer in time, and was killed.
    case silent(program: String)
    /// It ended; what it said last on its standard error is told.
    case ended(program: String, how: String, said: String)

    package var description: String {
      switch self {
      case .cannotStart(let program, let reason): "\(program) cannot be started: \(reason)."
      case .silent(let program): "\(program) did not answer and was ended."
      case .ended(let program, let how, let said): "\(program) \(how)" + (said.isEmpty ? "." : ": \(said)")
      }
    }
  }

  /// How a program that was run to its end ended.
  package struct Ending: Equatable, Sendable {
    /// Its exit code; nil when a signal ended it.
    package var code: Int32?
    /// As `ended with code 1`.
    package var description: String
    /// What it printed on both of its outputs, to a limit.
    package var output: String
    package var wasTooSlow: Bool
  }

  private let program: String
  private let process: ReaderProcess
  private var splitter: LineSplitter
  private var said: [UInt8] = []
  private var ending: ReaderProcess.Ending?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: its absolute path.
  ///   - words: without the program's name.
  ///   - lineLimit: bytes in the longest answer.
  /// - Throws: `Fault.cannotStart`.
  package init(_ program: String, _ words: [String], lineLimit: Int = 64 * 1024) throws(Fault) {
    self.program = program
    splitter = LineSplitter(limit: lineLimit)
    // For the threads that write to it; what a process does with the signal is not theirs to change.
    ReaderProcess.blockPipeSignal()
    do throws(ReaderProcess.CannotStart) {
      process = try ReaderProcess(program, words, environment: [:])
    } catch {
      throw .cannotStart(program: program, reason: error.reason)
    }
  }

  deinit { stop() }

  /// Tells the program something and waits for a line of its output.
  ///
  /// - Parameters:
  ///   - bytes: for its standard input.
  ///   - limit: within which the answer must be there.
  /// - Returns: the line without its line feed.
  /// - Throws: `Fault.silent`, or `.ended`.
  package func ask(_ bytes: [UInt8], answerWithin limit: Duration) throws(Fault) -> [UInt8] {
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

  /// Gives the program the rest of its input, ends that, and waits for the program's end.
  ///
  /// - Parameters:
  ///   - input: what it has to read before its input ends; it need not.
  ///   - limit: after which it is killed.
  ///   - outputLimit: bytes of its output that are kept; the rest is read and forgotten.
  /// - Returns: how it ended.
  package func finish(_ input: [UInt8] = [], within limit: Duration, outputLimit: Int = 4096) -> Ending {
    let deadline = ContinuousClock.now + limit
    var output: [UInt8] = []
    var rest = input[...]
    while !rest.isEmpty, ending == nil, deadline > .now {
      step(&rest, atMost: deadline - .now) { output += $0.prefix(max(0, outputLimit - output.count)) }
    }
    process.closeInput()
    var nothing: ArraySlice<UInt8> = []
    while ending == nil, deadline > .now {
      step(&nothing, atMost: deadline - .now) { output += $0.prefix(max(0, outputLimit - output.count)) }
    }
    let wasTooSlow = ending == nil
    // What is still in the pipes belongs to it.
    if !wasTooSlow {
      for _ in 0..<8 where process.output != nil || process.errors != nil {
        step(&nothing, atMost: .zero) { output += $0.prefix(max(0, outputLimit - output.count)) }
      }
    }
    stop()
    output += said.prefix(max(0, outputLimit - output.count))
    var code: Int32?
    if case .code(let number)? = ending, !wasTooSlow { code = number }
    return Ending(
      code: code, description: wasTooSlow ? "did not end in time and was ended" : ending?.description ?? "ended",
      output: String(decoding: output, as: UTF8.self), wasTooSlow: wasTooSlow)
  }

  /// One wait for something to be done with the pipes.
  private func step(_ input: inout ArraySlice<UInt8>, atMost limit: Duration, _ take: (ArraySlice<UInt8>) -> Void) {
    var entries = [
      pollfd(fd: process.exit, events: Int16(POLLIN), revents: 0),
      pollfd(fd: process.output ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: process.errors ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: input.isEmpty ? -1 : process.input ?? -1, events: Int16(POLLOUT), revents: 0),
    ]
    // Without a descriptor for its end it is asked for it now and then.
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
      case .bytes(let bytes): said += bytes.prefix(max(0, 2048 - said.count))
      case .nothing: break
      case .end: process.closeErrors()
      }
    }
    if entries[3].revents != 0, let descriptor = process.input {
      let count = input.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        input = input.dropFirst(count)
      } else if errno != EAGAIN, errno != EINTR {
        // It does not read any more, which it may; that it does not answer either is seen elsewhere.
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
    let text = String(decoding: said, as: UTF8.self).split(separator: "\n").last.map(String.init) ?? ""
    return .ended(program: program, how: ending?.description ?? "ended", said: text)
  }

  /// Ends it and whatever it has started, and leaves no zombie.
  private func stop() {
    if ending != nil {
      // What it has started may live on; its group is gone only when all of them are.
      process.closeInput()
      return
    }
    process.killGroup()
    // A killed process ends as soon as the kernel comes to it.
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
