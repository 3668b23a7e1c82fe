internal import Deadwax
internal import Imaging

/// Reads QR codes.
///
/// Where the cells of a frame show edges, lines are searched for finder patterns; three of them that lie as the corners
/// of a square make a grid, whose modules are sampled, and put right by the code's error correction. What passes that is
/// not by chance: no other check is needed.
///
/// The buffers stay from frame to frame.
final class SquareReader {
  private let map = DarkMap()
  private let ownCodesOnly: Bool
  private var frames = 0

  /// - Parameter ownCodesOnly: whether QR codes were not asked for, so that only our own labels are read: they always
  ///   are.
  init(ownCodesOnly: Bool) { self.ownCodesOnly = ownCodesOnly }

  /// The QR codes in a frame.
  ///
  /// - Parameters:
  ///   - frame: any size.
  ///   - cells: its cells.
  ///   - effort: how much may be tried. For a camera's frame one look as it is, and when that reads nothing one more
  ///     pass, another in each frame; for a picture every pass until something is read.
  /// - Returns: each with its corners: upper left, upper right, lower right, lower left, as printed.
  func read(_ frame: LumaFrame, _ cells: CellMap, _ effort: BarcodeScanner.Effort) -> [Barcode] {
    frames &+= 1
    let places = SquarePlaces(cells)
    guard let part = places.bounds else { return [] }
    switch effort {
    case .camera:
      let end = ContinuousClock.now + Self.limit
      let first = look(GreyPlane(frame), places.spans, .midrange, isThorough: false, until: end)
      if !first.barcodes.isEmpty { return first.barcodes }
      // Corners that were seen and not read are looked at again, near; else something larger or smaller may be there.
      let passes = first.seen == nil ? Pass.whole : Pass.near
      let pass = passes[frames % passes.count]
      guard let plane = pass.plane(frame, first.seen ?? part, limit: Self.pixels) else { return [] }
      return look(plane, nil, pass.measure, isThorough: first.seen != nil, until: end).barcodes
    case .picture(let limit):
      let end = ContinuousClock.now + limit
      var look = look(GreyPlane(frame), places.spans, .midrange, isThorough: true, until: end)
      for pass in Pass.all where look.barcodes.isEmpty && ContinuousClock.now < end {
        guard let plane = pass.plane(frame, part, limit: 16 << 20) else { continue }
        look = self.look(plane, nil, pass.measure, isThorough: true, until: end)
      }
      return look.barcodes
    }
  }

  /// What a camera's frame may take at most: a third of the time until the next one, at 30 a second.
  private static let limit = Duration.milliseconds(11)
  /// The most pixels of a camera's second pass, so that it costs no more than the first one.
  private static let pixels = 1 << 18

  /// What one look came to.
  private struct Look {
    var barcodes: [Barcode] = []
    /// Where in the frame three corners of a code are that could not be read.
    var seen: PixelRectangle?
  }

  /// Looks once at a plane; at all of it where no spans are told, one for each row of blocks.
  private func look(
    _ plane: GreyPlane, _ spans: [Range<Int>]?, _ measure: DarkMap.Measure, isThorough: Bool,
    until end: ContinuousClock.Instant
  ) -> Look {
    let columns = (plane.width + DarkMap.side - 1) / DarkMap.side
    let rows = (plane.height + DarkMap.side - 1) / DarkMap.side
    let spans = spans ?? Array(repeating: 0..<columns, count: rows)
    return plane.withView { view in
      map.measure(view, spans: spans, by: measure)
      // A finder pattern's middle is three modules high: each third line crosses it, of a module and more.
      let search = FinderSearch(view, map, step: isThorough ? 1 : 3)
      let triples = FinderTriple.all(of: search.finders(spans: spans, phase: frames), in: search)
      let decoder = SquareDecoder(view, isThorough: isThorough)
      var look = Look()
      var used: [PlanePoint] = []
      for (index, triple) in triples.prefix(isThorough ? 60 : 20).enumerated() {
        // The likeliest are tried however late it is: a busy machine reads slowly, but it reads.
        guard index < 3 || ContinuousClock.now < end else { break }
        let centres = [triple.corner, triple.right, triple.below].map(\.centre)
        // A corner belongs to one code.
        guard !centres.contains(where: { centre in used.contains { ($0 - centre).length < 1 } }),
          let axes = FinderAxes(triple, in: search), axes.match(view) > (isThorough ? 0.4 : 0.6)
        else { continue }
        guard let read = decoder.read(triple, fourths: isThorough ? axes.fourths : axes.fourths.suffix(1)) else {
          if look.seen == nil { look.seen = outline(triple, plane) }
          continue
        }
        used += centres
        if let barcode = barcode(read, plane) { look.barcodes.append(barcode) }
      }
      return look
    } ?? Look()
  }

  private func barcode(_ read: SquareDecoder.Read, _ plane: GreyPlane) -> Barcode? {
    if ownCodesOnly {
      guard case .code = OwnCode.read(read.text.text) else { return nil }
    }
    return Barcode(
      symbology: .qr, text: read.text.text, raw: read.text.raw, isTextGuessed: read.text.isGuessed, lines: 1,
      corners: read.corners.map(plane.place), quality: read.reserve)
  }

  /// The part of the frame that a code with these corners lies in, with its margin.
  private func outline(_ triple: FinderTriple, _ plane: GreyPlane) -> PixelRectangle {
    let (corner, right, below) = (triple.corner.centre, triple.right.centre, triple.below.centre)
    let corners = [corner, right, below, right + below - corner].map(plane.place)
    let (left, top) = (corners.map(\.x).min() ?? 0, corners.map(\.y).min() ?? 0)
    let (width, height) = ((corners.map(\.x).max() ?? 0) - left, (corners.map(\.y).max() ?? 0) - top)
    // From a finder's middle to the end of the quiet zone there are seven and a half modules, of fourteen at least.
    let margin = max(width, height) / 2 + 8
    return PixelRectangle(x: left - margin, y: top - margin, width: width + 2 * margin, height: height + 2 * margin)
  }
}

/// Another way to look at a frame.
private struct Pass {
  let measure: DarkMap.Measure
  var size = GreyPlane.Size.reduced(0)
  var radius = 0.0

  func plane(_ frame: LumaFrame, _ part: PixelRectangle, limit: Int) -> GreyPlane? {
    GreyPlane(frame, part: part, size: size, smoothedBy: radius, limit: limit)
  }

  static let mean = Pass(measure: .mean)
  static let nearMean = Pass(measure: .nearMean)
  /// Modules of more than eight pixels have their neighbours beyond what a pixel is measured against.
  static let half = Pass(measure: .midrange, size: .reduced(1))
  static let quarter = Pass(measure: .midrange, size: .reduced(2))
  /// Modules of hardly a pixel and a half get edges between the pixels.
  static let double = Pass(measure: .mean, size: .double)
  /// Dots of print and the noise of a dark room run together.
  static let smooth = Pass(measure: .midrange, radius: 1)
  static let smoother = Pass(measure: .mean, radius: 2.5)

  /// For where corners were seen.
  static let near = [mean, double, smooth, nearMean]
  /// For where none were.
  static let whole = [half, double, quarter]
  static let all =
    [mean, half, double, smooth, quarter, nearMean, smoother]
    // A code that fills a photograph of many megapixels.
    + [3, 4].map { Pass(measure: .midrange, size: .reduced($0)) }
}
