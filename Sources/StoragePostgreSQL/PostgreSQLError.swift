internal import CPQ
internal import Storage

extension StorageError {
  /// Creates the error of a failed result of PostgreSQL, or of the connection if there is no result.
  init(_ result: OpaquePointer?, on connection: OpaquePointer, call: String, sql: String? = nil) {
    guard let result, let state = deadwax_pq_sqlstate(result).map({ String(cString: $0) }) else {
      let message = PQerrorMessage(connection).map { String(cString: $0) } ?? ""
      self.init(
        .unavailable, call: call, message: message.split(separator: "\n").first.map(String.init) ?? "", sql: sql)
      return
    }
    let message = deadwax_pq_message(result).map { String(cString: $0) } ?? ""
    // A message about data quotes it.
    let plain = state.hasPrefix("22") ? message.prefix { $0 != "\"" && $0 != ":" }.trimmingEnd : message
    let constraint = deadwax_pq_constraint(result).map { " (\(String(cString: $0)))" } ?? ""
    self.init(Self.kind(of: state), call: call, message: plain + constraint, sql: sql, engineCode: state)
  }

  /// Returns the portable kind of an SQLSTATE (<https://www.postgresql.org/docs/15/errcodes-appendix.html>).
  static func kind(of state: String) -> Kind {
    switch state {
    case "23505": .conflict
    case "23503": .reference
    case "40001", "40P01", "55P03": .busy
    case "53100": .full
    case "25006": .readOnly
    case "XX001", "XX002": .damaged
    case "57014": .interrupted
    default:
      switch state.prefix(2) {
      case "23": .constraint
      case "22": .mismatch
      case "54": .tooBig
      case "08", "53", "57", "58": .unavailable
      default: .failed
      }
    }
  }
}

extension Substring {
  fileprivate var trimmingEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
