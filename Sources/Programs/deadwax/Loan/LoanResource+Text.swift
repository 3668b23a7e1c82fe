internal import CommandLineArguments
internal import Deadwax
internal import HubClient
internal import Wire

extension LoanResource {
  /// `Kind of Blue – Miles Davis, 1959, cd`.
  var title: String { release?.line ?? "copy \(copy.number)" }

  /// The due or return time, and notes on the loan.
  var state: String {
    if let returnedAt { return "back \(ClockTime.day(returnedAt))" }
    var words = "due \(ClockTime.day(dueAt))"
    if isOverdue { words += ", \(overdueDays)d overdue" }
    if claimedReturnedAt != nil { words += ", claimed" }
    return words
  }

  /// Adds a row: number of the copy, state, title, borrower.
  func add(to table: inout Table) {
    table.add("#\(copy.number)", state, title, borrower?.shortName ?? "–")
  }

  /// The loan over several lines.
  var full: String {
    var lines = ["\(title), copy \(copy.number) (\(printable(copy.code)))"]
    lines.append("  id: \(id.text)")
    lines.append("  borrower: \(borrower.map { printable($0.shortName) } ?? "removed")")
    lines.append("  lent: \(ClockTime.short(openedAt))")
    lines.append("  \(state)")
    if renewals > 0 { lines.append("  renewed: \(renewals == 1 ? "once" : "\(renewals) times")") }
    if parts > 1 { lines.append("  parts: \(parts)" + (partsBack.map { ", \($0) back" } ?? "")) }
    return lines.joined(separator: "\n")
  }
}
