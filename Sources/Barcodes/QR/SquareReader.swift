internal import CZBar
internal import Deadwax
internal import Imaging

/// Reads QR codes, with libzbar's image scanner on the whole frame.
///
/// libzbar's own video and window parts are never used: they crash on Debian 12 (mchehab/zbar#239).
final class SquareReader {
  private var handle: Handle
  private var scansLeft = SquareReader.scansPerHandle

  /// libzbar keeps 248 bytes of each QR code it reads for as long as the scanner lives (mchehab/zbar#258), which is
  /// half a gigabyte a day under a camera; a new scanner costs less than a millisecond.
  private static let scansPerHandle = 1000

  init() throws(BarcodeError) { handle = try Handle() }

  /// The QR codes in a frame.
  ///
  /// - Parameters:
  ///   - frame: any size.
  ///   - map: its cells.
  /// - Returns: each with its corners.
  /// - Throws: `BarcodeError.failed`.
  func read(_ frame: LumaFrame, _ map: CellMap) throws(BarcodeError) -> [Barcode] {
    if scansLeft == 0 {
      handle = try Handle()
      scansLeft = Self.scansPerHandle
    }
    scansLeft -= 1
    return try handle.read(frame)
  }
}

/// One `zbar_image_scanner_t`.
private struct Handle: ~Copyable {
  private let scanner: OpaquePointer

  init() throws(BarcodeError) {
    guard let scanner = zbar_image_scanner_create() else { throw .failed(call: "zbar_image_scanner_create") }
    self.scanner = scanner
    // Everything off first: a new scanner looks for all that it knows.
    zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
    zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1)
    // A QR code's bytes as they are: libzbar guesses at their character set, Big5 first ("Zürich" becomes "Z羹rich",
    // mchehab/zbar#212).
    zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_BINARY, 1)
    // Its cache turns the filter of weak reads off, and keeps its own clock of what was seen; ours is `Presence`.
    zbar_image_scanner_enable_cache(scanner, 0)
    // Every row and column. At wider steps the same filter goes off silently.
    zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_X_DENSITY, 1)
    zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_Y_DENSITY, 1)
  }

  deinit { zbar_image_scanner_destroy(scanner) }

  borrowing func read(_ frame: LumaFrame) throws(BarcodeError) -> [Barcode] {
    guard let image = zbar_image_create() else { throw .failed(call: "zbar_image_create") }
    defer { zbar_image_destroy(image) }
    zbar_image_set_format(image, zbar_fourcc_parse("Y800"))
    zbar_image_set_size(image, UInt32(frame.width), UInt32(frame.height))
    let count = frame.pixels.withUnsafeBytes { pixels in
      // Without a handler to free them the pixels stay ours; libzbar only reads them, and only within this call.
      zbar_image_set_data(image, pixels.baseAddress, UInt(pixels.count), nil)
      let count = zbar_scan_image(scanner, image)
      zbar_image_set_data(image, nil, 0, nil)
      return count
    }
    guard count >= 0 else { throw .failed(call: "zbar_scan_image") }
    var barcodes: [Barcode] = []
    var symbol = zbar_image_first_symbol(image)
    while let current = symbol {
      if let barcode = barcode(current) { barcodes.append(barcode) }
      symbol = zbar_symbol_next(current)
    }
    return barcodes
  }

  /// Copies a symbol out of libzbar's memory; nil for one that was not asked for, and for one that carries nothing, as
  /// the missing part of a QR code that is spread over several.
  private borrowing func barcode(_ symbol: OpaquePointer) -> Barcode? {
    let type = zbar_symbol_get_type(symbol)
    guard type == ZBAR_QRCODE, let data = zbar_symbol_get_data(symbol) else { return nil }
    let length = Int(zbar_symbol_get_data_length(symbol))
    let raw = data.withMemoryRebound(to: UInt8.self, capacity: length) {
      Array(UnsafeBufferPointer(start: $0, count: length))
    }
    var points: [PixelPoint] = []
    for index in 0..<zbar_symbol_get_loc_size(symbol) {
      points.append(
        PixelPoint(x: Int(zbar_symbol_get_loc_x(symbol, index)), y: Int(zbar_symbol_get_loc_y(symbol, index))))
    }
    let text = CodeText(raw)
    return Barcode(
      symbology: .qr, text: text.text, raw: raw, isTextGuessed: text.isGuessed,
      lines: max(1, Int(zbar_symbol_get_quality(symbol))), corners: points)
  }
}
