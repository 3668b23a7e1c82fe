internal import Deadwax
package import Imaging

/// Finds the barcodes in frames.
///
/// The stages are folders, in the order in which a frame passes through them. `Places` measures the gradients once for
/// all kinds of codes, and finds where bars are. `Lines` reads them. `QR` looks for square codes in the same map, and so
/// does `DataMatrixReader` on request. `Acceptance` decides which readings are accepted.
///
/// A scanner must not be used by several threads at once: each thread has its own.
package final class BarcodeScanner {
  /// The effort that is spent on a frame.
  package enum Effort: Sendable, Equatable {
    /// Tries every known pass in turn on each place that is not read yet. After the time `limit`, the current pass
    /// is finished and no other begins; `resume` continues with the passes that are left.
    case picture(limit: Duration)
    /// Tries the first pass, and one of the heavier passes in turn on places that it did not read. For frames that
    /// follow each other.
    case camera
    /// Looks for any number of codes, as on the spines of a shelf, until the time `limit` is over.
    case shelf(limit: Duration)

    /// The effort for bars. On a shelf they get a third of the time: most labels of spines are square.
    fileprivate var ofBars: Effort {
      if case .shelf(let limit) = self { .shelf(limit: limit / 3) } else { self }
    }
  }

  private let effort: Effort
  private var map = CellMap()
  private let bars: BarReader?
  private let squares: QRReader
  /// Nil if Data Matrix was not requested: then nothing is computed for it, and libdmtx is not called.
  private let matrices: DataMatrixReader?
  private let formats: BarcodeFormats
  private let wantsUPCA: Bool
  private let wantsEAN13: Bool
  /// The QR codes that were read in the last picture.
  private var squaresFound: [Barcode] = []
  /// The Data Matrix codes that were read in the last picture.
  private var matricesFound: [Barcode] = []

  /// Creates a scanner.
  ///
  /// - Parameters:
  ///   - formats: the formats to search for.
  ///   - effort: the effort to spend on each frame.
  /// - Throws: `BarcodeError.failed` when memory is out.
  package init(formats: BarcodeFormats = .standard, effort: Effort = .picture(limit: .seconds(1)))
    throws(BarcodeError)
  {
    self.effort = effort
    self.formats = formats
    let bars = formats.symbologies.subtracting([.qr, .dataMatrix])
    self.bars = bars.isEmpty ? nil : try BarReader(formats: BarcodeFormats(bars, lengths: formats.lengths))
    squares = QRReader(ownCodesOnly: !formats.symbologies.contains(.qr))
    matrices = formats.symbologies.contains(.dataMatrix) ? DataMatrixReader() : nil
    wantsUPCA = formats.symbologies.contains(.upcA)
    wantsEAN13 = formats.symbologies.contains(.ean13)
  }

  /// Returns the barcodes in a frame that are accepted.
  ///
  /// A UPC-A is returned as UPC-A with its 12 digits if that is among the formats. Otherwise it is returned as the
  /// equivalent EAN-13 with a leading zero. A UPC-E is returned with its 8 digits. `GTIN.read` makes one key of all of
  /// them.
  ///
  /// - Parameter frame: a frame of any size and rotation. A module must be 1.5 pixels wide to be read reliably.
  /// - Returns: each barcode once, in no particular order.
  /// - Throws: `BarcodeError.failed`.
  package func scan(_ frame: LumaFrame) throws(BarcodeError) -> [Barcode] {
    map.measure(frame)
    let read = (bars?.read(frame, map, effort.ofBars) ?? []).filter(formats.admits)
    squaresFound = squares.read(frame, map, effort)
    matricesFound = matrices?.read(frame, map, effort).filter(formats.admits) ?? []
    return Overlap.longest(of: read).compactMap(named) + squaresFound + matricesFound
  }

  /// True if the last frame was given every pass that its effort includes; false if the time limit of a picture left
  /// some out.
  package var isComplete: Bool {
    squares.isComplete && bars?.isComplete ?? true && matrices?.isComplete ?? true
  }

  /// Continues the last picture with the passes that its time limit left out.
  ///
  /// On a slow or busy machine the time of a picture ends before its passes do. As long as the same picture is shown,
  /// each call continues where the one before it stopped.
  ///
  /// - Parameter frame: the frame that was passed to `scan` last.
  /// - Returns: all barcodes of the frame that are accepted, also those of earlier calls.
  package func resume(_ frame: LumaFrame) -> [Barcode] {
    guard case .picture(let limit) = effort else { return [] }
    let read = (bars?.resume(frame, map, limit) ?? []).filter(formats.admits)
    if !squares.isComplete { squaresFound += squares.resume(frame, map, limit) }
    if let matrices, !matrices.isComplete {
      matricesFound = matrices.resume(frame, map, limit).filter(formats.admits)
    }
    return Overlap.longest(of: read).compactMap(named) + squaresFound + matricesFound
  }

  /// Discards the state of all previous frames: the next one is treated as a camera's first.
  package func forget() {
    bars?.forget()
    squares.forget()
    matrices?.forget()
  }

  /// Returns an EAN-13 under the symbology that was requested, EAN-13 or UPC-A; nil if neither fits.
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
