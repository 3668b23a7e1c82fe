internal import NDEF
internal import Readers

extension LocalReaders {
  /// Returns the configurations of the readers of this machine.
  ///
  /// - Parameters:
  ///   - configuration: the configuration of the hub.
  ///   - addresses: the addresses that mark the content of a tag as this library's own.
  /// - Returns: one configuration for each reader.
  static func plan(for configuration: HubConfiguration, addresses: [TagAddress]) -> [ReaderConfiguration] {
    ReaderPlan(
      cameras: configuration.cameras, cameraUse: configuration.cameraUse, nfc: configuration.nfc,
      tagAddresses: addresses.map(\.text), scanner: configuration.scanner, scannerUse: configuration.scannerUse
    ).configurations(program: configuration.programs + "/deadwax-reader", station: "desk")
  }
}
