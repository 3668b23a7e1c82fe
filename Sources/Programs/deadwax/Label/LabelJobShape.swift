internal import CommandLineArguments
internal import HubClient

/// A label job as the API returns it.
struct LabelJobShape: Decodable {
  struct Skipped: Decodable {
    var subject: String
    var reason: String
  }

  struct Proof: Decodable {
    var clean: Int
    var blur: Int
    var noise: Int
    var spread: Int
    var total: Int
  }

  var id: String
  var layout: String
  var symbol: String
  var dpi: Int
  var state: String
  var sheets: Int
  var labels: Int
  var done: Int
  var skipped: [Skipped]
  var proof: Proof
  var missingGlyphs: Int
  var detail: String?
  var createdAt: String
  var printState: String?
  var printOutput: String?

  /// The job in one line.
  var line: String {
    let proven = proof.total > 0 ? ", \(counted(proof.total, "code", "codes")) read under four conditions" : ""
    let printing = printState.map { ", \($0)" } ?? ""
    return """
      \(id)  \(printable(state)): \(counted(labels, "label", "labels")) on \(counted(sheets, "sheet", "sheets")) of \
      \(printable(layout)), \(printable(symbol)) at \(dpi) dpi\(proven)\(printing)
      """
  }

  /// The notes for the user.
  var notes: [String] {
    var notes = skipped.map { "left out: \(printable($0.subject)): \(printable($0.reason))" }
    if missingGlyphs > 0, let detail { notes.append(printable(detail)) }
    return notes
  }
}
