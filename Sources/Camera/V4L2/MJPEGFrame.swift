/// Preparation of a Motion-JPEG frame for a decoder of whole files.
enum MJPEGFrame {
  /// Checks that a frame can be a JPEG, and repairs its end.
  ///
  /// Cameras pad frames with zeros, and some omit the end marker. The marker is then added, so that a frame with all
  /// its lines is not taken for a cut one. A frame that is cut inside its lines stays cut for the decoder.
  ///
  /// - Parameters:
  ///   - bytes: the frame as received; the capacity is preserved.
  ///   - limit: the largest number of pixels it may claim.
  /// - Throws: `FrameFault`.
  static func prepare(_ bytes: inout [UInt8], areaLimit limit: Int) throws(FrameFault) {
    guard bytes.count >= 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else { throw .noJPEG }
    guard let size = size(bytes) else { throw .damaged(reason: "its header is cut or damaged") }
    guard size.width > 0, size.height > 0, size.area <= limit else {
      throw .damaged(reason: "it claims \(size) pixels")
    }
    var end = bytes.count
    while end > 4, bytes[end - 1] == 0 { end -= 1 }
    if bytes[end - 2] == 0xFF, bytes[end - 1] == 0xD9 { return }
    bytes.removeLast(bytes.count - end)
    bytes.append(0xFF)
    bytes.append(0xD9)
  }

  /// Returns the size in the frame header (ITU-T T.81, B.2.2); nil if there is none before the scan begins.
  static func size(_ bytes: [UInt8]) -> PixelSize? {
    var place = 2
    while place + 4 <= bytes.count {
      guard bytes[place] == 0xFF else { return nil }
      let marker = bytes[place + 1]
      switch marker {
      case 0xFF:
        // Fill bytes may precede a marker.
        place += 1
        continue
      case 0x01, 0xD0...0xD8:
        place += 2
        continue
      case 0xD9, 0xDA: return nil
      default: break
      }
      let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
      guard length >= 2 else { return nil }
      // SOF0 to SOF15, without DHT, JPG and DAC, which have numbers in the same range.
      if (0xC0...0xCF).contains(marker), marker != 0xC4, marker != 0xC8, marker != 0xCC {
        guard length >= 8, place + 9 <= bytes.count else { return nil }
        return PixelSize(
          width: Int(bytes[place + 7]) << 8 | Int(bytes[place + 8]),
          height: Int(bytes[place + 5]) << 8 | Int(bytes[place + 6]))
      }
      place += 2 + length
    }
    return nil
  }
}
