/// How the program ends; scripts rely on these.
struct ExitCode: RawRepresentable, Hashable, Sendable {
  let rawValue: Int32

  static let done = ExitCode(rawValue: 0)
  /// Refused by policy, or some of several things failed.
  static let refused = ExitCode(rawValue: 1)
  /// The command was not understood.
  static let usage = ExitCode(rawValue: 2)
  static let notFound = ExitCode(rawValue: 3)
  static let conflict = ExitCode(rawValue: 4)
  /// Somebody has to choose or confirm.
  static let needsChoice = ExitCode(rawValue: 5)
  /// The hub or a device is not there (sysexits.h, EX_UNAVAILABLE).
  static let unavailable = ExitCode(rawValue: 69)
  /// The same command may do later (EX_TEMPFAIL).
  static let tryAgain = ExitCode(rawValue: 75)
  /// Something has to be configured otherwise (EX_CONFIG).
  static let configuration = ExitCode(rawValue: 78)
}

/// Why a command did not do what it was told: what happened, and what to do about it.
struct Failure: Error, Equatable {
  var code: ExitCode
  var sentence: String
  var advice: String?

  init(_ code: ExitCode, _ sentence: String, advice: String? = nil) {
    self.code = code
    self.sentence = sentence
    self.advice = advice
  }
}
