/// The kind of a cell.
package enum CellKind {
  case null, integer, real, text, blob

  /// The kind with its article, for messages.
  var words: String {
    switch self {
    case .null: "NULL"
    case .integer: "an integer"
    case .real: "a real"
    case .text: "text"
    case .blob: "a blob"
    }
  }
}
