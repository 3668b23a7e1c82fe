internal import Barcodes
internal import Imaging
internal import Log
internal import Pictures
internal import ReaderProtocol

/// What the camera sees, as small pictures for a screen, with a line about each code that was read.
struct Preview {
  private var frame: LumaFrame?
  private var barcodes: [Barcode] = []
  /// Of what is shown; made when it is first asked for, for it may be shown for hours.
  private var jpeg: [UInt8]?
  private let start = ContinuousClock.now
  private var last: ContinuousClock.Instant?
  /// The size of what was shown last: an empty view is as large.
  private var size = (width: 640, height: 360)
  private let once = Once()

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

  /// When the next picture is due; nil when none is asked for.
  func nextDue(framesPerSecond rate: Double) -> ContinuousClock.Instant? {
    guard rate > 0 else { return nil }
    return (last ?? start) + .seconds(1 / rate)
  }

  /// The picture that is due, if one is.
  ///
  /// - Parameters:
  ///   - rate: how many a second are asked for.
  ///   - now: the time.
  ///   - log: where a picture that cannot be made is told, once.
  /// - Returns: a JPEG of at most 640 pixels a side.
  mutating func picture(framesPerSecond rate: Double, at now: ContinuousClock.Instant, log: Logger) -> [UInt8]? {
    guard let due = nextDue(framesPerSecond: rate), due <= now else { return nil }
    last = now
    if let jpeg { return jpeg }
    do throws(PictureError) {
      let encoded = try JPEGPicture.encode(drawn(), quality: 70)
      // Base64 makes four bytes of three; the rest of the line is short.
      guard encoded.count < ReaderLine.previewLengthLimit / 4 * 3 - 256 else { return nil }
      jpeg = encoded
      return encoded
    } catch {
      if once.isFirst("preview") { log.warning("no preview could be made: \(error)") }
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
      // White on black: seen on paper and on print alike.
      small.drawOutline(corners, value: 0, thickness: 5)
      small.drawOutline(corners, value: 255, thickness: 2)
    }
    return small
  }
}
