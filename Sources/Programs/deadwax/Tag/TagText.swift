internal import CommandLineArguments
internal import Deadwax
internal import HubClient
internal import Wire

/// The text form of a tag, either on a reader now or from the records.
struct TagText {
  let uid: String
  private var kind: String?
  /// The maximum size of a message in bytes.
  private var capacity: Int?
  private var access: Tag.Access?
  private var content: Tag.Content?
  /// The library code on the tag.
  private var code: String?
  private var fault: String?
  private var bound: TagBindingDetail?
  private var reader: String?
  private var lastSeenAt: RFC3339Time?
  private var writes: Int?
  private var failures: Int?
  private var isSuspect = false
  private var isSealed = false
  private var present: TagResource.Presence?

  init(_ tag: TagResource) {
    uid = tag.uid
    kind = tag.kind
    capacity = tag.capacity
    access = tag.access
    content = tag.holds
    code = tag.content
    fault = tag.fault
    bound = tag.bound
    lastSeenAt = tag.lastSeenAt
    writes = tag.writes
    failures = tag.failures
    isSuspect = tag.isSuspect
    isSealed = tag.isSealed
    present = tag.present
  }

  init(_ tag: PresentTagResource) {
    uid = tag.uid
    kind = tag.kind
    capacity = tag.capacity
    access = tag.access
    content = tag.content
    code = tag.code
    fault = tag.fault
    bound = tag.bound
    reader = tag.reader
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
    if isSuspect { lines.append("  suspect: it failed repeatedly; use another tag") }
    if let present {
      lines.append("  on reader \(printable(present.reader)) of \(present.station)")
    } else if let reader {
      lines.append("  on reader \(printable(reader))")
    } else if let lastSeenAt {
      lines.append("  last read \(ClockTime.short(lastSeenAt))")
    }
    return lines.joined(separator: "\n")
  }

  /// A row of the list: number, kind, state, binding.
  var row: String {
    var states = [access].compactMap(\.self).filter { $0 != .writable }.map(\.rawValue)
    if isSealed, access != .sealed { states.append("sealed") }
    if isSuspect { states.append("suspect") }
    if present != nil { states.append("here") }
    let columns = [
      printable(uid).padded(to: 20), printable(kind ?? "–").cut(to: 16).padded(to: 16),
      states.joined(separator: ", ").padded(to: 14), (bound?.line ?? "unbound").cut(to: 72),
    ]
    return columns.joined(separator: "  ")
  }

  private var written: String {
    switch content {
    case .empty: "nothing"
    case .foreign: "foreign content"
    case .own: printable(code ?? "a library code")
    case nil: printable(code ?? "unknown content")
    }
  }

  private var words: String? {
    var words: [String] = []
    switch access {
    case .writable: words.append("writable")
    case .locked: words.append("locked for good: readable, and can be bound by its number")
    case .sealed: words.append("sealed with a password")
    case .unsupported: words.append("not writable by the hub; can be bound by its number")
    case nil: break
    }
    if isSealed, access != .sealed { words.append("sealed by this hub") }
    if let capacity { words.append("\(capacity) bytes for a message") }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}

extension TagBindingDetail {
  /// `Kind of Blue, copy 12 (DW:I:0123456789ABCX)`.
  var line: String { copy.map { printable("\(name) (\($0.code))") } ?? printable(name) }
}
