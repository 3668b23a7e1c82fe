internal import Glibc

/// What goes to and from a reader's process, in bounded amounts. Used on the reader's lane alone.
final class ReaderPipes {
  /// The most that is kept for a reader that does not read it.
  private static let pendingLimit = 64 * 1024
  /// Bytes a second, and at once.
  private static let bytes = (rate: 16e6, burst: 4e6)

  private let process: ReaderProcess
  private let errorOutput: ErrorOutput
  private var splitter: LineSplitter
  private var allowance: Allowance
  private var buffer = [UInt8](repeating: 0, count: 64 * 1024)
  private var pending: [UInt8] = []
  private var closesInput = false

  /// - Parameters:
  ///   - process: whose pipes they are.
  ///   - lineLimit: bytes in the longest line that is kept.
  ///   - errorOutput: takes the reader's standard error.
  init(_ process: ReaderProcess, lineLimit: Int, errorOutput: ErrorOutput) {
    self.process = process
    self.errorOutput = errorOutput
    splitter = LineSplitter(limit: lineLimit)
    allowance = Allowance(rate: Self.bytes.rate, burst: Self.bytes.burst, now: .now)
  }

  /// The next line that the reader has printed.
  func nextLine() -> LineSplitter.Line? { splitter.next() }

  /// Takes a line for the reader. False when too much waits already.
  func send(_ line: [UInt8]) -> Bool {
    guard pending.count < Self.pendingLimit else { return false }
    pending += line
    return true
  }

  /// Ends the reader's input once all is told.
  func closeInputWhenTold() {
    closesInput = true
    write()
  }

  /// Waits until something can be done, and does it.
  ///
  /// - Parameters:
  ///   - bell: a descriptor that wakes this thread.
  ///   - takesLines: whether output is read; what is not stays in the pipe, and then the reader waits.
  ///   - limit: how long to wait.
  /// - Returns: whether the process has ended.
  func wait(bell: Int32, takesLines: Bool, atMost limit: Duration) -> Bool {
    allowance.refill(at: .now)
    let isOpen = allowance.isOpen
    var entries = [
      pollfd(fd: bell, events: Int16(POLLIN), revents: 0),
      pollfd(fd: process.exit, events: Int16(POLLIN), revents: 0),
      pollfd(fd: isOpen && takesLines ? process.output ?? -1 : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: isOpen ? process.errors ?? -1 : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: pending.isEmpty ? -1 : process.input ?? -1, events: Int16(POLLOUT), revents: 0),
    ]
    poll(&entries, nfds_t(entries.count), (isOpen ? limit : min(limit, allowance.delay)).pollTimeout)
    if entries[2].revents != 0, readOutput() == 0 { process.closeOutput() }
    if entries[3].revents != 0, readErrors() == 0 { process.closeErrors() }
    if entries[4].revents != 0 { write() }
    return entries[1].revents != 0 || process.exit < 0 && process.output == nil
  }

  /// Takes what an ended process has left in its pipes.
  ///
  /// - Parameter takeLines: called whenever there may be lines.
  func drain(_ takeLines: () -> Void) {
    // A pipe holds 64 KiB; more than a little more comes from somebody who goes on writing.
    for _ in 0..<8 {
      takeLines()
      guard let count = readOutput(), count > 0 else { break }
    }
    for _ in 0..<8 {
      guard let count = readErrors(), count > 0 else { break }
    }
    errorOutput.finish()
  }

  private func readOutput() -> Int? {
    guard let output = process.output, let count = read(output) else { return nil }
    splitter.append(buffer[..<count])
    return count
  }

  private func readErrors() -> Int? {
    guard let errors = process.errors, let count = read(errors) else { return nil }
    errorOutput.append(buffer[..<count], now: .now)
    return count
  }

  /// - Returns: how many bytes came, 0 at the end; nil when there are none yet.
  private func read(_ descriptor: Int32) -> Int? {
    let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
    guard count >= 0 else { return errno == EAGAIN || errno == EINTR ? nil : 0 }
    allowance.take(count)
    return count
  }

  private func write() {
    while !pending.isEmpty, let input = process.input {
      let count = pending.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
      if count > 0 {
        pending.removeFirst(count)
      } else if errno == EAGAIN {
        return
      } else if errno != EINTR {
        // It has closed its input, which it may; its end is seen elsewhere.
        process.closeInput()
      }
    }
    pending.removeAll()
    if closesInput { process.closeInput() }
  }
}
