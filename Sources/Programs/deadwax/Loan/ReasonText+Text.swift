internal import CommandLineArguments
internal import Wire

extension ProblemReason {
  var line: String { printable(detail.isEmpty ? code : detail) }
}

extension ReasonText {
  var line: String { printable(detail.flatMap { $0.isEmpty ? nil : $0 } ?? code.text) }
}
