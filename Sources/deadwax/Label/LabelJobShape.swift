/// A label job as the hub tells it.
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

  /// In one line.
  var line: String {
    let proven = proof.total > 0 ? ", \(proof.total) codes read in four states" : ""
    let printing = printState.map { ", \($0)" } ?? ""
    return """
      \(id)  \(printable(state)): \(labels) labels on \(sheets) sheets of \(printable(layout)), \
      \(printable(symbol)) at \(dpi) dpi\(proven)\(printing)
      """
  }

  /// What somebody should know beside it.
  var notes: [String] {
    var notes = skipped.map { "left out: \(printable($0.subject)): \(printable($0.reason))" }
    if missingGlyphs > 0 {
      notes.append(
        "\(missingGlyphs) signs have no font on the hub's machine and are printed as boxes; see docs/labels.md.")
    }
    return notes
  }
}

/// A label paper as the hub tells it.
struct LabelLayoutShape: Decodable {
  var id: String
  var name: String
  var paper: String
  var columns: Int
  var rows: Int

  /// In columns.
  var row: String {
    let count = columns * rows > 1 ? "\(columns) × \(rows) on \(paper)" : "one by one, on a roll"
    return "\(printable(id).padded(to: 18))  \(printable(name).padded(to: 38))  \(printable(count))"
  }
}

/// Which labels of a job were seen again.
struct LabelCheckShape: Decodable {
  struct Label: Decodable {
    var code: String
    var text: String
    var seenAt: String?
    var quality: Double?
    var reader: String?
  }

  var total: Int
  var seen: Int
  var labels: [Label]
}
