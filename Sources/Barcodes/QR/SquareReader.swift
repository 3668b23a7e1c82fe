internal import Deadwax
internal import Imaging

/// Reads QR codes.
///
/// Where the cells of a frame show edges, lines are searched for finder patterns; three of them that lie as the corners
/// of a square make a grid, whose modules are sampled, and put right by the code's error correction. What passes that is
/// not by chance: no other check is needed.
final class SquareReader {
  private var map = DarkMap()
  private var frames = 0

  private let ownCodesOnly: Bool

  /// - Parameter ownCodesOnly: whether QR codes were not asked for, so that only our own labels are read: they always
  ///   are.
  init(ownCodesOnly: Bool) { self.ownCodesOnly = ownCodesOnly }

  /// The QR codes in a frame.
  ///
  /// - Parameters:
  ///   - frame: any size.
  ///   - cells: its cells.
  ///   - effort: how much may be tried. For a camera's frame one look as it is, and when that finds corners but no text
  ///     one heavier pass, another in each frame; for a picture every pass until something is read.
  /// - Returns: each with its corners: upper left, upper right, lower right, lower left, as printed.
  func read(_ frame: LumaFrame, _ cells: CellMap, _ effort: BarcodeScanner.Effort) -> [Barcode] {
    frames &+= 1
    let places = SquarePlaces(cells)
    guard !places.isEmpty else { return [] }
    let isThorough = effort != .camera
    let end: ContinuousClock.Instant
    switch effort {
    case .camera: end = .now + Self.limit
    case .picture(let limit): end = .now + limit
    }
    var look = look(GreyPlane(frame), places.spans, .midrange, isThorough, until: end)
    if !look.barcodes.isEmpty { return look.barcodes }
    switch effort {
    case .camera:
      // Without any corner a heavier pass would find none either, in most frames.
      guard look.corners > 0 else { return [] }
      let pass = Self.passes[frames % Self.passes.count]
      guard let plane = pass.plane(frame) else { return [] }
      look = self.look(plane, spans(of: plane), pass.measure, isThorough, until: end)
    case .picture:
      for pass in Self.passes where look.barcodes.isEmpty && ContinuousClock.now < end {
        guard let plane = pass.plane(frame) else { continue }
        look = self.look(plane, spans(of: plane), pass.measure, isThorough, until: end)
      }
    }
    return look.barcodes
  }

  /// What a camera's frame may take at most: a third of the time until the next one, at 30 a second.
  private static let limit = Duration.milliseconds(11)

  /// Another way to look at a frame.
  private struct Pass: Sendable {
    let measure: DarkMap.Measure
    let plane: @Sendable (LumaFrame) -> GreyPlane?
  }

  private static let passes = [
    Pass(measure: .mean) { GreyPlane($0) },
    // Smaller: modules of more than eight pixels have their neighbours beyond what a pixel is measured against.
    Pass(measure: .midrange) { GreyPlane($0, times: 0.5) },
    // Larger: modules of hardly a pixel and a half get edges between the pixels.
    Pass(measure: .mean) { GreyPlane($0, times: 2) },
    Pass(measure: .midrange) { GreyPlane($0, smoothedBy: 1) },
    Pass(measure: .nearMean) { GreyPlane($0) },
    Pass(measure: .midrange) { GreyPlane($0, times: 0.25) },
    Pass(measure: .mean) { GreyPlane($0, smoothedBy: 2.5) },
  ]

  /// All of a plane.
  private func spans(of plane: GreyPlane) -> [Range<Int>] {
    let columns = (plane.width + DarkMap.side - 1) / DarkMap.side
    return Array(repeating: 0..<columns, count: (plane.height + DarkMap.side - 1) / DarkMap.side)
  }

  private func look(
    _ plane: GreyPlane, _ spans: [Range<Int>], _ measure: DarkMap.Measure, _ isThorough: Bool,
    until end: ContinuousClock.Instant
  ) -> (barcodes: [Barcode], corners: Int) {
    map.measure(plane, spans: spans, by: measure)
    let search = FinderSearch(plane, map, step: isThorough ? 1 : 2)
    let finders = search.finders(spans: spans, phase: frames)
    let triples = FinderTriple.all(of: finders, in: search)
    let decoder = SquareDecoder(plane, isThorough: isThorough)
    var barcodes: [Barcode] = []
    var used: [PlanePoint] = []
    for triple in triples.prefix(isThorough ? 60 : 12) where ContinuousClock.now < end {
      let centres = [triple.corner, triple.right, triple.below].map(\.centre)
      // A corner belongs to one code.
      guard !centres.contains(where: { centre in used.contains { ($0 - centre).length < 1 } }) else { continue }
      guard let read = decoder.read(triple) else { continue }
      used += centres
      if ownCodesOnly {
        guard case .code = OwnCode.read(read.text.text) else { continue }
      }
      barcodes.append(
        Barcode(
          symbology: .qr, text: read.text.text, raw: read.text.raw, isTextGuessed: read.text.isGuessed, lines: 1,
          corners: read.corners.map(plane.place), quality: read.reserve))
    }
    return (barcodes, finders.count)
  }
}
