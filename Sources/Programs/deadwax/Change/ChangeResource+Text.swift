internal import Deadwax
internal import HubClient
internal import Wire

extension AccessDetail {
  /// The subject, the detail, the origin and the count, as far as they are known; nil for none.
  fileprivate var line: String? {
    let parts = [
      subject, detail, origin.map { "from \($0.text)" },
      count > 1 ? "\(count) times" : nil,
    ]
    let text = parts.compactMap(\.self).joined(separator: ", ")
    return text.isEmpty ? nil : text
  }
}

extension OrderDetail {
  /// The operation or the number, and the id of the job.
  fileprivate var line: String {
    [action?.text ?? "\(count)", job].compactMap(\.self).joined(separator: ", ")
  }
}

extension ChangeResource {
  /// An empty text, or "undone" if the change was undone.
  var state: String { undoneBy == nil ? "" : "undone" }

  /// Adds a row: time, kind, station, author with reason, id.
  func add(to table: inout Table) {
    let parts = [by, reason, undoneBy == nil ? nil : "undone", access?.line, order?.line]
    let why = parts.compactMap(\.self).joined(separator: ": ")
    table.add(ClockTime.short(at), access?.act.text ?? kind.text, station?.text ?? "–", why, id.text)
  }
}
