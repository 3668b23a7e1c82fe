package import Imaging

/// Finds the barcodes in frames.
///
/// The stages are folders: `Lines` reads bars along the scan lines of a whole frame, `Acceptance` decides which of its
/// reads are to be believed. What finds the places worth reading comes before the first, and what checks a read
/// against its own image between the two.
///
/// Not for several threads at once: each has its own.
package final class BarcodeScanner {
  private let lines: LineReader
  private let acceptance = Acceptance()

  /// - Parameter formats: what is looked for.
  /// - Throws: `BarcodeError.failed` when memory is out.
  package init(formats: BarcodeFormats = .standard) throws(BarcodeError) {
    lines = try LineReader(formats: formats)
  }

  /// Finds the barcodes in a frame that are to be believed.
  ///
  /// A UPC-A comes as UPC-A with its 12 digits when that is among the formats, else as the EAN-13 that it also is, with
  /// a leading zero; a UPC-E comes with its 8 digits. `GTIN.read` makes one key of all of them.
  ///
  /// - Parameter frame: any size and turn. A module must be 1.5 pixels wide to be read surely.
  /// - Returns: each barcode once, in no particular order.
  /// - Throws: `BarcodeError.failed`.
  package func scan(_ frame: LumaFrame) throws(BarcodeError) -> [Barcode] {
    acceptance.accepted(try lines.read(frame))
  }
}
