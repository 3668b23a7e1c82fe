/// The origin of a value.
package enum Origin: Sendable, Equatable, CustomStringConvertible {
  /// The default: no file, variable or flag sets the value.
  case standard
  case file(String, line: Int)
  case environment(String)
  case flag(String)

  package var description: String {
    switch self {
    case .standard: "standard"
    case .file(let path, let line): "\(path):\(line)"
    case .environment(let variable): "environment \(variable)"
    case .flag(let name): "--\(name)"
    }
  }
}
