internal import Barcodes
internal import CommandLineArguments

extension Option {
  /// The symbologies to read.
  static let formats = Option(
    "formats", .text, "LIST",
    "symbologies, separated by commas: \(BarcodeFormats.names.map(\.name).joined(separator: ", ")), or all; "
      + "itf and codabar preferably with the lengths of your codes: itf:14,codabar:8-14")

  static let readerStation = Option("station", .text, "NAME", "the name of the station, for the log")
}

extension BarcodeFormats {
  /// Parses the value of `--formats`; nil for the formats of records.
  init(argument list: String?) throws(UsageError) {
    guard let list else {
      self = .standard
      return
    }
    do throws(BarcodeError) {
      try self.init(list: list)
    } catch {
      throw UsageError(error.description)
    }
  }
}
