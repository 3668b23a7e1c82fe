internal import CommandLineArguments
internal import Deadwax
internal import HubClient
internal import Wire

extension BorrowerResource {
  /// The circumstances that affect lending, in a few words.
  var state: String {
    var words: [String] = []
    if block != nil { words.append("blocked") }
    if overdue > 0 { words.append("\(overdue) overdue") }
    if !feesDue.isEmpty { words.append("fees") }
    if isStaff { words.append("staff") }
    return words.joined(separator: ", ")
  }

  /// The borrower over several lines.
  var full: String {
    var lines = ["\(printable(name))  (\(printable(shortName)))"]
    lines.append("  id: \(id.text)")
    lines.append("  group: \(printable(group))\(isStaff ? ", staff" : "")")
    lines.append("  loans: \(open)\(overdue > 0 ? ", \(overdue) of them overdue" : "")\(limit)")
    for due in feesDue { lines.append("  fees due: \(printable(MoneyText.text(due.amount, due.currency)))") }
    if let block {
      lines.append("  blocked since \(ClockTime.short(block.at)): \(printable(block.reason))")
    }
    if let email { lines.append("  e-mail: \(printable(email))") }
    if let phone { lines.append("  phone: \(printable(phone))") }
    if let language { lines.append("  language: \(printable(language))") }
    if let expiresAt { lines.append("  card expires: \(ClockTime.day(expiresAt))") }
    lines.append("  PIN: \(hasPIN ? "set" : "none")")
    for card in cards ?? [] { lines.append("  card: \(printable(card.code))") }
    if let note { lines.append("  note: \(printable(note))") }
    return lines.joined(separator: "\n")
  }

  private var limit: String { loanLimit.map { " (at most \($0))" } ?? "" }
}
