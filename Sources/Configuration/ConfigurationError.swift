/// What is wrong with a command line, a variable or a configuration file.
package enum ConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The command line is wrong.
  case usage(String)
  /// A file cannot be read.
  case unreadable(path: String, reason: String)
  /// A line is no section, no `name = value` and no comment.
  case malformed(path: String, line: Int, reason: String)
  /// A key that there is not, perhaps mistyped.
  case unknown(section: String, name: String, path: String, line: Int, hint: String?)
  /// A value that its key does not take. The value itself is not told, it might be a secret.
  case invalid(name: String, expected: String, Origin)

  /// 2 for usage, 78 for configuration (sysexits.h, EX_CONFIG).
  package var exitCode: Int32 {
    switch self {
    case .usage, .invalid(_, _, .flag): 2
    default: 78
    }
  }

  package var description: String {
    switch self {
    case .usage(let sentence): sentence
    case .unreadable(let path, let reason): "The configuration file \(path) cannot be read: \(reason)."
    case .malformed(let path, let line, let reason): "\(path):\(line): \(reason)."
    case .unknown(let section, let name, let path, let line, let hint):
      "\(path):\(line): there is no key \(name) in [\(section)]." + (hint.map { " \($0)" } ?? "")
    case .invalid(let name, let expected, let origin): "\(origin): \(name) must be \(expected)."
    }
  }
}
