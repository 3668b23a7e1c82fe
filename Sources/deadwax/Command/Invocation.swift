/// A verb being run: what was given with it, checked as it is asked for.
struct Invocation {
  let given: Request.Given
  let environment: [String: String]

  var operands: [String] { given.operands }

  var isJSON: Bool { has("json") }

  func has(_ option: String) -> Bool { given.options[option] != nil }

  /// The value of an option; else that of a variable; nil where neither has one.
  func text(_ option: String, variable: String? = nil) -> String? {
    if let value = given.options[option] { return value }
    return variable.flatMap { environment[$0] }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The number that an option gives.
  ///
  /// - Throws: `Failure` with the code `usage` when it is none in that range.
  func number(_ option: String, in range: ClosedRange<Int>, otherwise standard: Int) throws(Failure) -> Int {
    guard let text = text(option) else { return standard }
    guard let number = Int(text), range.contains(number) else {
      throw Failure(.usage, "--\(option) must be a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  /// The only operand.
  ///
  /// - Throws: `Failure` with the code `usage` when there are none or more.
  func operand(_ what: String) throws(Failure) -> String {
    guard let first = operands.first else { throw Failure(.usage, "No \(what) is given.") }
    guard operands.count == 1 else {
      throw Failure(.usage, "There is one \(what) too many: \(printable(operands[1])).")
    }
    return first
  }

  /// - Throws: `Failure` with the code `usage` when there is an operand.
  func takesNoOperand() throws(Failure) {
    guard let first = operands.first else { return }
    throw Failure(.usage, "There is nothing to do with \(printable(first)).")
  }
}
