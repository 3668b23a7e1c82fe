internal import CommandLineArguments
internal import Deadwax
internal import HubClient
internal import Wire

/// The text form of events for people.
enum EventText {
  /// Returns a row: time, kind, station and subject.
  static func row(_ event: ServerSentEvent) -> String {
    let bytes = Array(event.data.utf8)
    var columns = ["", printable(event.name).padded(to: 17)]
    if event.name == "station.fault", let fault = try? JSONCoding.decode(bytes, as: FaultEvent.self) {
      columns[0] = ClockTime.short(fault.at)
      columns += [(fault.station?.text ?? "").padded(to: 8), subject(of: fault)]
    } else if let data = try? JSONCoding.decode(bytes, as: EventResource.self) {
      columns[0] = ClockTime.short(data.at)
      columns += [(data.station?.text ?? "").padded(to: 8), subject(of: data) ?? printable(data.subject ?? "")]
    }
    columns[0] = columns[0].padded(to: 8)
    var row = columns.joined(separator: "  ")
    while row.last == " " { row.removeLast() }
    return row
  }

  private static func subject(of event: FaultEvent) -> String {
    guard let reason = event.fault?.reason else { return "scans are stored again" }
    let what = event.station == nil ? "nothing can be stored" : "a scan was not stored"
    return printable("\(what): \(reason)")
  }

  private static func subject(of event: EventResource) -> String? {
    if let scan = event.scan {
      let outcome = scan.outcome
      return "\(outcome.sign) \(printable(outcome.title)): \(outcome.release?.line ?? printable(scan.text))"
    }
    if let release = event.release { return release.line }
    if let job = event.job {
      let words = [job.sentence ?? job.state.rawValue, job.copy.map { "copy \($0.number)" }].compactMap(\.self)
      return printable("\(job.action.rawValue) \(job.uid): \(words.joined(separator: ", "))")
    }
    if let tag = event.tag {
      return "\(printable(tag.uid)) \(change(of: event)): \(tag.bound?.line ?? "unbound")"
    }
    if let queue = event.queue { return queue.line }
    switch event.body {
    case .readerChanged(let reader):
      return [reader.name, reader.state, reader.reason].compactMap(\.self).map(printable).joined(separator: ", ")
    case .stationChanged(let mode, let state, _): return "\(mode.rawValue), \(state.rawValue)"
    default: return nil
    }
  }

  private static func change(of event: EventResource) -> String {
    guard case .tagChanged(let change, _, _, _) = event.body else { return "changed" }
    return change.rawValue
  }
}
