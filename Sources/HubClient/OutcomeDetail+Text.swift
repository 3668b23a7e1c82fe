internal import CommandLineArguments
package import Deadwax
internal import Wire

extension OutcomeLoan {
  /// `✓ Kind of Blue – Miles Davis, 1959, cd, copy 12: due 2026-12-04`, or the reasons of a refusal.
  package var line: String {
    let name = "\(release.line), copy \(copy.number)"
    guard let reasons, !reasons.isEmpty else { return "✓ \(name): due \(ClockTime.day(dueAt))" }
    return "✗ \(name): \(reasons.map(\.line).joined(separator: " "))"
  }
}

extension ChoiceDetail {
  /// `2  Kind of Blue, copy 12, DW:I:0123456789ABCX`.
  package var line: String {
    let things = [title.map(printable), text.map(printable), copy?.line].compactMap(\.self)
    return "\(number)  " + things.joined(separator: ", ")
  }
}

extension OutcomeDetail {
  /// A symbol that indicates the result at a glance.
  package var sign: String { Self.sign(of: status.known) }

  /// Returns the symbol of a status.
  package static func sign(of status: Outcome.Status?) -> String {
    switch status {
    case .done: "✓"
    case .noted: "·"
    case .duplicate: "="
    case .queued: "…"
    case .unknown: "?"
    case .needsChoice, .needsConfirmation: "!"
    default: "✗"
    }
  }

  /// The exit code of a command whose scan had this outcome.
  package var exitCode: ExitCode {
    switch status.known {
    case .done, .noted, .duplicate, .queued: .done
    case .unknown: .notFound
    case .needsChoice, .needsConfirmation: .needsChoice
    default: .refused
    }
  }
}
