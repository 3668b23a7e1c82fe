/// The reason why barcodes cannot be searched for. It is not an error if none is found.
package enum BarcodeError: Error, Equatable, CustomStringConvertible {
  /// The name of a format that is unknown. The description lists the known ones.
  case unknownFormat(String)
  /// A length that is neither a number from 1 to 500 nor two such numbers with a hyphen between them.
  case badLength(String)
  /// A call of libzbar failed.
  case failed(call: String)

  package var description: String {
    switch self {
    case .unknownFormat(let name):
      "'\(name)' is not a barcode format; the formats are \(BarcodeFormats.names.map(\.name).joined(separator: ", ")) and all."
    case .badLength(let text): "'\(text)' is not a length; write a length as 14 or 8-14, after a colon: itf:14."
    case .failed(let call): "\(call) failed."
    }
  }
}
