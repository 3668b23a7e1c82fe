extension Verb {
  /// `deadwax cameras`: lists the connected cameras. `deadwax-reader` has the libraries for it.
  static let cameras = Verb(
    "cameras", summary: "the cameras of this machine, and which would be used; needs no hub",
    details: "It is `deadwax-reader camera --list`."
  ) { try list("camera", $0) }

  /// `deadwax scanners`: lists the connected barcode scanners.
  static let scanners = Verb(
    "scanners", summary: "the barcode scanners of this machine, and which would be used; needs no hub",
    details: "It is `deadwax-reader hid --list`."
  ) { try list("hid", $0) }

  private static func list(_ reader: String, _ invocation: Invocation) throws(Failure) -> Never {
    try invocation.takesNoOperand()
    try Programs.become("deadwax-reader", [reader, "--list"] + (invocation.isJSON ? ["--json"] : []))
  }
}
