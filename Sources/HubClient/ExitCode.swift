internal import CommandLineArguments

/// The exit code of the program. Scripts rely on these values.
package struct ExitCode: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// The command succeeded.
  package static let done = ExitCode(rawValue: 0)
  /// The action was refused by policy, or some of several actions failed.
  package static let refused = ExitCode(rawValue: 1)
  /// The command was not understood (sysexits.h, EX_USAGE).
  package static let usage = ExitCode(rawValue: UsageError.exitCode)
  /// A record, a file or a device was not found.
  package static let notFound = ExitCode(rawValue: 3)
  /// The request conflicts with the present state.
  package static let conflict = ExitCode(rawValue: 4)
  /// A choice or a confirmation is needed.
  package static let needsChoice = ExitCode(rawValue: 5)
  /// The hub or a device is not available (sysexits.h, EX_UNAVAILABLE).
  package static let unavailable = ExitCode(rawValue: 69)
  /// The same command may succeed later (EX_TEMPFAIL).
  package static let tryAgain = ExitCode(rawValue: 75)
  /// The configuration must be changed (EX_CONFIG).
  package static let configuration = ExitCode(rawValue: 78)

  /// The exit codes, for the help of a program.
  package static let help = """
    exit codes: 0 success · 1 refused · 3 not found · 4 conflict · 5 choice or confirmation needed
                64 usage error · 69 no hub or device · 75 try again · 78 configuration
    """
}
