/// The reason why data cannot be exported.
package enum MovingError: Error, Equatable, CustomStringConvertible {
  /// The table has no columns with these names.
  case unknownColumns([String], known: [String])
  /// A column was named twice.
  case repeatedColumn(String)
  /// The disk is full.
  case diskFull
  /// The file cannot be written now: the reason, for the log.
  case unavailable(String)

  package var description: String {
    switch self {
    case .unknownColumns(let names, let known):
      "The table has no column \(names.map { "'\($0)'" }.joined(separator: ", ")). Its columns: "
        + known.joined(separator: ", ") + "."
    case .repeatedColumn(let name): "The column '\(name)' is named twice."
    case .diskFull: "The disk is full. Nothing was exported."
    case .unavailable(let reason): reason
    }
  }
}
