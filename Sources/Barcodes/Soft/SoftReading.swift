internal import Deadwax
internal import Imaging

/// A code that the soft reader accepted, with its position.
struct SoftReading {
  let digits: [UInt8]
  let margin: Float
  let rows: Int
  /// The corners in the frame, from the beginning of its first row on round it.
  let corners: [(x: Float, y: Float)]

  /// The code as a rectangle from its first bar to its last.
  var place: BarPlace {
    let x = corners.reduce(0) { $0 + $1.x } / 4
    let y = corners.reduce(0) { $0 + $1.y } / 4
    let across = (corners[1].x + corners[2].x - 2 * x, corners[1].y + corners[2].y - 2 * y)
    let length = (across.0 * across.0 + across.1 * across.1).squareRoot()
    let along = (corners[2].x + corners[3].x - 2 * x, corners[2].y + corners[3].y - 2 * y)
    return BarPlace(
      x: x, y: y, alongX: across.0 / max(1, length), alongY: across.1 / max(1, length), length: length,
      height: (along.0 * along.0 + along.1 * along.1).squareRoot(), energy: margin)
  }

  /// Returns true if a place shows this code and little else.
  func covers(_ other: BarPlace) -> Bool {
    let own = place
    let (u, v) = own.inside(x: other.x, y: other.y)
    return abs(u) < own.length / 2 && abs(v) < max(own.height, other.height) / 2 && other.length < 1.7 * own.length
  }

  /// Returns it as a barcode of a frame.
  func barcode(in frame: LumaFrame) -> Barcode {
    let points = corners.map {
      PixelPoint(
        x: min(frame.width, max(0, Int($0.x.rounded()))), y: min(frame.height, max(0, Int($0.y.rounded()))))
    }
    return Barcode(
      symbology: .ean13, text: CodeText(digits).text, raw: digits, lines: rows, corners: points, isVerified: true,
      quality: Double(min(1, margin / 100)), frames: 1)
  }
}
