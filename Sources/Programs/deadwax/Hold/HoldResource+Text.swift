internal import Deadwax
internal import HubClient
internal import Wire

extension HoldResource {
  /// The state of the hold in a few words.
  var words: String {
    switch state {
    case .waiting: "place \(position)"
    case .ready: "ready" + (pickUpBy.map { " until \(ClockTime.day($0))" } ?? "")
    default: state.rawValue
    }
  }

  /// Adds a row: id, state, title, borrower.
  func add(to table: inout Table) {
    let title = release?.line ?? copy?.line ?? "–"
    table.add(id.text, words, subject == .copy ? "\(title) (this copy)" : title, borrower?.shortName ?? "–")
  }
}
