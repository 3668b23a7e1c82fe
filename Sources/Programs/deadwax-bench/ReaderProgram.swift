internal import Deadwax
internal import Foundation
internal import ReaderProtocol
internal import Threads
internal import VirtualChip

/// A `deadwax-reader nfc` process started as the hub starts it, on a virtual chip. It records each message with its
/// time.
final class ReaderProgram {
  struct ReportedMessage: Sendable {
    let message: ReaderMessage
    let at: Double
  }

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let reported = Monitor<[ReportedMessage]>([])
  let id: Int32

  /// Starts the process and waits until the reader is ready.
  init(_ bench: Workbench, _ chip: VirtualChip, _ more: [String] = []) throws {
    guard let path = chip.path else { throw BenchFailure("the chip has no path") }
    process.executableURL = try bench.program("deadwax-reader")
    process.arguments = ["nfc", "--device", "pn532_uart:\(path)"] + more
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    id = process.processIdentifier
    let (file, reported) = (output.fileHandleForReading.fileDescriptor, reported)
    _ = DedicatedThread("reader's lines") {
      var line: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(file, &buffer, buffer.count)
        guard count > 0 else { return }
        let now = seconds()
        for byte in buffer[..<count] {
          line.append(byte)
          guard byte == UInt8(ascii: "\n") else { continue }
          if let message = try? ReaderLine.decodeReader(line) {
            reported.update { $0.append(ReportedMessage(message: message, at: now)) }
          }
          line = []
        }
      }
    }
    _ = try wait("ready") { if case .state(let state) = $0 { state.kind == .ready } else { false } }
  }

  deinit { end() }

  /// Waits for the first message after the first `count` that satisfies `body`. Returns it with its time.
  func wait(
    _ what: String, after count: Int = 0, within limit: Duration = .seconds(20),
    _ body: (ReaderMessage) -> Bool
  ) throws -> ReportedMessage {
    let found = reported.wait(atMost: limit) { reported in reported.dropFirst(count).first { body($0.message) } }
    guard let found else { throw BenchFailure("the reader did not report '\(what)' within \(limit)") }
    return found
  }

  /// The number of messages received.
  var count: Int { reported.read(\.count) }

  func arrival(after count: Int) throws -> (tag: ReaderMessage.TagSeen, at: Double) {
    let found = try wait("arrived", after: count) { Self.tag($0, .arrived) != nil }
    guard let tag = Self.tag(found.message, .arrived) else { throw BenchFailure("no arrival") }
    return (tag, found.at)
  }

  func departure(after count: Int) throws -> Double {
    try wait("left", after: count) { Self.tag($0, .left) != nil }.at
  }

  /// Waits until every tag that arrived has left.
  func untilNothingLiesThere() throws {
    let isEmpty = reported.wait(atMost: .seconds(20)) { reported in
      let here = reported.reduce(0) { count, one in
        count + (Self.tag(one.message, .arrived) == nil ? 0 : 1) - (Self.tag(one.message, .left) == nil ? 0 : 1)
      }
      return here == 0 ? true : nil
    }
    guard isEmpty != nil else { throw BenchFailure("the reader did not report 'left'") }
  }

  private static func tag(_ message: ReaderMessage, _ event: ReaderMessage.TagSeen.Event) -> ReaderMessage.TagSeen? {
    if case .tag(let tag) = message, tag.event == event { tag } else { nil }
  }

  func order(_ order: TagOrder) {
    input.fileHandleForWriting.write(Data(ReaderLine.encode(.tag(order))))
  }

  func result(of id: String) throws -> (result: ReaderMessage.Result, at: Double) {
    let found = try wait("result") { if case .result(let result) = $0 { result.of == id } else { false } }
    guard case .result(let result) = found.message else { throw BenchFailure("no result") }
    return (result, found.at)
  }

  /// Returns true if the result of an order has already arrived.
  func hasResult(of id: String) -> Bool {
    reported.read { $0.contains { if case .result(let result) = $0.message { result.of == id } else { false } } }
  }

  var isRunning: Bool { process.isRunning }

  func end() {
    guard process.isRunning else { return }
    process.terminate()
    process.waitUntilExit()
  }

  /// Returns the processor time it has used, in seconds.
  func processorSeconds() throws -> Double {
    let stat = try String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
    // The name in parentheses may contain spaces: utime and stime are the 12th and 13th fields after it (proc(5)).
    guard let end = stat.lastIndex(of: ")") else { throw BenchFailure("no /proc/\(id)/stat") }
    let fields = stat[stat.index(after: end)...].split(separator: " ").compactMap { Double($0) }
    guard fields.count > 13 else { throw BenchFailure("/proc/\(id)/stat: \(stat)") }
    return (fields[10] + fields[11]) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  func descriptors() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/fd").count }
}
