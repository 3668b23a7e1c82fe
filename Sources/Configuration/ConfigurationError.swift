internal import CommandLineArguments

/// An error in a value of the command line, a variable or a configuration file.
package enum ConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A file cannot be read.
  case unreadable(path: String, reason: String)
  /// A line is not a section, `name = value` or a comment.
  case malformed(path: String, line: Int, reason: String)
  /// A key does not exist, perhaps because of a typing error.
  case unknown(section: String, name: String, path: String, line: Int, hint: String?)
  /// A value is not valid for its key. The value itself is not included, since it might be a secret.
  case invalid(name: String, expected: String, Origin)

  /// The exit code of the program (sysexits.h): EX_USAGE for the command line, EX_CONFIG otherwise.
  package var exitCode: Int32 {
    if case .invalid(_, _, .flag) = self { return UsageError.exitCode }
    return 78
  }

  package var description: String {
    switch self {
    case .unreadable(let path, let reason): "Cannot read the configuration file \(path): \(reason)."
    case .malformed(let path, let line, let reason): "\(path):\(line): \(reason)."
    case .unknown(let section, let name, let path, let line, let hint):
      "\(path):\(line): there is no key \(name) in [\(section)]." + (hint.map { " \($0)" } ?? "")
    case .invalid(let name, let expected, let origin): "\(origin): \(name) must be \(expected)."
    }
  }
}
