/// The outcome of a scan.
struct OutcomeShape: Decodable {
  var status: String
  var code: String
  var title: String
  var detail: String?
  var release: ReleaseShape?
  var copy: CopyShape?
  var slot: String?
  var choices: [Choice]?
  var mode: String?
  var notes: [Note]?

  /// A note on the outcome.
  struct Note: Decodable {
    var code: String
  }

  /// The individual loans, if the outcome lists several.
  var loans: [Line]?

  struct Line: Decodable {
    var release: ReleaseShape
    var copy: CopyShape
    var dueAt: String
    var reasons: [ReasonShape]?

    /// `✓ Kind of Blue – Miles Davis, 1959, cd, copy 12: due 2026-12-04`, or the reasons of a refusal.
    var line: String {
      let name = "\(release.line), copy \(copy.number)"
      guard let reasons, !reasons.isEmpty else { return "✓ \(name): due \(ClockTime.day(dueAt))" }
      return "✗ \(name): \(reasons.map(\.line).joined(separator: " "))"
    }
  }

  /// A record among several that a code can refer to.
  struct Choice: Decodable {
    var number: Int?
    var title: String?
    var text: String?
    var copy: CopyShape?

    /// `2  Kind of Blue, copy 12, DW:I:0123456789ABCX`.
    var line: String {
      let things = [title.map(printable), text.map(printable), copy?.line].compactMap(\.self)
      return (number.map { "\($0)  " } ?? "") + things.joined(separator: ", ")
    }
  }

  /// A symbol that indicates the result at a glance.
  var sign: String { Self.sign(of: status) }

  /// Returns the symbol of a status.
  static func sign(of status: String) -> String {
    switch status {
    case "done": "✓"
    case "noted": "·"
    case "duplicate": "="
    case "queued": "…"
    case "unknown": "?"
    case "needs-choice", "needs-confirmation": "!"
    default: "✗"
    }
  }

  var exitCode: ExitCode {
    switch status {
    case "done", "noted", "duplicate", "queued": .done
    case "unknown": .notFound
    case "needs-choice", "needs-confirmation": .needsChoice
    default: .refused
    }
  }
}
