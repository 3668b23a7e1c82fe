/// A job to write, erase, seal or unseal a tag, as the API returns it.
struct TagJobShape: Decodable {
  var id: String
  var action: String
  var uid: String
  var copy: CopyShape?
  var code: String?
  /// `waiting`, `writing`, `torn`, `done`, `failed`, `expired`, `cancelled`.
  var state: String
  /// The outcome code of the job, or of its last attempt.
  var outcome: String?
  /// The class of `outcome`.
  var status: String?
  var sentence: String?
  var hint: String?
  var station: String
  var createdAt: String
  var milliseconds: Int?

  /// True if the job has ended, successfully or not.
  var isOver: Bool { ["done", "failed", "expired", "cancelled"].contains(state) }

  /// The progress text for a job that has not ended.
  var progress: String {
    switch state {
    case "waiting": "Waiting for the tag \(printable(uid)): put it on the reader."
    case "writing": "Writing … do not remove the tag."
    case "torn": "The tag was removed too early: put \(printable(uid)) back to finish."
    default: printable(state)
    }
  }

  /// The result over one to three lines.
  var full: String {
    let sign = exitCode == .done ? "✓" : exitCode == .needsChoice ? "!" : "✗"
    var lines = ["\(sign) \(printable(uid))  \(printable(sentence ?? outcome ?? state))"]
    if let copy { lines.append("  \(copy.line)") }
    if exitCode != .done, let way = hint.map(printable) ?? refusal?.advice { lines.append("  \(way)") }
    return lines.joined(separator: "\n")
  }

  /// A row of the list: time, id, action, tag, copy, state.
  var row: String {
    let columns = [
      ClockTime.short(createdAt).padded(to: 8), printable(id), printable(action).padded(to: 6),
      printable(uid).padded(to: 14), (copy.map { "copy \($0.number)" } ?? "").padded(to: 10),
      printable(state + (outcome.flatMap { $0 == state ? nil : ", \($0)" } ?? "")),
    ]
    return columns.joined(separator: "  ")
  }

  var exitCode: ExitCode {
    if state == "done" { return .done }
    if let refusal { return refusal.code }
    switch status {
    case "done", "noted", "duplicate": return .done
    case "needs-choice", "needs-confirmation": return .needsChoice
    default: return isOver ? .refused : .tryAgain
    }
  }

  private var refusal: TagRefusalAdvice? { TagRefusalAdvice.known[outcome ?? (state == "expired" ? "expired" : "")] }
}
