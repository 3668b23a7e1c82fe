/// Why no barcodes could be looked for. Finding none is no error.
package enum BarcodeError: Error, Equatable, CustomStringConvertible {
  /// A format that is not known here; the known ones are named.
  case unknownFormat(String)
  /// A call of libzbar failed.
  case failed(call: String)

  package var description: String {
    switch self {
    case .unknownFormat(let name):
      "'\(name)' is no barcode format; there are \(BarcodeFormats.names.map(\.name).joined(separator: ", ")) and all."
    case .failed(let call): "\(call) failed."
    }
  }
}
