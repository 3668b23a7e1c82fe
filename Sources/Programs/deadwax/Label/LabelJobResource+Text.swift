internal import CommandLineArguments
internal import Deadwax
internal import HubClient
internal import Wire

extension LabelJobResource {
  /// The job in one line.
  var line: String {
    let proven = proof.total > 0 ? ", \(counted(proof.total, "code", "codes")) read under four conditions" : ""
    let printing = printState.map { ", \($0.rawValue)" } ?? ""
    let author = by.map { ", ordered by \(printable($0))" } ?? ""
    return """
      \(id)  \(printable(state.rawValue)): \(counted(labels, "label", "labels")) on \(counted(sheets, "sheet", "sheets")) of \
      \(printable(layout)), \(printable(symbol.rawValue)) at \(dpi) dpi\(proven)\(printing)\(author)
      """
  }

  /// The notes for the user.
  var notes: [String] {
    var notes = skipped.map { "left out: \(printable($0.subject)): \(printable($0.reason))" }
    if missingGlyphs > 0, let detail { notes.append(printable(detail)) }
    return notes
  }
}
