internal import Deadwax
internal import Imaging

/// Reads Data Matrix codes (ISO/IEC 16022, ECC 200), in the parts of a frame that have edges.
///
/// It exists only if the symbology was requested. Its time and its memory are bounded by the constants below.
final class DataMatrixReader {
  /// The sizes at which the last picture has not been searched yet.
  private var sizes: [GreyPlane.Size] = []
  private var search: DataMatrixSearch?
  /// The processor time that the current search has taken, in all calls.
  private var spent = Duration.zero
  private var found: [Barcode] = []

  /// The maximum processor time for a camera's frame, nearly half of the interval to the next one at 30 frames per second. The
  /// search begins in the middle of the frame, so a code that is held there is read at once.
  private static let limit = Duration.milliseconds(15)
  /// The maximum time for a camera's frame on a busy machine.
  private static let patience = Duration.milliseconds(100)
  /// The maximum processor time for a picture at one size, in all calls. In bars and woven cloth libdmtx follows thousands of
  /// edges.
  private static let share = Duration.milliseconds(250)
  /// The minimum time for a call that continues a picture.
  private static let slice = Duration.milliseconds(200)
  /// The maximum number of pixels that are searched. libdmtx adds a byte for each.
  private static let pixels = (camera: 1 << 22, picture: 1 << 24)
  /// Doubled, modules of less than two pixels are read. Halved, large modules with grain or blur.
  private static let pictureSizes: [GreyPlane.Size] = [.reduced(0), .double, .reduced(1), .reduced(2)]

  /// Discards the state of all previous frames.
  func forget() {
    sizes = []
    search = nil
  }

  /// True if a code was read in the last picture, or every size has had its time. A camera's frame is always complete.
  var isComplete: Bool { search == nil && sizes.isEmpty }

  /// Returns the Data Matrix codes in a frame.
  ///
  /// - Parameters:
  ///   - frame: a frame of any size.
  ///   - cells: the map of the frame.
  ///   - effort: the effort to spend: a look at the frame itself, or at several sizes until a code is read.
  /// - Returns: the codes, with their corners: upper left, upper right, lower right, lower left, as printed.
  func read(_ frame: LumaFrame, _ cells: CellMap, _ effort: BarcodeScanner.Effort) -> [Barcode] {
    forget()
    found = []
    guard let part = QRPlaces(cells).bounds else { return [] }
    switch effort {
    case .camera:
      sizes = [.reduced(0)]
      look(frame, part, until: .now + Self.patience, each: Self.limit, pixels: Self.pixels.camera)
      forget()
    case .picture(let limit):
      sizes = Self.pictureSizes
      look(frame, part, until: .now + limit, each: Self.share, pixels: Self.pixels.picture)
    case .shelf(let limit):
      sizes = [.reduced(0)]
      look(frame, part, until: .now + limit, each: limit, pixels: Self.pixels.picture)
      forget()
    }
    return found
  }

  /// Continues the last picture where its time limit ended.
  ///
  /// - Parameters:
  ///   - frame: the same picture.
  ///   - cells: its map.
  ///   - limit: the time for this call.
  /// - Returns: the codes that were read in the picture, also in earlier calls.
  func resume(_ frame: LumaFrame, _ cells: CellMap, _ limit: Duration) -> [Barcode] {
    guard !isComplete, let part = QRPlaces(cells).bounds else {
      forget()
      return found
    }
    look(frame, part, until: .now + max(limit, Self.slice), each: Self.share, pixels: Self.pixels.picture)
    return found
  }

  /// Searches the sizes that are left, until one of them shows a code.
  private func look(
    _ frame: LumaFrame, _ part: PixelRectangle, until end: ContinuousClock.Instant, each share: Duration, pixels: Int
  ) {
    while !isComplete {
      if search == nil {
        let size = sizes.removeFirst()
        search = GreyPlane(frame, part: part, size: size, smoothedBy: 0, limit: pixels).flatMap(DataMatrixSearch.init)
        spent = .zero
      }
      guard let search else { continue }
      let start = ProcessorClock.now
      var left = share - spent
      while let barcode = search.next(until: end, within: left) {
        if !found.contains(where: { $0.raw == barcode.raw && $0.covers(barcode) }) { found.append(barcode) }
        left = share - spent - (ProcessorClock.now - start)
      }
      spent += ProcessorClock.now - start
      // libdmtx counts whole milliseconds, so a search ends a little early.
      guard search.isEnded || spent + .milliseconds(2) >= share else { return }
      self.search = nil
      if !found.isEmpty { sizes = [] }
    }
  }
}
