internal import CDMTX
internal import Deadwax
internal import Imaging

/// A search for Data Matrix codes in one grey picture, with libdmtx. It can be interrupted and continued.
///
/// libdmtx follows edges to the solid border of a code, and corrects errors by Reed–Solomon. A code of 10 × 10 modules has
/// only eight words, two of which may be wrong. A reading is therefore accepted only if its border is in the picture too:
/// two sides are solid, and on the other two the modules alternate (ISO/IEC 16022, 4.2).
final class DataMatrixSearch {
  /// True if the whole picture was searched.
  private(set) var isEnded = false

  private let plane: GreyPlane
  private let width: Int
  private let height: Int
  /// The pixels, at which libdmtx looks as long as the search exists.
  private let pixels: UnsafeMutablePointer<UInt8>
  private var image: UnsafeMutablePointer<DmtxImage>?
  private var decode: UnsafeMutablePointer<DmtxDecode>?

  /// The distance between the lines of pixels at which the search begins. The smallest code, of 10 modules of two pixels,
  /// crosses one of them.
  private static let gap: Int32 = 16
  /// The part of the border's modules that may be wrong.
  private static let wrongMost = 0.1
  /// The code word of FNC1 (ISO/IEC 16022, 5.2.4.6), and the character that stands for it.
  private static let fnc1: (word: UInt8, character: UInt8) = (232, 0x1D)

  /// Begins a search; nil when memory is out.
  init?(_ plane: GreyPlane) {
    self.plane = plane
    (width, height) = (plane.width, plane.height)
    let count = plane.width * plane.height
    pixels = .allocate(capacity: count)
    let isCopied: Bool? = plane.withView { view in
      pixels.initialize(from: view.pixels, count: count)
      return true
    }
    guard isCopied == true,
      let image = dmtxImageCreate(pixels, Int32(plane.width), Int32(plane.height), Int32(DmtxPack8bppK.rawValue))
    else { return nil }
    self.image = image
    guard let decode = dmtxDecodeCreate(image, 1) else { return nil }
    self.decode = decode
    dmtxDecodeSetProp(decode, Int32(DmtxPropFnc1.rawValue), Int32(Self.fnc1.character))
    dmtxDecodeSetProp(decode, Int32(DmtxPropScanGap.rawValue), Self.gap)
  }

  deinit {
    if decode != nil { dmtxDecodeDestroy(&decode) }
    if image != nil { dmtxImageDestroy(&image) }
    pixels.deallocate()
  }

  /// Finds the next code.
  ///
  /// - Parameters:
  ///   - end: the moment at which the search is interrupted in any case.
  ///   - limit: the processor time of the thread after which it is interrupted.
  /// - Returns: the code; nil if the time is over or the picture ends.
  func next(until end: ContinuousClock.Instant, within limit: Duration) -> Barcode? {
    guard let decode, !isEnded else { return nil }
    let start = ProcessorClock.now
    while true {
      // libdmtx looks at the clock alone, and a thread has at most as much of the processor.
      let left = limit - (ProcessorClock.now - start)
      var timeout = dmtxTimeAdd(dmtxTimeNow(), Self.milliseconds(min(left, end - .now)))
      var region = dmtxRegionFindNext(decode, &timeout)
      guard let place = region else {
        isEnded = dmtxTimeExceeded(timeout) == 0
        if isEnded || Self.isOver(end, limit - (ProcessorClock.now - start)) { return nil }
        continue
      }
      defer { dmtxRegionDestroy(&region) }
      if let barcode = barcode(place.pointee, of: decode, place) { return barcode }
      // A picture can have any number of places that only look like a code.
      if Self.isOver(end, limit - (ProcessorClock.now - start)) { return nil }
    }
  }

  /// True if not even a millisecond is left, the shortest time that libdmtx knows.
  private static func isOver(_ end: ContinuousClock.Instant, _ left: Duration) -> Bool {
    milliseconds(min(left, end - .now)) == 0
  }

  private static func milliseconds(_ time: Duration) -> Int { max(0, Int(time / .milliseconds(1))) }

  private func barcode(
    _ region: DmtxRegion, of decode: UnsafeMutablePointer<DmtxDecode>, _ place: UnsafeMutablePointer<DmtxRegion>
  ) -> Barcode? {
    guard isFramed(region) else { return nil }
    var message = dmtxDecodeMatrixRegion(decode, place, DmtxUndefined)
    guard let read = message?.pointee else { return nil }
    defer { dmtxMessageDestroy(&message) }
    guard read.outputIdx > 0, read.outputIdx <= read.outputSize, let output = read.output, let words = read.code else {
      return nil
    }
    var raw = Array(UnsafeBufferPointer(start: output, count: Int(read.outputIdx)))
    let isGS1 = words[0] == Self.fnc1.word
    if isGS1, raw.first == Self.fnc1.character { raw.removeFirst() }
    guard !raw.isEmpty else { return nil }
    let text = CodeText(raw)
    let corners = [(0.0, 1.0), (1, 1), (1, 0), (0, 0)].map { plane.place(point(region, $0.0, $0.1)) }
    return Barcode(
      symbology: isGS1 ? .gs1DataMatrix : .dataMatrix, text: text.text, raw: raw, isTextGuessed: text.isGuessed,
      lines: 1, corners: corners)
  }

  /// True if the picture shows the border of a code: the left and the lower side solid, the others alternating.
  private func isFramed(_ region: DmtxRegion) -> Bool {
    let (rows, columns) = (Int(region.symbolRows), Int(region.symbolCols))
    guard rows >= 8, columns >= 8, rows <= 144, columns <= 144 else { return false }
    var modules: [(brightness: Int, isSet: Bool)] = []
    for row in 0..<rows {
      // Rows count upwards.
      for column in 0..<columns where row == 0 || column == 0 || row == rows - 1 || column == columns - 1 {
        let isSet = row == 0 || column == 0 || (row == rows - 1 ? column % 2 == 0 : row % 2 == 0)
        let centre = point(region, (Double(column) + 0.5) / Double(columns), (Double(row) + 0.5) / Double(rows))
        guard centre.x > -0.5, centre.y > -0.5, centre.x < Double(width) - 0.5, centre.y < Double(height) - 0.5 else {
          return false
        }
        modules.append((Int(pixels[Int(centre.y.rounded()) * width + Int(centre.x.rounded())]), isSet))
      }
    }
    func mean(_ isSet: Bool) -> Int {
      let part = modules.filter { $0.isSet == isSet }
      return part.reduce(0) { $0 + $1.brightness } / max(1, part.count)
    }
    let (set, open) = (mean(true), mean(false))
    let middle = (set + open) / 2
    let wrong = modules.count { (($0.brightness < middle) == $0.isSet) != (set < open) }
    return set != open && Double(wrong) <= Self.wrongMost * Double(modules.count)
  }

  /// Returns the point of the picture at a position in the code, from its lower left corner at (0, 0) to its upper right one
  /// at (1, 1). libdmtx counts the lines of the picture upwards.
  private func point(_ region: DmtxRegion, _ x: Double, _ y: Double) -> PlanePoint {
    let (a, b, c) = region.fit2raw
    let depth = x * a.2 + y * b.2 + c.2
    return PlanePoint(
      x: (x * a.0 + y * b.0 + c.0) / depth, y: Double(height - 1) - (x * a.1 + y * b.1 + c.1) / depth)
  }
}
