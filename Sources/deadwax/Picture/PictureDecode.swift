extension Verb {
  /// `deadwax decode`: decodes the barcodes in pictures. `deadwax-reader` has the libraries for it.
  static let decode = Verb(
    "decode", operands: "FILE…", summary: "the barcodes in pictures; needs no hub",
    details: "What stands behind it goes to `deadwax-reader decode`, whose help it has.",
    passesOn: true
  ) { invocation in
    var words = invocation.operands
    if invocation.isJSON, !words.contains("--json") { words.insert("--json", at: 0) }
    try Programs.become("deadwax-reader", ["decode"] + words)
  }
}
