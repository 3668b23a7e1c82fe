internal import HubClient

extension Verb {
  /// `deadwax cameras`: lists the connected cameras. `deadwax-reader` has the libraries for it.
  static let cameras = Verb(
    "cameras", summary: "list the cameras of this machine; needs no hub",
    details: "Runs `deadwax-reader camera --list` and marks the camera that would be used."
  ) { try list("camera", $0) }

  /// `deadwax scanners`: lists the connected barcode scanners.
  static let scanners = Verb(
    "scanners", summary: "list the barcode scanners of this machine; needs no hub",
    details: "Runs `deadwax-reader hid --list` and marks the scanner that would be used."
  ) { try list("hid", $0) }

  private static func list(_ reader: String, _ invocation: Invocation) throws(Failure) -> Never {
    try Programs.become("deadwax-reader", [reader, "--list"] + (invocation.isJSON ? ["--json"] : []))
  }
}
