internal import CommandLineArguments
internal import HubClient
internal import Wire

extension Verb {
  /// `deadwax resolve`: prints the record that a code belongs to.
  static let resolve = Verb(
    "resolve", operands: [.one("CODE")], summary: "resolve a code without recording a scan",
    details: "The exit code is 3 if the code does not resolve, and 1 if it is damaged or cannot be used.",
    options: [Option("symbology", "NAME", "the symbology, such as EAN-13")]
  ) { invocation in
    let code = invocation.operand
    return try ResolutionResource.print(
      code, symbology: invocation.text("symbology"), try HubClient(invocation), isJSON: invocation.isJSON)
  }
}
