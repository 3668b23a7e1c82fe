import Imaging
import LabelDrawing
import Pictures

/// Pictures that the tests generate.
enum PictureOf {
  /// Returns a plain picture of an EAN-13 or UPC-A on white.
  static func barcode(_ digits: String) throws -> [UInt8] {
    let symbol = try BarcodeSymbol.encode(digits.utf8.count == 12 ? .upcA : .ean13, digits)
    return PGMPicture.encode(symbol.drawn(moduleSize: 3, barHeight: 120))
  }
}
