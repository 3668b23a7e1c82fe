internal import Deadwax
package import History
package import Messages
package import Scanning
package import Wire

extension EventResource {
  /// - Parameters:
  ///   - view: the event with its record.
  ///   - words: the texts for people, from which those in the language of the station are used.
  package init(_ view: EventView, _ words: Messages) {
    self.init(view.event)
    switch view.record {
    case .scan(let view): scan = ScanResource(view, isWhole: false, words)
    case .release(let release): self.release = ReleaseSummary(release)
    case .tagJob(let view): job = TagJobResource(view, words)
    case .tag(let view): tag = TagResource(view)
    case .tagQueue(let view): queue = TagQueueResource(view, words)
    case nil: break
    }
  }

  /// The event in the form of `text/event-stream` (HTML Living Standard, server-sent events).
  package var streamed: [UInt8] {
    Array("id: \(id)\nevent: \(kind)\ndata: ".utf8) + JSONDocument.bytes(of: self) + Array("\n\n".utf8)
  }
}

extension FaultEvent {
  /// Creates the event that nothing can be stored, or that the fault has ended.
  package init(_ notice: ScanService.OutageNotice) {
    self.init(at: RFC3339Time(notice.at), station: notice.station, fault: notice.fault.map { StationFault($0) })
  }

  /// The event in the form of `text/event-stream`. It has no id, so that no client resumes from it.
  package var streamed: [UInt8] {
    Array("event: \(kind)\ndata: ".utf8) + JSONDocument.bytes(of: self) + Array("\n\n".utf8)
  }
}
