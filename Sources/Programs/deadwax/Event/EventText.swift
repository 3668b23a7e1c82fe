internal import Foundation

/// The text form of events for people.
enum EventText {
  /// Returns a row: time, kind, station and subject.
  static func row(_ event: ServerSentEvent) -> String {
    let data = (try? JSONSerialization.jsonObject(with: Data(event.data.utf8))) as? [String: Any] ?? [:]
    func text(_ name: String) -> String { (data[name] as? String).map(printable) ?? "" }
    var row = [
      ClockTime.short(text("at")).padded(to: 8), printable(event.name).padded(to: 17), text("station").padded(to: 8),
      subject(of: data) ?? text("subject"),
    ].joined(separator: "  ")
    while row.last == " " { row.removeLast() }
    return row
  }

  private static func subject(of data: [String: Any]) -> String? {
    func shape<Shape: Decodable>(_ type: Shape.Type, _ name: String) -> Shape? {
      data[name].flatMap { try? JSONCoding.decode(Array(JSONCoding.line($0).utf8), as: type) }
    }
    if let scan = shape(ScanShape.self, "scan") {
      let outcome = scan.outcome
      let about = outcome.release?.line ?? printable(scan.text)
      return "\(outcome.sign) \(printable(outcome.title)): \(about)"
    }
    if let release = shape(ReleaseShape.self, "release") { return release.line }
    if let job = shape(TagJobShape.self, "job") {
      let words = [job.sentence ?? job.state, job.copy.map { "copy \($0.number)" }].compactMap(\.self)
      return printable("\(job.action) \(job.uid): \(words.joined(separator: ", "))")
    }
    if let tag = shape(TagShape.self, "tag") {
      let change = (data["change"] as? String).map(printable) ?? "changed"
      return "\(printable(tag.uid)) \(change): \(tag.bound?.line ?? "unbound")"
    }
    if let queue = shape(TagQueueShape.self, "queue") { return queue.line }
    if let reader = data["reader"] as? [String: Any] {
      return ["name", "state", "reason"].compactMap { reader[$0] as? String }.map(printable).joined(separator: ", ")
    }
    if data["kind"] as? String == "station.fault" {
      let fault = data["fault"] as? [String: Any]
      guard let reason = fault?["reason"] as? String else { return "scans are stored again" }
      let what = data["station"] == nil ? "nothing can be stored" : "a scan was not stored"
      return printable("\(what): \(reason)")
    }
    if let mode = data["mode"] as? String {
      return printable(([mode] + [data["state"] as? String].compactMap(\.self)).joined(separator: ", "))
    }
    return nil
  }
}
