package import Deadwax
package import Messages
package import Scanning
package import Storage
internal import Wire

/// The serialisation of events in the stream (HTML Living Standard, server-sent events).
package struct EventShape: Sendable {
  private let words: Messages

  /// - Parameter words: the texts for people, in the language of each station.
  package init(words: Messages) { self.words = words }

  /// Returns the bytes of one event. The record it concerns is included, so that a listener needs no further request.
  package func render(_ event: Event, _ reading: ReadTransaction) throws -> [UInt8] {
    var event = event
    // The tag may have become a card since the event was stored. A card's tag is not published.
    if event.kind == .tagChanged, let uid = event.subject.flatMap({ TagID($0) }), try reading.wasCard(uid) {
      event.subject = nil
    }
    let data = try JSONWriter.object { json in
      json.member("id", Int(event.id))
      json.member("kind", event.kind.rawValue)
      json.member("at", event.at.description)
      json.member("station", event.station?.text)
      json.member("subject", event.subject)
      json.rawMembers(event.payload)
      try json.subject(of: event, reading, words)
    }
    return Array("id: \(event.id)\nevent: \(event.kind.rawValue)\ndata: ".utf8) + data + Array("\n\n".utf8)
  }

  /// The kind of a fault event, which is not stored and has no id.
  package static let fault = "station.fault"

  /// Returns the bytes of the event that nothing can be stored, or that the fault has ended.
  package static func render(_ notices: ScanService.OutageNotice) -> [UInt8] {
    let data = JSONWriter.object { json in
      json.member("kind", fault)
      json.member("at", notices.at.description)
      json.member("station", notices.station?.text)
      if let fault = notices.fault {
        json.key("fault")
        json.value(StationFault(fault))
      }
    }
    return Array("event: \(fault)\ndata: ".utf8) + data + Array("\n\n".utf8)
  }
}
