import Barcodes
import Deadwax
import Imaging

extension BarcodeScanner {
  /// Returns the barcodes in a frame after every pass of an effort, however often its time limit interrupts them. One
  /// scan of a picture could end before any pass has read it, and so show nothing.
  static func barcodes(
    in frame: LumaFrame, formats: BarcodeFormats = .standard, effort: Effort
  ) throws -> [Barcode] {
    let scanner = try BarcodeScanner(formats: formats, effort: effort)
    var found = try scanner.scan(frame)
    while !scanner.isComplete { found = scanner.resume(frame) }
    return found
  }
}

extension BarcodeFormats {
  /// Every format but Data Matrix, for tests of bars in many pictures. Its search takes up to a second of each.
  static let withoutDataMatrix = BarcodeFormats(all.symbologies.subtracting([.dataMatrix]))
}
