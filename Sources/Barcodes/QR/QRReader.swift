internal import Deadwax
internal import Imaging

/// Reads QR codes.
///
/// Where the cells of a frame have edges, lines are searched for finder patterns. Three patterns that are positioned
/// like the corners of a square make a grid, whose modules are sampled. The code's error correction corrects them. A
/// code that passes it is not a product of chance, so no other check is needed.
///
/// The buffers are reused from frame to frame.
final class QRReader {
  private let map = DarkMap()
  private let ownCodesOnly: Bool
  private var frames = 0
  /// The number of passes that the last picture was given.
  private var tried = Pass.all.count

  /// Creates a reader.
  ///
  /// - Parameter ownCodesOnly: true if QR codes were not requested. Our own labels are always read.
  init(ownCodesOnly: Bool) { self.ownCodesOnly = ownCodesOnly }

  /// Discards the state of all previous frames.
  func forget() { frames = 0 }

  /// True if a code was read in the last picture, or every pass was tried. A camera's frame is always complete.
  var isComplete: Bool { tried == Pass.all.count }

  /// Returns the QR codes in a frame.
  ///
  /// - Parameters:
  ///   - frame: a frame of any size.
  ///   - cells: the map of the frame.
  ///   - effort: the effort to spend. For a camera's frame it is one look at the frame itself. If that reads nothing,
  ///     one more pass follows, a different one in each frame. For a picture it is every pass until a code is read.
  /// - Returns: the codes, with their corners: upper left, upper right, lower right, lower left, as printed.
  func read(_ frame: LumaFrame, _ cells: CellMap, _ effort: BarcodeScanner.Effort) -> [Barcode] {
    frames &+= 1
    tried = Pass.all.count
    let places = QRPlaces(cells)
    guard let part = places.bounds else { return [] }
    switch effort {
    case .camera:
      let end = ContinuousClock.now + Self.limit
      let first = look(GreyPlane(frame), places.spans, .midrange, .brief, until: end)
      if !first.barcodes.isEmpty { return first.barcodes }
      // Corners that were found but not read are examined again at close range. Otherwise there may be a larger or
      // smaller code.
      let passes = first.seen == nil ? Pass.whole : Pass.near
      let pass = passes[frames % passes.count]
      guard let plane = pass.plane(frame, first.seen ?? part, limit: Self.pixels) else { return [] }
      return look(plane, nil, pass.measure, first.seen != nil ? .thorough : .brief, until: end).barcodes
    case .picture(let limit):
      let end = ContinuousClock.now + limit
      let first = look(GreyPlane(frame), places.spans, .midrange, .thorough, until: end).barcodes
      tried = first.isEmpty ? 0 : Pass.all.count
      return first.isEmpty ? tryPasses(frame, part, until: end, atLeast: 0) : first
    case .shelf(let limit): return readAll(frame, places, until: .now + limit)
    }
  }

  /// Reads many codes: the whole frame first, and then in tiles what the first look left.
  private func readAll(
    _ frame: LumaFrame, _ places: QRPlaces, until end: ContinuousClock.Instant
  ) -> [Barcode] {
    var found = look(GreyPlane(frame), places.spans, .midrange, .many, until: end).barcodes
    let tiles = places.tiles(of: frame.bounds)
    for pass in Pass.tiled {
      for tile in tiles {
        guard ContinuousClock.now < end else { return found }
        guard let plane = pass.plane(frame, tile, limit: 16 << 20) else { continue }
        for barcode in look(plane, nil, pass.measure, .many, until: end, skips: found).barcodes
        where !found.contains(where: { $0.text == barcode.text && $0.covers(barcode) }) {
          found.append(barcode)
        }
      }
    }
    return found
  }

  /// Continues the last picture with the passes that its time limit left out.
  ///
  /// - Parameters:
  ///   - frame: the same picture.
  ///   - cells: its map.
  ///   - limit: the time for this call. At least one pass is completed.
  /// - Returns: the codes that these passes read.
  func resume(_ frame: LumaFrame, _ cells: CellMap, _ limit: Duration) -> [Barcode] {
    guard !isComplete, let part = QRPlaces(cells).bounds else {
      tried = Pass.all.count
      return []
    }
    return tryPasses(frame, part, until: .now + limit, atLeast: tried + 1)
  }

  /// Tries the passes that are left, until one of them reads a code.
  private func tryPasses(
    _ frame: LumaFrame, _ part: PixelRectangle, until end: ContinuousClock.Instant, atLeast count: Int
  ) -> [Barcode] {
    while tried < Pass.all.count, tried < count || ContinuousClock.now < end {
      let pass = Pass.all[tried]
      tried += 1
      guard let plane = pass.plane(frame, part, limit: 16 << 20) else { continue }
      let found = look(plane, nil, pass.measure, .thorough, until: end).barcodes
      guard found.isEmpty else {
        tried = Pass.all.count
        return found
      }
    }
    return []
  }

  /// The maximum time for a camera's frame: a third of the interval to the next frame, at 30 frames per second.
  private static let limit = Duration.milliseconds(11)
  /// The maximum number of pixels of a camera's second pass, so that it costs no more than the first one.
  private static let pixels = 1 << 18

