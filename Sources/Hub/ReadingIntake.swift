internal import Circulation
internal import Deadwax
internal import Log
internal import ReaderProtocol
internal import StationLogic
internal import Threads

/// Receives the reports of the readers of one station, and passes new readings to the station.
final class ReadingIntake: Sendable {
  private let station: Station.Name
  private let scans: ScanService
  private let tags: TagService
  private let logger: Logger
  private let presence = Locked(StationPresence())
  private let pictures = Locked<[String: [UInt8]]>([:])

  init(station: Station.Name, scans: ScanService, tags: TagService, logger: Logger) {
    self.station = station
    self.scans = scans
    self.tags = tags
    self.logger = logger
  }

  /// Returns the newest picture of a camera.
  func picture(of reader: String) -> [UInt8]? { pictures.withLock { $0[reader] } }

  /// Returns the number of codes or tags in front of a reader.
  func present(at reader: String) -> Int { presence.withLock { $0.count(at: reader, .now()) } }

  /// Handles one message of a reader. Called on the reader's lane; returns at once.
  func take(_ message: ReaderMessage, from reader: String) {
    switch message {
    case .hello(let hello):
      presence.withLock { $0.start(reader, .now()) }
      if hello.capabilities.contains(.tags) { tags.readerStarted(reader, hello.capabilities) }
    case .code(let code): take(code, from: reader)
    case .tag(let tag): take(tag, from: reader)
    case .preview(let jpeg): pictures.withLock { $0[reader] = jpeg }
    case .state(let state): tags.reader(reader, isReady: state.kind == .ready)
    case .result(let result): tags.took(result, from: reader)
    }
  }

  private func take(_ code: ReaderMessage.CodeSeen, from reader: String) {
    let sight = code.sight
    let reading = Reading(code)
    switch code.event {
    case .left:
      presence.withLock { $0.leave(sight, at: reader) }
      scans.left(code.text, code.symbology, from: reader, at: station)
    case .scanned: accept(reading, sight: nil, from: reader)
    case .appeared:
      if presence.withLock({ $0.appear(sight, at: reader, .now()) }) { accept(reading, sight: sight, from: reader) }
    }
  }

  private func take(_ tag: ReaderMessage.TagSeen, from reader: String) {
    let sight = tag.sight
    let reading = Reading(tag)
    switch tag.event {
    case .left:
      presence.withLock { $0.leave(sight, at: reader) }
      tags.left(tag.uid, from: reader, at: station)
    case .arrived:
      let present = present(tag, on: reader)
      if presence.withLock({ $0.appear(sight, at: reader, .now()) }) {
        accept(reading, sight: sight, from: reader, tag: present)
      } else {
        tags.arrived(present)
      }
    }
  }

  /// Converts a report about a tag to the hub's types. Omits values that the hub does not know.
  private func present(_ tag: ReaderMessage.TagSeen, on reader: String) -> PresentTag {
    var code: OwnCode?
    if let text = tag.code, case .code(let own) = OwnCode.read(text) { code = own }
    return PresentTag(
      uid: tag.uid, kind: tag.kind.map { String($0.prefix(60)) }, capacity: tag.capacity,
      access: tag.access.flatMap(Tag.Access.init(rawValue:)),
      content: tag.content.flatMap(Tag.Content.init(rawValue:)), code: code,
      fault: tag.fault.map { String($0.prefix(60)) }, reader: reader,
      station: station, since: .now())
  }

  private func accept(_ reading: Reading, sight: String?, from reader: String, tag: PresentTag? = nil) {
    scans.accept(reading, station: station, reader: reader, tag: tag) { [self] result in
      guard case .failure(let error) = result else { return }
      // The reading was never acknowledged; a new presentation is a new attempt.
      logger.error("could not record a reading of \(reader): \(error)")
      if let sight { presence.withLock { $0.leave(sight, at: reader) } }
    }
  }
}
