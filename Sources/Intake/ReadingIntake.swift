package import Deadwax
package import ReaderProtocol
internal import Threads

/// The intake of one station: it turns the messages of its readers into reports, and passes on only new scans. A hub and
/// an offline station use the same one.
package final class ReadingIntake: Sendable {
  /// A new scan of a reader.
  package struct Scan: Sendable {
    package let reading: Reading
    package let reader: String
    /// The object in view; nil for a reader that reports only the moment of a scan.
    package let object: SeenObject?
    /// The reader's report about a tag; nil for a barcode.
    package let tag: PresentTag?
  }

  /// The meaning of a message for the station.
  package enum Report: Sendable {
    case scan(Scan)
    case codeLeft(String, Symbology)
    /// A tag is on the reader without a new scan, because it was there when the reader was restarted.
    case tagStayed(PresentTag)
    case tagLeft(TagID)
    /// The program of a reader of tags started, or ended.
    case tagsUnknown
    case isReady(Bool)
    case result(ReaderMessage.Result)
  }

  private let station: Station.Name
  private let presence: Presence
  private let pictures = Locked<[String: [UInt8]]>([:])
  private let onReport: @Sendable (Report, String) -> Void

  /// Creates an intake.
  ///
  /// - Parameters:
  ///   - station: the station that receives the readings.
  ///   - presence: the owner of what the readers see. Several stations of one machine share it.
  ///   - onReport: a function that is called with each report and its reader, on the reader's lane. It must return
  ///     immediately. It calls `retract` of the presence for a scan that could not be stored.
  package init(station: Station.Name, presence: Presence, onReport: @escaping @Sendable (Report, String) -> Void) {
    self.station = station
    self.presence = presence
    self.onReport = onReport
  }

  /// Returns the newest picture of a reader with previews.
  package func picture(of reader: String) -> [UInt8]? { pictures.withLock { $0[reader] } }

  /// Returns the number of codes or tags in front of a reader.
  package func present(at reader: String) -> Int { presence.count(at: reader, .now()) }

  /// Handles one message of a reader. Called on the reader's lane; returns at once.
  package func take(_ message: ReaderMessage, from reader: String) {
    switch message {
    case .hello(let hello):
      presence.start(reader, hello.capabilities, .now())
      if hello.capabilities.contains(.tags) { onReport(.tagsUnknown, reader) }
    case .code(let code): take(code, from: reader)
    case .tag(let tag): take(tag, from: reader)
    case .preview(let jpeg): pictures.withLock { $0[reader] = jpeg }
    case .state(let state): onReport(.isReady(state.kind == .ready), reader)
    case .result(let result): onReport(.result(result), reader)
    }
  }

  /// Handles the end of a reader's program.
  package func ended(_ reader: String) {
    presence.end(reader)
    if presence.has(.tags, reader) { onReport(.tagsUnknown, reader) }
  }

  private func take(_ code: ReaderMessage.CodeSeen, from reader: String) {
    let object = SeenObject.code(code.symbology, code.text)
    switch code.event {
    case .left:
      presence.leave(object, at: reader)
      onReport(.codeLeft(code.text, code.symbology), reader)
    case .scanned: onReport(.scan(Scan(reading: Reading(code), reader: reader, object: nil, tag: nil)), reader)
    case .appeared:
      guard presence.appear(object, at: reader, tag: nil, .now()) else { return }
      onReport(.scan(Scan(reading: Reading(code), reader: reader, object: object, tag: nil)), reader)
    }
  }

  private func take(_ tag: ReaderMessage.TagSeen, from reader: String) {
    let object = SeenObject.tag(tag.uid)
    switch tag.event {
    case .left:
      presence.leave(object, at: reader)
      onReport(.tagLeft(tag.uid), reader)
    case .arrived:
      let now = Timestamp.now()
      let present = PresentTag(tag, on: reader, at: station, since: now)
      let isScan = presence.appear(object, at: reader, tag: present, now)
      let scan = Scan(reading: Reading(tag), reader: reader, object: object, tag: present)
      onReport(isScan ? .scan(scan) : .tagStayed(present), reader)
    }
  }
}

extension PresentTag {
  /// Creates a tag from the report of its reader. Omits values that this version does not know.
  fileprivate init(_ tag: ReaderMessage.TagSeen, on reader: String, at station: Station.Name, since: Timestamp) {
    var code: OwnCode?
    if let text = tag.code, case .code(let own) = OwnCode.read(text) { code = own }
    self.init(
      uid: tag.uid, kind: tag.kind.map { String($0.prefix(60)) }, capacity: tag.capacity,
      access: tag.access.flatMap(Tag.Access.init(rawValue:)),
      content: tag.content.flatMap(Tag.Content.init(rawValue:)), code: code,
      fault: tag.fault.map { String($0.prefix(60)) }, reader: reader, station: station, since: since)
  }
}
