extension Verb {
  /// `deadwax resolve`: prints the record that a code belongs to.
  static let resolve = Verb(
    "resolve", operands: "CODE", summary: "resolve a code without recording a scan",
    details: "The exit code is 3 if the code does not resolve, and 1 if it is damaged or cannot be used.",
    options: [Option("symbology", "NAME", "the symbology, such as EAN-13")]
  ) { invocation in
    let code = try invocation.operand("code")
    return try CodeResolution.print(
      code, symbology: invocation.text("symbology"), try HubClient(invocation), isJSON: invocation.isJSON)
  }
}
