/// A change as the hub tells it.
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

  /// Whether it stands, or was taken back.
  var state: String { undoneBy == nil ? "" : "taken back" }

  /// A row: time, kind, desk, by whom and why, id.
  func add(to table: inout Table) {
    let why = [by, reason, undoneBy == nil ? nil : "taken back"].compactMap(\.self).joined(separator: ": ")
    table.add(ClockTime.short(at), kind, station ?? "–", why, id)
  }
}
