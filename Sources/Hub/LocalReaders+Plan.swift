internal import Deadwax
internal import NDEF
internal import Readers

extension HubConfiguration {
  /// Returns the readers of this machine.
  ///
  /// - Parameter tagAddresses: the addresses that mark the content of a tag as this library's own.
  /// - Returns: the plan.
  func readerPlan(tagAddresses: [String]) -> ReaderPlan {
    ReaderPlan(
      cameras: cameras, cameraUse: cameraUse, nfc: nfc, tagAddresses: tagAddresses, scanner: scanner,
      scannerUse: scannerUse, further: furtherReaders)
  }
}

extension LocalReaders {
  /// Returns the configurations of the readers of this machine.
  ///
  /// - Parameters:
  ///   - configuration: the configuration of the hub.
  ///   - addresses: the addresses that mark the content of a tag as this library's own.
  /// - Returns: one configuration for each reader.
  static func plan(for configuration: HubConfiguration, addresses: [TagAddress]) -> [ReaderConfiguration] {
    configuration.readerPlan(tagAddresses: addresses.map(\.text))
      .configurations(program: configuration.programs + "/deadwax-reader", station: Station.Name.hubStation.text)
  }
}
