internal import Barcodes
internal import Imaging
internal import Log
internal import Pictures
internal import ReaderProtocol

/// The preview: small pictures from the camera for a screen, with an outline around each code that was read.
struct Preview {
  private var frame: LumaFrame?
  private var barcodes: [Barcode] = []
  /// The encoded picture of the current frame, created when it is first requested, because it may be shown for hours.
  private var jpeg: [UInt8]?
  private let start = ContinuousClock.now
  private var last: ContinuousClock.Instant?
  /// The size of the last frame, which is also the size of an empty picture.
  private var size = (width: 640, height: 360)
  private let once = RepeatFilter()

  private static let sideLimit = 640

  mutating func show(_ frame: LumaFrame, _ barcodes: [Barcode]) {
    self.frame = frame
    self.barcodes = barcodes
    jpeg = nil
  }

  mutating func clear() {
    frame = nil
    barcodes = []
    jpeg = nil
  }

  /// Returns the time at which the next picture is due; nil if none is requested.
  func nextDue(framesPerSecond rate: Double) -> ContinuousClock.Instant? {
    guard rate > 0 else { return nil }
    return (last ?? start) + .seconds(1 / rate)
  }

  /// Returns the picture if one is due.
  ///
  /// - Parameters:
  ///   - rate: the requested pictures per second.
  ///   - now: the current time.
  ///   - log: receives a warning, once, about a picture that cannot be created.
  /// - Returns: a JPEG of at most 640 pixels per side.
  mutating func picture(framesPerSecond rate: Double, at now: ContinuousClock.Instant, log: Logger) -> [UInt8]? {
    guard let due = nextDue(framesPerSecond: rate), due <= now else { return nil }
    last = now
    if let jpeg { return jpeg }
    do throws(PictureError) {
      let encoded = try JPEGPicture.encode(drawn(), quality: 70)
      // Base64 needs four bytes for three; the rest of the line is short.
      guard encoded.count < ReaderLine.previewLengthLimit / 4 * 3 - 256 else { return nil }
      jpeg = encoded
      return encoded
    } catch {
      if once.isFirst("preview") { log.warning("could not create a preview: \(error)") }
      return nil
    }
  }

  private mutating func drawn() -> LumaFrame {
    guard let frame else { return LumaFrame(width: size.width, height: size.height, filledWith: 24) }
    var small = frame.fitted(toSide: Self.sideLimit)
    size = (small.width, small.height)
    for barcode in barcodes {
      let corners = barcode.corners.map { corner in
        PixelPoint(x: corner.x * small.width / frame.width, y: corner.y * small.height / frame.height)
      }
      // A white line on a black one is visible on paper and on print.
      small.drawOutline(corners, value: 0, thickness: 5)
      small.drawOutline(corners, value: 255, thickness: 2)
    }
    return small
  }
}
