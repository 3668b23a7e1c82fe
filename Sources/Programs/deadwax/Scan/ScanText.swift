internal import CommandLineArguments
internal import Deadwax
internal import HubClient
internal import Wire

/// The text form of scans for people.
enum ScanText {
  /// Returns the outcome of a scan over one or more lines.
  static func full(_ scan: ScanResource) -> String {
    let outcome = scan.outcome
    var lines = ["\(outcome.sign) \(printable(scan.text))  \(printable(outcome.title))"]
    if !outcome.detail.isEmpty { lines[0] += ": \(printable(outcome.detail))" }
    if let release = outcome.release { lines.append("  \(release.line)") }
    if let copy = outcome.copy { lines.append("  \(copy.line)") }
    for loan in outcome.loans ?? [] { lines.append("  \(loan.line)") }
    for choice in outcome.choices ?? [] { lines.append("  one of: \(choice.line)") }
    return lines.joined(separator: "\n")
  }

  /// Returns a row of the history: time, station, code, outcome, subject.
  static func row(_ scan: ScanResource) -> String {
    let outcome = scan.outcome
    let subject = outcome.release?.line ?? printable(outcome.detail)
    let columns = [
      ClockTime.short(scan.at).padded(to: 8),
      scan.station.text.cut(to: 12).padded(to: 8),
      printable(scan.text).cut(to: 32).padded(to: 20),
      "\(outcome.sign) \(printable(outcome.title))".padded(to: 24),
      subject.cut(to: 72),
    ]
    var row = columns.joined(separator: "  ")
    while row.last == " " { row.removeLast() }
    return row
  }
}
