package import Imaging

/// The orientation that a camera notes in a JPEG (Exif 2.32, tag 0x0112): how the stored picture is turned for display.
package enum PictureOrientation: UInt8, CaseIterable, Sendable {
  case upright = 1
  case mirrored
  case upsideDown
  case flipped
  /// Rows and columns are exchanged.
  case transposed
  /// The stored picture is displayed a quarter turn clockwise.
  case clockwise
  /// Rows and columns are exchanged, and the result is displayed upside down.
  case transversed
  /// The stored picture is displayed a quarter turn anticlockwise.
  case anticlockwise

  /// Reads the orientation of a file; `upright` if it notes none, or is no JPEG.
  package init(file bytes: [UInt8]) { self = Self.noted(in: bytes) ?? .upright }

  /// True if the sides are exchanged.
  package var isSideways: Bool { rawValue >= Self.transposed.rawValue }

  /// Returns the position of a pixel of the stored picture in the displayed one.
  ///
  /// - Parameters:
  ///   - point: a position in the stored picture.
  ///   - width: the width of the stored picture.
  ///   - height: the height of the stored picture.
  /// - Returns: the position in the displayed picture.
  package func shown(_ point: PixelPoint, width: Int, height: Int) -> PixelPoint {
    let (right, bottom) = (width - 1 - point.x, height - 1 - point.y)
    return switch self {
    case .upright: point
    case .mirrored: PixelPoint(x: right, y: point.y)
    case .upsideDown: PixelPoint(x: right, y: bottom)
    case .flipped: PixelPoint(x: point.x, y: bottom)
    case .transposed: PixelPoint(x: point.y, y: point.x)
    case .clockwise: PixelPoint(x: bottom, y: point.x)
    case .transversed: PixelPoint(x: bottom, y: right)
    case .anticlockwise: PixelPoint(x: point.y, y: right)
    }
  }

  /// Returns the orientation in the first Exif segment before the picture's data.
  private static func noted(in bytes: [UInt8]) -> Self? {
    guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
    var at = 2
    while at + 4 <= bytes.count, bytes[at] == 0xFF {
      let (marker, length) = (bytes[at + 1], Int(bytes[at + 2]) << 8 | Int(bytes[at + 3]))
      // The scan (0xDA) begins the picture's data, and a segment counts its own length.
      guard marker != 0xDA, marker != 0xD9, length >= 2, at + 2 + length <= bytes.count else { return nil }
      let segment = bytes[at + 4..<at + 2 + length]
      if marker == 0xE1, segment.starts(with: Array("Exif\0\0".utf8)) {
        return noted(inTIFF: Array(segment.dropFirst(6)))
      }
      at += 2 + length
    }
    return nil
  }

  /// Returns the orientation in the first directory of a TIFF structure (TIFF 6.0, 2).
  private static func noted(inTIFF bytes: [UInt8]) -> Self? {
    let isLittle = bytes.starts(with: Array("II".utf8))
    guard isLittle || bytes.starts(with: Array("MM".utf8)) else { return nil }
    func number(_ at: Int, _ count: Int) -> Int? {
      guard at >= 0, at + count <= bytes.count else { return nil }
      let part = bytes[at..<at + count]
      return (isLittle ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
    }
    guard number(2, 2) == 42, let directory = number(4, 4), let count = number(directory, 2) else { return nil }
    for entry in 0..<count {
      let at = directory + 2 + 12 * entry
      guard let tag = number(at, 2) else { return nil }
      // The value of one SHORT stands in the entry itself.
      guard tag == 0x0112 else { continue }
      guard number(at + 2, 2) == 3, number(at + 4, 4) == 1, let value = number(at + 8, 2) else { return nil }
      return UInt8(exactly: value).flatMap(Self.init(rawValue:))
    }
    return nil
  }
}
