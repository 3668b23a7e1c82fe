internal import CommandLineArguments
internal import Deadwax
internal import HubClient
internal import Wire

extension ChangeResource {
  /// `lend of Kind of Blue – Miles Davis, copy 12, at 14:03:07`.
  var line: String {
    let things = [release?.line, copy.map { "copy \($0.number)" }].compactMap(\.self).joined(separator: ", ")
    return "\(printable(kind.text))\(things.isEmpty ? "" : " of \(things)"), at \(ClockTime.short(at))"
  }
}

extension StationResource {
  /// The id of the open prompt.
  var promptID: String? { choosing?.id ?? confirming?.id ?? question?.id }

  /// The station over several lines.
  var full: String {
    var lines = [
      "\(name): \(mode.rawValue)" + (home == mode ? "" : " (home mode \(home.rawValue))")
    ]
    if let revertsAt { lines.append("  returns to the home mode at \(ClockTime.short(revertsAt))") }
    if let fault { lines.append("  fault: \(printable(fault.kind)), since \(ClockTime.short(fault.since))") }
    if let session {
      let limit = session.limit.map { " of \($0)" } ?? ""
      let late = (session.overdue ?? 0) > 0 ? ", \(session.overdue ?? 0) overdue" : ""
      lines.append("  session: \(printable(session.borrower ?? "–")), \(session.open)\(limit) out\(late)")
      if let block = session.block { lines.append("  blocked: \(printable(block))") }
    }
    if let question { lines.append("  asks: \(printable(question.sentence))") }
    if let choosing {
      lines.append("  asks: \(printable(choosing.sentence ?? "which one?"))")
      for choice in choosing.choices { lines.append("    \(choice.line)") }
    }
    if let confirming {
      let reasons = confirming.reasons.map { printable($0.title) }.joined(separator: ", ")
      lines.append(
        "  asks: \(confirming.act.rawValue) anyway? \(reasons)\(confirming.needsStaff ? " (staff)" : "")")
    }
    if let undo { lines.append("  can be undone: \(undo.line)") }
    return lines.joined(separator: "\n")
  }
}
