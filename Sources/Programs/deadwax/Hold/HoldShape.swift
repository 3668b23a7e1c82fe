/// A hold as the API returns it to staff.
struct HoldShape: Decodable {
  var id: String
  var subject: String
  var release: ReleaseShape?
  var copy: CopyShape?
  var borrower: BorrowerBrief?
  var state: String
  var position: Int
  var pickUpBy: String?

  /// The state of the hold in a few words.
  var words: String {
    switch state {
    case "waiting": "place \(position)"
    case "ready": "ready" + (pickUpBy.map { " until \(ClockTime.day($0))" } ?? "")
    default: state
    }
  }

  /// Adds a row: id, state, title, borrower.
  func add(to table: inout Table) {
    let title = release?.line ?? copy?.line ?? "–"
    table.add(id, words, subject == "copy" ? "\(title) (this copy)" : title, borrower?.shortName ?? "–")
  }
}
