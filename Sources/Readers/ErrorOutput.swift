internal import Log

/// A forwarder of a reader's standard error to the log. The length of the lines is limited, and so is their rate across
/// restarts.
final class ErrorOutput {
  private static let longest = 1000

  private let logger: Logger
  private var line: [UInt8] = []
  private var allowance: TokenBucket
  private var leftOut = 0

  init(logger: Logger, now: SuspendingClock.Instant) {
    self.logger = logger
    allowance = TokenBucket(rate: 5, burst: 50, now: now)
  }

  func append(_ bytes: some Sequence<UInt8>, now: SuspendingClock.Instant) {
    allowance.refill(at: now)
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        endLine()
      } else if line.count < Self.longest {
        line.append(byte)
      }
    }
  }

  /// Writes the rest after the reader has ended.
  func finish() {
    endLine()
    if leftOut > 0 { logger.warning("\(leftOut) lines were left out") }
    leftOut = 0
  }

  private func endLine() {
    defer { line.removeAll(keepingCapacity: true) }
    guard !line.isEmpty else { return }
    guard allowance.isOpen else {
      leftOut += 1
      return
    }
    if leftOut > 0 { logger.warning("\(leftOut) lines were left out") }
    leftOut = 0
    allowance.take(1)
    log(line)
  }

  // Readers begin their lines with the level, for example `warning camera: …`.
  private func log(_ line: [UInt8]) {
    let text = String(
      String.UnicodeScalarView(
        String(decoding: line, as: UTF8.self).unicodeScalars.map {
          $0.properties.generalCategory == .control ? " " : $0
        })
    )
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2 else { return logger.info(text) }
    switch parts[0] {
    case "error": logger.error(String(parts[1]))
    case "warning": logger.warning(String(parts[1]))
    case "info": logger.info(String(parts[1]))
    case "debug": logger.debug(String(parts[1]))
    default: logger.info(text)
    }
  }
}
