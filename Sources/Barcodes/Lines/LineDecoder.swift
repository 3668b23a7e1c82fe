internal import CZBar
internal import Deadwax

/// Decodes the widths of bars and spaces, with libzbar's decoder.
///
/// It receives edges from `EdgeFinder`, one line at a time, and is reset before each line. Otherwise libzbar would join
/// half of an EAN on one line with half of another on the next. One wrong join in ten has the right check digit.
final class LineDecoder {
  private let decoder: OpaquePointer
  private let wantsUPCA: Bool
  private let wantsEAN13: Bool

  /// Creates a decoder for the given formats.
  ///
  /// - Throws: `BarcodeError.failed`.
  init(formats: BarcodeFormats) throws(BarcodeError) {
    guard let decoder = zbar_decoder_create() else { throw .failed(call: "zbar_decoder_create") }
    self.decoder = decoder
    wantsUPCA = formats.symbologies.contains(.upcA)
    wantsEAN13 = formats.symbologies.contains(.ean13)
    // Switches everything off first: a new decoder looks for every symbology that it knows.
    zbar_decoder_set_config(decoder, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
    for (type, symbology) in types where formats.symbologies.contains(symbology) {
      zbar_decoder_set_config(decoder, type, ZBAR_CFG_ENABLE, 1)
    }
    // A UPC-A is an EAN-13 whose first digit is 0.
    if wantsUPCA { zbar_decoder_set_config(decoder, ZBAR_EAN13, ZBAR_CFG_ENABLE, 1) }
  }

  deinit { zbar_decoder_destroy(decoder) }

  /// Decodes a line.
  ///
  /// - Parameters:
  ///   - edges: rising positions along the line, light to dark first, then alternating.
  ///   - length: the length of the line.
  ///   - found: called with each code.
  func read(_ edges: [Float], length: Float, found: (LineRead) -> Void) {
    // The shortest fixed code, a UPC-E, has 34 edges; in Code 39 and others a few characters make a code.
    guard edges.count >= 20 else { return }
    zbar_decoder_reset(decoder)
    // The unit is 1/32 of a sample, as in libzbar's own scanner.
    let unit: Float = 32
    var before: Float = -0.5
    for index in edges.indices {
      step(edges[index] - before, unit, index, found)
      before = edges[index]
    }
    step(length - before, unit, edges.count - 1, found)
    // Some symbologies are complete only after their trailing quiet zone.
    step(length, unit, edges.count - 1, found)
    step(length, unit, edges.count - 1, found)
  }

  private func step(_ width: Float, _ unit: Float, _ edge: Int, _ found: (LineRead) -> Void) {
    let type = zbar_decode_width(decoder, UInt32(max(1, min(1_000_000, width * unit))))
    guard type.rawValue > ZBAR_PARTIAL.rawValue, let symbology = types.first(where: { $0.0 == type })?.1,
      let data = zbar_decoder_get_data(decoder)
    else { return }
    let length = Int(zbar_decoder_get_data_length(decoder))
    let bytes = data.withMemoryRebound(to: UInt8.self, capacity: length) {
      Array(UnsafeBufferPointer(start: $0, count: length))
    }
    found(LineRead(symbology: symbology, bytes: bytes, lastEdge: edge))
  }
}

private let types: [(zbar_symbol_type_t, Symbology)] = [
  (ZBAR_EAN13, .ean13), (ZBAR_EAN8, .ean8), (ZBAR_UPCE, .upcE), (ZBAR_CODE128, .code128), (ZBAR_CODE39, .code39),
  (ZBAR_I25, .itf), (ZBAR_CODABAR, .codabar),
]
