/// A tag as the hub tells it, whether it lies on a reader now or is only remembered.
struct TagShape: Decodable {
  var uid: String
  var kind: String?
  /// Bytes that a message may have.
  var capacity: Int?
  /// As `writable`, `locked`, `sealed`, `unsupported`.
  var access: String?
  /// Our code on it; of a tag that lies there a word: `empty`, `own`, `foreign`.
  var content: String?
  /// Our code on a tag that lies there.
  var code: String?
  /// Of a tag that is remembered the word: `empty`, `own`, `foreign`.
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

  /// What a tag stands for.
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

  /// Where it lies now.
  struct Present: Decodable {
    var station: String
    var reader: String
  }

  /// Over one to a few lines.
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
    if isSuspect == true { lines.append("  suspect: it failed again and again; take another tag") }
    if let present {
      lines.append("  lies on \(printable(present.reader)) of \(printable(present.station))")
    } else if let reader {
      lines.append("  lies on \(printable(reader))")
    } else if let lastSeenAt {
      lines.append("  last seen \(ClockTime.short(lastSeenAt))")
    }
    return lines.joined(separator: "\n")
  }

  /// A row of the list: number, kind, state, to what it is bound.
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
    case "foreign": "something that is not ours"
    case "own": printable(code ?? "a code of ours")
    case "": printable(code ?? "nothing that is known")
    default: printable(content ?? "")
    }
  }

  private var words: String? {
    var words: [String] = []
    switch access {
    case "writable": words.append("can be written")
    case "locked": words.append("locked for good: it can be read, and bound by its number")
    case "sealed": words.append("sealed with a password")
    case "unsupported": words.append("cannot be written here; it can be bound by its number")
    case let access?: words.append(printable(access))
    case nil: break
    }
    if isSealed == true, access != "sealed" { words.append("sealed by this hub") }
    if let capacity { words.append("\(capacity) bytes for a message") }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}

/// A page of tags.
struct TagPage: Decodable {
  var items: [TagShape]
  var next: String?
}
