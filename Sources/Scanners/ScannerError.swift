/// What went wrong between us and the scanner.
package enum ScannerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Nothing is plugged in there, or not any more.
  case absent(String)
  /// It is there, and we may not open it.
  case denied(String)
  /// The file is there, and no input device.
  case notInput(String)
  /// Another program has taken it for itself; those that have it open, as far as that can be told.
  case grabbed(String, holders: [String])
  /// The system refused for another reason; the number is `errno`.
  case system(String, errno: Int32)

  package var description: String {
    switch self {
    case .absent(let path): "\(path) is not there"
    case .denied(let path): "\(path) may not be opened by this user"
    case .notInput(let path): "\(path) is no input device"
    case .grabbed(let path, let holders):
      "\(path) is taken by \(holders.isEmpty ? "another program" : holders.joined(separator: " or "))"
    case .system(let call, let code): "\(call): errno \(code)"
    }
  }
}
