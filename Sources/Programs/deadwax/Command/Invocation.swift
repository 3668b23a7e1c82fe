internal import CommandLineArguments

/// A command with its checked arguments, and the environment of the process.
struct Invocation {
  let arguments: ParsedArguments
  let environment: [String: String]

  var operands: [String] { arguments.operands }

  /// The first operand of a command that requires one.
  var operand: String {
    guard let first = operands.first else { preconditionFailure("the command requires an operand") }
    return first
  }

  var isJSON: Bool { has("json") }

  func has(_ option: String) -> Bool { arguments.has(option) }

  /// Returns the value of an option, or else of an environment variable; nil if neither is set.
  func text(_ option: String, variable: String? = nil) -> String? {
    if let value = arguments.text(option) { return value }
    return variable.flatMap { environment[$0] }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the number of an option that was given or has a default.
  func number(_ option: String) -> Int {
    guard let number = arguments.number(option) else { preconditionFailure("--\(option) has no default") }
    return number
  }
}
