internal import Glibc

/// The pipes to and from a reader's process, with bounded buffers. It is used only on the reader's lane.
final class ReaderPipes {
  /// The maximum number of bytes buffered for a reader that does not read.
  private static let pendingLimit = 64 * 1024
  /// The number of bytes accepted per second, and at once.
  private static let bytes = (rate: 16e6, burst: 4e6)

  private let process: ReaderProcess
  private let errorOutput: ErrorOutput
  private var splitter: LineSplitter
  private var allowance: TokenBucket
  private var buffer = [UInt8](repeating: 0, count: 64 * 1024)
  private var pending: [UInt8] = []
  private var closesInput = false

  /// Creates the pipes' buffers.
  ///
  /// - Parameters:
  ///   - process: the process that owns the pipes.
  ///   - lineLimit: the maximum length of a line in bytes.
  ///   - errorOutput: receives the reader's standard error.
  init(_ process: ReaderProcess, lineLimit: Int, errorOutput: ErrorOutput) {
    self.process = process
    self.errorOutput = errorOutput
    splitter = LineSplitter(limit: lineLimit)
    allowance = TokenBucket(rate: Self.bytes.rate, burst: Self.bytes.burst, now: .now)
  }

  /// Returns the next line that the reader has printed; nil if there is none yet.
  func nextLine() -> LineSplitter.Line? { splitter.next() }

  /// Queues a line for the reader. Returns false if too much is queued already.
  func send(_ line: [UInt8]) -> Bool {
    guard pending.count < Self.pendingLimit else { return false }
    pending += line
    return true
  }

  /// Closes the reader's input after all queued lines are written.
  func closeInputOnRequest() {
    closesInput = true
    write()
  }

  /// Waits for activity on the pipes and handles it.
  ///
  /// - Parameters:
  ///   - bell: a descriptor that wakes this thread.
  ///   - takesLines: true to read the output. Otherwise it stays in the pipe, until the reader blocks.
  ///   - limit: the longest time to wait.
  /// - Returns: true if the process has ended.
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

  /// Reads the remaining output of an ended process.
  ///
  /// - Parameter takeLines: a function called whenever there may be lines.
  func drain(_ takeLines: () -> Void) {
    // A pipe holds 64 KiB. Much more can only come from another process that still writes.
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

  /// Reads into the buffer.
  ///
  /// - Returns: the number of bytes read, 0 at the end; nil if there are none yet.
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
        // The process has closed its input, which is allowed. Its end is detected elsewhere.
        process.closeInput()
      }
    }
    pending.removeAll()
    if closesInput { process.closeInput() }
  }
}
