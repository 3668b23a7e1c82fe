internal import Glibc

/// Why the chip has no line to sit on.
package enum ChipError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A C function failed with this `errno`.
  case call(String, errno: Int32)
  /// Where the link should be there is a file that is none.
  case notALink(String)

  package var description: String {
    switch self {
    case .call(let name, let code): "\(name): \(String(cString: strerror(code)))"
    case .notALink(let path): "\(path) exists and is not a symbolic link"
    }
  }
}
