internal import CommandLineArguments
internal import Wire

extension ProblemReason {
  /// The reason as one printable line.
  package var line: String { printable(detail.isEmpty ? code.text : detail) }
}

extension ReasonText {
  /// The reason as one printable line.
  package var line: String { printable(detail.flatMap { $0.isEmpty ? nil : $0 } ?? code.text) }
}
