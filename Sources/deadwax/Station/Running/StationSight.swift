internal import Deadwax
internal import Desk
internal import Lanes
internal import ReaderProtocol

/// Takes what the readers of a station report, and lets through what is a scan.
final class StationSight: Sendable {
  /// A scan, and by what it is told from the other things before its reader; nil for a scanner that knows only the moment.
  struct Scan: Sendable {
    let reading: Reading
    let reader: String
    let sight: String?
  }

  private let presence = Guarded(Presence())
  private let onScan: @Sendable (Scan) -> Void

  /// - Parameter onScan: called on the reader's lane; must return at once.
  init(onScan: @escaping @Sendable (Scan) -> Void) { self.onScan = onScan }

  /// Takes one message of a reader.
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
    // What a screen and tags that are written would need is the hub's own readers' business.
    case .state, .result, .preview: break
    }
  }

  /// A scan that was not kept: held up again it is tried again.
  func forget(_ scan: Scan) {
    guard let sight = scan.sight else { return }
    presence.withLock { $0.leave(sight, at: scan.reader) }
  }

  private func appeared(_ reading: Reading, _ sight: String, _ reader: String) {
    guard presence.withLock({ $0.appear(sight, at: reader, .now()) }) else { return }
    onScan(Scan(reading: reading, reader: reader, sight: sight))
  }
}