  /// The result of one look.
  private struct Look {
    var barcodes: [Barcode] = []
    /// The part of the frame with three corners of a code that could not be read.
    var seen: PixelRectangle?
  }

  /// The care that a look takes.
  private enum Care {
    /// The likeliest corners, by the cheap methods.
    case brief
    /// One code, or a few, by every method.
    case thorough
    /// Any number of codes, by every method.
    case many

    /// The number of combinations of corners to try.
    func most(_ finders: Int) -> Int {
      switch self {
      case .brief: 20
      case .thorough: 60
      case .many: max(60, 6 * finders)
      }
    }
  }

  /// Searches a plane once, within spans, one for each row of blocks; without spans all of it. Codes where one of `skips` is
  /// are left out.
  private func look(
    _ plane: GreyPlane, _ spans: [Range<Int>]?, _ measure: DarkMap.Measure, _ care: Care,
    until end: ContinuousClock.Instant, skips: [Barcode] = []
  ) -> Look {
    let isThorough = care != .brief
    let columns = (plane.width + DarkMap.side - 1) / DarkMap.side
    let rows = (plane.height + DarkMap.side - 1) / DarkMap.side
    let spans = spans ?? Array(repeating: 0..<columns, count: rows)
    return plane.withView { view in
      map.measure(view, spans: spans, by: measure)
      // A finder pattern's middle is three modules high: every third line crosses it if a module is at least one pixel.
      let search = FinderSearch(view, map, step: isThorough ? 1 : 3)
      let finders = search.finders(spans: spans, phase: frames)
      let triples =
        care == .many ? FinderTriple.close(of: finders, in: search) : FinderTriple.all(of: finders, in: search)
      let decoder = QRDecoder(view, isThorough: isThorough)
      var look = Look()
      var used: [PlanePoint] = []
      for (index, triple) in triples.prefix(care.most(finders.count)).enumerated() {
        // The likeliest are always tried, so that a busy machine reads slowly, but it reads.
        guard index < 3 || ContinuousClock.now < end else { break }
        let centres = [triple.corner, triple.right, triple.below].map(\.centre)
        // A corner belongs to one code.
        guard !centres.contains(where: { centre in used.contains { ($0 - centre).length < 1 } }),
          !skips.contains(where: { $0.covers(plane.place(triple.corner.centre)) }),
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

  private func barcode(_ read: QRDecoder.Read, _ plane: GreyPlane) -> Barcode? {
    if ownCodesOnly {
      guard case .code = OwnCode.read(read.text.text) else { return nil }
    }
    return Barcode(
      symbology: read.text.isGS1 ? .gs1QR : .qr, text: read.text.text, raw: read.text.raw,
      isTextGuessed: read.text.isGuessed, lines: 1, corners: read.corners.map(plane.place), quality: read.reserve)
  }

  /// Returns the part of the frame that contains a code with these corners, with its margin.
  private func outline(_ triple: FinderTriple, _ plane: GreyPlane) -> PixelRectangle {
    let (corner, right, below) = (triple.corner.centre, triple.right.centre, triple.below.centre)
    let corners = [corner, right, below, right + below - corner].map(plane.place)
    let (left, top) = (corners.map(\.x).min() ?? 0, corners.map(\.y).min() ?? 0)
    let (width, height) = ((corners.map(\.x).max() ?? 0) - left, (corners.map(\.y).max() ?? 0) - top)
    // From a finder's middle to the end of the quiet zone there are seven and a half modules, of at least fourteen.
    let margin = max(width, height) / 2 + 8
    return PixelRectangle(x: left - margin, y: top - margin, width: width + 2 * margin, height: height + 2 * margin)
  }
}

/// A further way to search a frame.
private struct Pass {
  let measure: DarkMap.Measure
  var size = GreyPlane.Size.reduced(0)
  var radius = 0.0

  func plane(_ frame: LumaFrame, _ part: PixelRectangle, limit: Int) -> GreyPlane? {
    GreyPlane(frame, part: part, size: size, smoothedBy: radius, limit: limit)
  }

  static let mean = Pass(measure: .mean)
  static let nearMean = Pass(measure: .nearMean)
  /// If a module has more than eight pixels, its neighbours are outside the area that determines its threshold.
  static let half = Pass(measure: .midrange, size: .reduced(1))
  static let quarter = Pass(measure: .midrange, size: .reduced(2))
  /// Modules of just over one and a half pixels get edges between the pixels.
  static let double = Pass(measure: .mean, size: .double)
  /// Printed dots merge, and the noise of a dark room averages out.
  static let smooth = Pass(measure: .midrange, radius: 1)
  static let smoother = Pass(measure: .mean, radius: 2.5)

  /// The passes for frames in which corners were found.
  static let near = [mean, double, smooth, nearMean]
  /// The passes for frames in which none were found.
  static let whole = [half, double, quarter]
  /// The passes for what the first look at many codes left.
  static let tiled = [mean, double, smooth]
  static let all =
    [mean, half, double, smooth, quarter, nearMean, smoother]
    // For a code that fills a photograph of many megapixels.
    + [3, 4].map { Pass(measure: .midrange, size: .reduced($0)) }
}
