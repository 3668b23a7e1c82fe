internal import CommandLineArguments
internal import Deadwax
internal import HubClient
internal import Wire

extension TagJobResource {
  /// True if the job has ended, successfully or not.
  var isOver: Bool { [.done, .failed, .expired, .cancelled].contains(state) }

  /// The progress text for a job that has not ended.
  var progress: String {
    switch state {
    case .waiting: "Waiting for the tag \(printable(uid)): put it on the reader."
    case .writing: "Writing … do not remove the tag."
    case .torn: "The tag was removed too early: put \(printable(uid)) back to finish."
    default: state.rawValue
    }
  }

  /// The result over one to three lines.
  var full: String {
    let sign = exitCode == .done ? "✓" : exitCode == .needsChoice ? "!" : "✗"
    var lines = ["\(sign) \(printable(uid))  \(printable(sentence ?? outcome?.text ?? state.rawValue))"]
    if let copy { lines.append("  \(copy.line)") }
    if exitCode != .done, let way = hint.map(printable) ?? refusal?.advice { lines.append("  \(way)") }
    return lines.joined(separator: "\n")
  }

  /// A row of the list: time, id, action, tag, copy, state, author.
  var row: String {
    let columns = [
      ClockTime.short(createdAt).padded(to: 8), id.text, action.rawValue.padded(to: 6),
      printable(uid).padded(to: 14), (copy.map { "copy \($0.number)" } ?? "").padded(to: 10),
      printable(
        state.rawValue + (outcome.flatMap { $0.text == state.rawValue ? nil : ", \($0)" } ?? "")
          + (by.map { ", ordered by \($0)" } ?? "")),
    ]
    return columns.joined(separator: "  ")
  }

  var exitCode: ExitCode {
    if state == .done { return .done }
    if let refusal { return refusal.code }
    switch status?.known {
    case .done, .noted, .duplicate: return .done
    case .needsChoice, .needsConfirmation: return .needsChoice
    default: return isOver ? .refused : .tryAgain
    }
  }

  private var refusal: TagRefusalAdvice? {
    TagRefusalAdvice.known[outcome?.text ?? (state == .expired ? "expired" : "")]
  }
}
