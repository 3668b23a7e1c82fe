internal import Glibc

/// The reason the chip has no pseudo-terminal.
package enum ChipError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A C function failed with this `errno`.
  case call(String, errno: Int32)
  /// A file that is not a link exists at the path of the link.
  case notALink(String)

  package var description: String {
    switch self {
    case .call(let name, let code): "\(name): \(String(cString: strerror(code)))"
    case .notALink(let path): "\(path) exists and is not a symbolic link"
    }
  }
}
