internal import Deadwax
package import History
package import Messages
package import Scanning
internal import Wire

/// The serialisation of events in the stream (HTML Living Standard, server-sent events).
package struct EventShape: Sendable {
  private let words: Messages

  /// - Parameter words: the texts for people, in the language of each station.
  package init(words: Messages) { self.words = words }

  /// Returns the bytes of one event with its record.
  package func render(_ view: EventView) -> [UInt8] {
    let event = view.event
    let data = JSONWriter.object { json in
      json.member("id", Int(event.id))
      json.member("kind", event.kind.rawValue)
      json.member("at", event.at.description)
      json.member("station", event.station?.text)
      json.member("subject", event.subject)
      json.rawMembers(event.members)
      if let record = view.record { json.record(record, words) }
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

extension Event {
  /// The members in the journal. Journals of version 0.1 have the kind of an undone change under the name of the
  /// event's own kind.
  fileprivate var members: String {
    let name = "\"kind\":"
    return kind == .changeUndone && payload.hasPrefix(name) ? "\"change\":" + payload.dropFirst(name.count) : payload
  }
}
