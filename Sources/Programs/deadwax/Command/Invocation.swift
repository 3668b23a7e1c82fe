/// A command with its operands and options. Values are checked on access.
struct Invocation {
  let given: ParsedCommandLine.Given
  let environment: [String: String]

  var operands: [String] { given.operands }

  var isJSON: Bool { has("json") }

  func has(_ option: String) -> Bool { given.options[option] != nil }

  /// Returns the value of an option, or else of an environment variable; nil if neither is set.
  func text(_ option: String, variable: String? = nil) -> String? {
    if let value = given.options[option] { return value }
    return variable.flatMap { environment[$0] }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the number given by an option, or the standard value.
  ///
  /// - Throws: `Failure` with the code `usage` if the value is not a number in that range.
  func number(_ option: String, in range: ClosedRange<Int>, otherwise standard: Int) throws(Failure) -> Int {
    guard let text = text(option) else { return standard }
    guard let number = Int(text), range.contains(number) else {
      throw Failure(.usage, "--\(option) must be a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  /// Returns the only operand.
  ///
  /// - Throws: `Failure` with the code `usage` if there is none or more than one.
  func operand(_ what: String) throws(Failure) -> String {
    guard let first = operands.first else { throw Failure(.usage, "No \(what) is given.") }
    guard operands.count == 1 else {
      throw Failure(.usage, "Only one \(what) is accepted, not also \(printable(operands[1])).")
    }
    return first
  }

  /// Checks that there is no operand.
  ///
  /// - Throws: `Failure` with the code `usage` if there is an operand.
  func takesNoOperand() throws(Failure) {
    guard let first = operands.first else { return }
    throw Failure(.usage, "Unexpected argument \(printable(first)).")
  }
}
