package import CommandLineArguments

/// A command with its checked arguments, and the environment of the process.
package struct Invocation {
  /// The checked arguments.
  package let arguments: ParsedArguments
  /// The environment of the process.
  package let environment: [String: String]

  package init(arguments: ParsedArguments, environment: [String: String]) {
    self.arguments = arguments
    self.environment = environment
  }

  /// The operands in their order.
  package var operands: [String] { arguments.operands }

  /// The first operand of a command that requires one.
  package var operand: String {
    guard let first = operands.first else { preconditionFailure("the command requires an operand") }
    return first
  }

  /// True if the output is for programs.
  package var isJSON: Bool { has("json") }

  /// Returns true if the option was given.
  package func has(_ option: String) -> Bool { arguments.has(option) }

  /// Returns the value of an option, or else of an environment variable; nil if neither is set.
  package func text(_ option: String, variable: String? = nil) -> String? {
    if let value = arguments.text(option) { return value }
    return variable.flatMap { environment[$0] }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns every value of an option, in order.
  package func texts(_ option: String) -> [String] { arguments.texts(option) }

  /// Returns the number of an option that was given or has a default.
  package func number(_ option: String) -> Int {
    guard let number = arguments.number(option) else { preconditionFailure("--\(option) has no default") }
    return number
  }
}
