internal import Glibc
internal import Log
internal import ReaderProtocol

/// Listens to the host on a descriptor, line by line.
struct NFCHostInput {
  private let file: Int32
  private let log = Logger.standardError(part: "nfc")
  private let once = Once()

  init(_ file: Int32) { self.file = file }

  /// Returns when the host says stop, or says nothing more for ever. A line that cannot be understood is skipped, and
  /// said so once.
  func read() {
    var line: [UInt8] = []
    var isTooLong = false
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      for byte in buffer[..<count] {
        if byte != UInt8(ascii: "\n") {
          if line.count < ReaderLine.lengthLimit { line.append(byte) } else { isTooLong = true }
          continue
        }
        if isTooLong {
          skip("it is longer than \(ReaderLine.lengthLimit) bytes")
        } else if !line.isEmpty, isStop(line) {
          return
        }
        line.removeAll(keepingCapacity: true)
        isTooLong = false
      }
    }
  }

  private func isStop(_ line: [UInt8]) -> Bool {
    do {
      switch try ReaderLine.decodeHost(line) {
      case .stop: return true
      case .preview: return false
      }
    } catch {
      skip(error.reason)
      return false
    }
  }

  private func skip(_ reason: String) {
    if once.isFirst("line") {
      log.warning("a line from the host was skipped: \(reason); further ones are skipped silently")
    }
  }
}
