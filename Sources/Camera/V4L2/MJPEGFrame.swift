/// One frame of a Motion-JPEG stream, made fit for a decoder of whole files.
enum MJPEGFrame {
  /// Checks that a frame can be a JPEG, and brings its end in order.
  ///
  /// Cameras pad frames with zeros, and some leave the end mark out: then it is added, so that a frame whose lines are
  /// all there is not mistaken for a cut one. One that is cut inside its lines stays cut for the decoder.
  ///
  /// - Parameters:
  ///   - bytes: the frame as it came; its capacity is kept.
  ///   - limit: the most pixels it may claim.
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

  /// The size in the frame header (ITU-T T.81, B.2.2); nil when there is none before the lines begin.
  static func size(_ bytes: [UInt8]) -> PixelSize? {
    var place = 2
    while place + 4 <= bytes.count {
      guard bytes[place] == 0xFF else { return nil }
      let marker = bytes[place + 1]
      switch marker {
      case 0xFF:
        // Fill bytes may stand before a marker.
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
      // SOF0 to SOF15, without DHT, JPG and DAC which stand among their numbers.
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
