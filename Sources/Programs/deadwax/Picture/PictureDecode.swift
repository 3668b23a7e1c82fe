internal import CommandLineArguments
internal import HubClient

extension Verb {
  /// `deadwax decode`: decodes the barcodes in pictures. `deadwax-reader` has the libraries for it.
  static let decode = Verb(
    "decode", operands: [.some("FILE")], summary: "read the barcodes in pictures; needs no hub",
    details: "Passes its arguments to `deadwax-reader decode` and prints the help of that command.",
    passesOn: true
  ) { invocation in
    var words = invocation.operands
    if invocation.isJSON, !words.contains("--json") { words.insert("--json", at: 0) }
    try Programs.become("deadwax-reader", ["decode"] + words)
  }
}
