internal import LabelJobs
internal import NDEF

extension HubConfiguration {
  /// Returns the configuration for making and printing labels on this machine.
  ///
  /// - Throws: `HubError` for an invalid configuration.
  func labels() throws -> LabelService.Configuration {
    var labels = LabelService.Configuration(
      layouts: labelUse.layouts, folder: dataFolder + "/labels", reader: programs + "/deadwax-reader")
    // The standard address leads nowhere.
    if tagAddress != .standard { labels.address = tagAddress.text }
    if let prefix = labelUse.prefix {
      guard let inStoreEAN = InStoreEAN(prefix: prefix) else {
        throw HubError("--label-prefix must be 2 to 7 digits that begin with 20 to 29; it is '\(prefix)'")
      }
      labels.inStoreEAN = inStoreEAN
    }
    switch (labelUse.printCommand, labelUse.printer) {
    case (nil, nil): break
    case (let command?, nil): labels.printing = .command(command)
    case (nil, let printer?):
      // The name becomes an argument of a command line, so it must not look like an option of lp or contain special
      // characters of a shell.
      guard (1...127).contains(printer.utf8.count), !printer.hasPrefix("-"),
        printer.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "#") })
      else { throw HubError("--printer must be the name of a printer in lpstat; it is '\(printer)'") }
      labels.printing = .queue(printer)
    case (_?, _?): throw HubError("--print-command and --printer cannot both be given")
    }
    return labels
  }
}
