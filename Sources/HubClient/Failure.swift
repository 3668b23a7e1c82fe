package import Wire

/// The reason why a command failed, with advice on what to do.
package struct Failure: Error, Equatable {
  /// The exit code of the program.
  package var code: ExitCode
  /// The reason as a sentence.
  package var sentence: String
  /// A sentence or a command line that solves it; nil if there is none.
  package var advice: String?
  /// The mistake in a query of the library, if that is the reason.
  package var mistake: QueryMistake?

  package init(_ code: ExitCode, _ sentence: String, advice: String? = nil) {
    self.code = code
    self.sentence = sentence
    self.advice = advice
  }

  /// Prints the failure and its advice on standard error.
  package func print(by program: String) {
    StandardError.line("\(program): \(sentence)")
    if let advice { StandardError.line(advice) }
  }
}
