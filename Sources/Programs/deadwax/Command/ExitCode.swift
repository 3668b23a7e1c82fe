internal import CommandLineArguments

/// The exit code of the program. Scripts rely on these values.
struct ExitCode: RawRepresentable, Hashable, Sendable {
  let rawValue: Int32

  static let done = ExitCode(rawValue: 0)
  /// The action was refused by policy, or some of several actions failed.
  static let refused = ExitCode(rawValue: 1)
  /// The command was not understood (sysexits.h, EX_USAGE).
  static let usage = ExitCode(rawValue: UsageError.exitCode)
  static let notFound = ExitCode(rawValue: 3)
  static let conflict = ExitCode(rawValue: 4)
  /// A choice or a confirmation is needed.
  static let needsChoice = ExitCode(rawValue: 5)
  /// The hub or a device is not available (sysexits.h, EX_UNAVAILABLE).
  static let unavailable = ExitCode(rawValue: 69)
  /// The same command may succeed later (EX_TEMPFAIL).
  static let tryAgain = ExitCode(rawValue: 75)
  /// The configuration must be changed (EX_CONFIG).
  static let configuration = ExitCode(rawValue: 78)
}
