/// A loan as the API returns it to staff.
struct LoanShape: Decodable {
  var id: String
  var copy: Copy
  var release: ReleaseShape?
  var borrower: BorrowerBrief?
  var openedAt: String
  var dueAt: String
  var returnedAt: String?
  var renewals: Int
  var parts: Int
  var partsBack: Int?
  var isOverdue: Bool
  var overdueDays: Int
  var claimedReturnedAt: String?

  struct Copy: Decodable {
    var id: String
    var number: Int
    var code: String
    var slot: String?
  }

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
    lines.append("  id: \(printable(id))")
    lines.append("  borrower: \(borrower.map { printable($0.shortName) } ?? "removed")")
    lines.append("  lent: \(ClockTime.short(openedAt))")
    lines.append("  \(state)")
    if renewals > 0 { lines.append("  renewed: \(renewals == 1 ? "once" : "\(renewals) times")") }
    if parts > 1 { lines.append("  parts: \(parts)" + (partsBack.map { ", \($0) back" } ?? "")) }
    return lines.joined(separator: "\n")
  }
}
