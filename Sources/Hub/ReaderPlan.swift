internal import Readers

extension ReaderRoom {
  /// Which readers this machine has, and how each is started.
  static func plan(for configuration: HubConfiguration) -> [ReaderConfiguration] {
    ReaderPlan(
      cameras: configuration.cameras, cameraUse: configuration.cameraUse, nfc: configuration.nfc,
      scanner: configuration.scanner, scannerUse: configuration.scannerUse
    ).configurations(program: configuration.programs + "/deadwax-reader", station: "desk")
  }
}
