internal import Deadwax
internal import HubClient
internal import Wire

extension ChangeResource {
  /// An empty text, or "undone" if the change was undone.
  var state: String { undoneBy == nil ? "" : "undone" }

  /// Adds a row: time, kind, station, author with reason, id.
  func add(to table: inout Table) {
    let why = [by, reason, undoneBy == nil ? nil : "undone"].compactMap(\.self).joined(separator: ": ")
    table.add(ClockTime.short(at), kind.text, station?.text ?? "–", why, id.text)
  }
}
