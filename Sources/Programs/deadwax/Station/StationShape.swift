/// A station as the API returns it, without the members that this program does not use.
struct StationShape: Decodable {
  var name: String
  var mode: String
  var state: String
  var home: String?
  var revertsAt: String?
  var session: Session?
  var choosing: Choosing?
  var confirming: Confirming?
  var question: Question?
  var fault: Fault?
  var undo: LastChange?
  var recent: [ChangeShape]?
  /// The outcome of an action.
  var outcome: OutcomeShape?

  /// The id of the open prompt.
  var promptID: String? { choosing?.id ?? confirming?.id ?? question?.id }

  struct Session: Decodable {
    var borrower: String
    var open: Int
    var limit: Int?
    var overdue: Int?
    var block: String?
    var endsAt: String
    var id: String?
  }

  struct Choosing: Decodable {
    var id: String?
    var sentence: String?
    var choices: [OutcomeShape.Choice]
  }

  struct Confirming: Decodable {
    var id: String?
    var act: String
    var reasons: [Sentence]
    var needsStaff: Bool
  }

  struct Sentence: Decodable {
    var code: String
    var title: String
  }

  struct Question: Decodable {
    var id: String?
    var sentence: String
  }

  struct Fault: Decodable {
    var kind: String
    var since: String
  }

  /// The last change of the station that can be undone.
  struct LastChange: Decodable {
    var id: String
    var kind: String
    var at: String
    var release: ReleaseShape?
    var copy: CopyShape?

    /// `lend of Kind of Blue – Miles Davis, copy 12, at 14:03:07`.
    var line: String {
      let things = [release?.line, copy.map { "copy \($0.number)" }].compactMap(\.self).joined(separator: ", ")
      return "\(printable(kind))\(things.isEmpty ? "" : " of \(things)"), at \(ClockTime.short(at))"
    }
  }

  /// The station over several lines.
  var full: String {
    var lines = [
      "\(printable(name)): \(printable(mode))" + (home.map { $0 == mode ? "" : " (home mode \(printable($0)))" } ?? "")
    ]
    if let revertsAt { lines.append("  returns to the home mode at \(ClockTime.short(revertsAt))") }
    if let fault { lines.append("  fault: \(printable(fault.kind)), since \(ClockTime.short(fault.since))") }
    if let session {
      let limit = session.limit.map { " of \($0)" } ?? ""
      let late = (session.overdue ?? 0) > 0 ? ", \(session.overdue ?? 0) overdue" : ""
      lines.append("  session: \(printable(session.borrower)), \(session.open)\(limit) out\(late)")
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
        "  asks: \(printable(confirming.act)) anyway? \(reasons)\(confirming.needsStaff ? " (staff)" : "")")
    }
    if let undo { lines.append("  can be undone: \(undo.line)") }
    return lines.joined(separator: "\n")
  }
}
