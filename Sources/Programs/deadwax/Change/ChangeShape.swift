/// A change as the API returns it.
struct ChangeShape: Decodable {
  var id: String
  var kind: String
  var seq: Int
  var station: String?
  var by: String?
  var reason: String?
  var at: String
  var undoes: String?
  var undoneBy: String?

  /// An empty text, or "undone" if the change was undone.
  var state: String { undoneBy == nil ? "" : "undone" }

  /// Adds a row: time, kind, station, author with reason, id.
  func add(to table: inout Table) {
    let why = [by, reason, undoneBy == nil ? nil : "undone"].compactMap(\.self).joined(separator: ": ")
    table.add(ClockTime.short(at), kind, station ?? "–", why, id)
  }
}
