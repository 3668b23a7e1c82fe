/// A tag as the API returns it, either on a reader now or from the records.
struct TagShape: Decodable {
  var uid: String
  var kind: String?
  /// The maximum size of a message in bytes.
  var capacity: Int?
  /// The access: `writable`, `locked`, `sealed` or `unsupported`.
  var access: String?
  /// For a tag from the records: the library code on it. For a tag on a reader: `empty`, `own` or `foreign`.
  var content: String?
  /// The library code on a tag that is on a reader.
  var code: String?
  /// For a tag from the records: `empty`, `own` or `foreign`.
  var holds: String?
  var fault: String?
  var bound: Bound?
  var reader: String?
  var lastSeenAt: String?
  var writes: Int?
  var failures: Int?
  var isSuspect: Bool?
  var isSealed: Bool?
  var present: Present?

  /// The record that a tag is bound to.
  struct Bound: Decodable {
    var kind: String
    var id: String?
    var name: String?
    var copy: CopyShape?

    /// `Kind of Blue, copy 12 (DW:I:0123456789ABCX)`.
    var line: String {
      guard let copy else { return printable(name ?? "a \(kind)") }
      return printable("\(name ?? "copy \(copy.number)") (\(copy.code))")
    }
  }

  /// The reader that the tag is on.
  struct Present: Decodable {
    var station: String
    var reader: String
  }

  /// The tag over several lines.
  var full: String {
    var lines = ["\(printable(uid))  \(printable(kind ?? "a tag of unknown kind"))"]
    lines.append("  bound to: \(bound?.line ?? "nothing")")
    lines.append("  written: \(written)")
    if let fault { lines.append("  damaged: \(printable(fault))") }
    if let words { lines.append("  \(words)") }
    if let writes {
      let failed = (failures ?? 0) > 0 ? ", the last \(failures ?? 0) failed" : ""
      lines.append("  written to \(writes == 1 ? "once" : "\(writes) times")\(failed)")
    }
    if isSuspect == true { lines.append("  suspect: it failed repeatedly; use another tag") }
    if let present {
      lines.append("  on reader \(printable(present.reader)) of \(printable(present.station))")
    } else if let reader {
      lines.append("  on reader \(printable(reader))")
    } else if let lastSeenAt {
      lines.append("  last read \(ClockTime.short(lastSeenAt))")
    }
    return lines.joined(separator: "\n")
  }

  /// A row of the list: number, kind, state, binding.
  var row: String {
    var states = [access].compactMap(\.self).filter { $0 != "writable" }.map(printable)
    if isSealed == true, access != "sealed" { states.append("sealed") }
    if isSuspect == true { states.append("suspect") }
    if present != nil { states.append("here") }
    let columns = [
      printable(uid).padded(to: 20), printable(kind ?? "–").cut(to: 16).padded(to: 16),
      states.joined(separator: ", ").padded(to: 14), (bound?.line ?? "unbound").cut(to: 72),
    ]
    return columns.joined(separator: "  ")
  }

  private var written: String {
    switch content ?? holds ?? "" {
    case "empty": "nothing"
    case "foreign": "foreign content"
    case "own": printable(code ?? "a library code")
    case "": printable(code ?? "unknown content")
    default: printable(content ?? "")
    }
  }

  private var words: String? {
    var words: [String] = []
    switch access {
    case "writable": words.append("writable")
    case "locked": words.append("locked for good: readable, and can be bound by its number")
    case "sealed": words.append("sealed with a password")
    case "unsupported": words.append("not writable by the hub; can be bound by its number")
    case let access?: words.append(printable(access))
    case nil: break
    }
    if isSealed == true, access != "sealed" { words.append("sealed by this hub") }
    if let capacity { words.append("\(capacity) bytes for a message") }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}
