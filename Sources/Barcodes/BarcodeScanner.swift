internal import Deadwax
package import Imaging

/// Finds the barcodes in frames.
///
/// The stages are folders, in the order in which a frame goes through them: `Places` measures what lies where, once for
/// all kinds of codes, and finds where bars are; `Lines` reads them; `QR` looks for square codes in the same map;
/// `Acceptance` decides which reads are to be believed.
///
/// Not for several threads at once: each has its own.
package final class BarcodeScanner {
  /// How hard is tried.
  package enum Effort: Sendable, Equatable {
    /// All that is known is tried in turn on what was not read, until so much time is over; then what was begun is
    /// ended.
    case picture(limit: Duration)
    /// The first pass, and one of the heavier ones in turn on what it did not read: for frames that follow each other.
    case camera
  }

  private let effort: Effort
  private var map = CellMap()
  private let bars: BarReader?
  private let squares: SquareReader
  private let formats: BarcodeFormats
  private let wantsUPCA: Bool
  private let wantsEAN13: Bool

  /// - Parameters:
  ///   - formats: what is looked for.
  ///   - effort: how hard.
  /// - Throws: `BarcodeError.failed` when memory is out.
  package init(formats: BarcodeFormats = .standard, effort: Effort = .picture(limit: .seconds(1)))
    throws(BarcodeError)
  {
    self.effort = effort
    self.formats = formats
    let bars = formats.symbologies.subtracting([.qr])
    self.bars = bars.isEmpty ? nil : try BarReader(formats: BarcodeFormats(bars))
    squares = SquareReader(ownCodesOnly: !formats.symbologies.contains(.qr))
    wantsUPCA = formats.symbologies.contains(.upcA)
    wantsEAN13 = formats.symbologies.contains(.ean13)
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
    map.measure(frame)
    let read = (bars?.read(frame, map, effort) ?? []).filter(formats.admits)
    var found = Overlap.longest(of: read).compactMap(named)
    found += squares.read(frame, map, effort)
    return found
  }

  /// An EAN-13 under the name by which it was asked for.
  private func named(_ barcode: Barcode) -> Barcode? {
    guard barcode.symbology == .ean13 else { return barcode }
    guard wantsUPCA, barcode.raw.first == UInt8(ascii: "0") else { return wantsEAN13 ? barcode : nil }
    var barcode = barcode
    barcode.symbology = .upcA
    barcode.raw.removeFirst()
    barcode.text.removeFirst()
    return barcode
  }
}
