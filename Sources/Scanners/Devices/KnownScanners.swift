/// The USB ids of barcode scanners.
///
/// Source: usb.ids in Debian 12's udev (20-usb-vendor-model.hwdb of systemd 252). The list of makers contains only
/// those that make scanners and no keyboards. Of makers of general-purpose chips, single models are listed. The same
/// list is in udev/60-deadwax.rules.
package enum KnownScanners {
  /// The makers by USB vendor id.
  package static let makers: [String: String] = [
    "05e0": "Symbol (Zebra)",
    "05f9": "PSC (Datalogic)",
    "0536": "Hand Held Products (Honeywell)",
    "065a": "Opticon",
    "080c": "Datalogic",
    "0c2e": "Metrologic (Honeywell)",
    "1eab": "Newland",
  ]

  /// The models by USB vendor and product id.
  package static let models: [String: String] = [
    "03f0:0139": "HP barcode scanner 4430",
    "03f0:1d24": "HP barcode scanner",
    "040b:6510": "Weltrend barcode reader",
    "0416:c141": "Winbond barcode scanner",
    "04b4:0100": "Cino FuzzyScan F760-B",
    "04b4:bca1": "Cypress barcode reader",
    "04b4:de61": "Cypress barcode reader",
    "04b4:de64": "Cypress barcode reader",
    "13ba:0018": "PCP-BCG4209 barcode scanner",
    "24ea:0197": "Meva barcode scanner",
  ]

  /// Returns the model or maker of a scanner.
  ///
  /// - Parameter ids: the vendor and product ids, for example `05e0:1200`.
  /// - Returns: the model, or its maker; nil if it is not a known scanner.
  static func title(_ ids: String) -> String? { models[ids] ?? makers[String(ids.prefix(4))] }
}
