/// An error in the communication with a scanner.
package enum ScannerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No device is attached at this path.
  case absent(String)
  /// The device exists, but this user may not open it.
  case denied(String)
  /// The file exists, but it is not an input device.
  case notInput(String)
  /// Another program has grabbed the device; `holders` are the programs that have it open, if they could be determined.
  case grabbed(String, holders: [String])
  /// The operating system refused for another reason; the number is `errno`.
  case system(String, errno: Int32)

  package var description: String {
    switch self {
    case .absent(let path): "\(path) does not exist"
    case .denied(let path): "this user may not open \(path)"
    case .notInput(let path): "\(path) is not an input device"
    case .grabbed(let path, let holders):
      "\(path) is in use by \(holders.isEmpty ? "another program" : holders.joined(separator: " or "))"
    case .system(let call, let code): "\(call): errno \(code)"
    }
  }
}
