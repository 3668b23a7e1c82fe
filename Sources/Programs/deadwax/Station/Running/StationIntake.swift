internal import Deadwax
internal import ReaderProtocol
internal import StationLogic
internal import Threads

/// A filter for the messages of a station's readers that passes on only new scans.
final class StationIntake: Sendable {
  /// A scan, and the identity of its code or tag in front of the reader; nil for a barcode scanner, which reports only
  /// the moment of a scan.
  struct Scan: Sendable {
    let reading: Reading
    let reader: String
    let sight: String?
  }

  private let presence = Locked(StationPresence())
  private let onScan: @Sendable (Scan) -> Void

  /// - Parameter onScan: a function that is called on the reader's lane and must return immediately.
  init(onScan: @escaping @Sendable (Scan) -> Void) { self.onScan = onScan }

  /// Handles one message of a reader.
  func take(_ message: ReaderMessage, from reader: String) {
    switch message {
    case .hello: presence.withLock { $0.start(reader, .now()) }
    case .code(let code):
      switch code.event {
      case .left: presence.withLock { $0.leave(code.sight, at: reader) }
      case .scanned: onScan(Scan(reading: Reading(code), reader: reader, sight: nil))
      case .appeared: appeared(Reading(code), code.sight, reader)
      }
    case .tag(let tag):
      switch tag.event {
      case .left: presence.withLock { $0.leave(tag.sight, at: reader) }
      case .arrived: appeared(Reading(tag), tag.sight, reader)
      }
    // Previews and results of tag writes concern only the hub's own readers.
    case .state, .result, .preview: break
    }
  }

  /// Removes a scan that could not be stored, so that the code is scanned again when it is presented again.
  func remove(_ scan: Scan) {
    guard let sight = scan.sight else { return }
    presence.withLock { $0.leave(sight, at: scan.reader) }
  }

  private func appeared(_ reading: Reading, _ sight: String, _ reader: String) {
    guard presence.withLock({ $0.appear(sight, at: reader, .now()) }) else { return }
    onScan(Scan(reading: reading, reader: reader, sight: sight))
  }
}
