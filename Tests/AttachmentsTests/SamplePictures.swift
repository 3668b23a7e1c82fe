import Foundation
import Imaging
import Pictures

/// Pictures made by tests, byte by byte where a codec would not make them.
enum SamplePictures {
  /// A picture whose quarters have four colours, so that turns are distinguished: red, green, blue and white.
  static func quarters(width: Int = 64, height: Int = 32) -> ColourFrame {
    let colours: [[UInt8]] = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]]
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width { pixels += colours[(y * 2 / height) * 2 + x * 2 / width] }
    }
    return ColourFrame(width: width, height: height, pixels: pixels)
  }

  /// A picture whose upper half is red and whose lower half is blue, photographed with the camera turned clockwise: the
  /// border rises to the right.
  static func crooked(by degrees: Double, width: Int = 400, height: Int = 300) -> ColourFrame {
    let angle = degrees * .pi / 180
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let (dx, dy) = (Double(x) + 0.5 - Double(width) / 2, Double(y) + 0.5 - Double(height) / 2)
        pixels += dy * cos(angle) + dx * sin(angle) < 0 ? [255, 0, 0] : [0, 0, 255]
      }
    }
    return ColourFrame(width: width, height: height, pixels: pixels)
  }

  static func jpeg(width: Int = 64, height: Int = 32) throws -> [UInt8] {
    try JPEGPicture.encode(quarters(width: width, height: height), quality: 95)
  }

  /// A JPEG with a segment after its start.
  static func jpeg(with segment: [UInt8], marker: UInt8 = 0xE1) throws -> [UInt8] {
    let whole = try jpeg()
    let length = segment.count + 2
    return Array(whole[..<2]) + [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + segment + whole[2...]
  }

  /// An Exif segment with an orientation, and with a place and a camera if wanted (Exif 2.32).
  static func exif(orientation: UInt8, place: Bool = false) -> [UInt8] {
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
      [UInt8(tag >> 8), UInt8(tag & 255), 0, UInt8(type), 0, 0, 0, UInt8(count)] + value
    }
    var entries = [entry(0x0112, 3, 1, [0, orientation, 0, 0])]
    if place { entries.append(entry(0x8825, 4, 1, [0, 0, 0, 38])) }
    var tiff: [UInt8] =
      Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, UInt8(entries.count)] + entries.joined() + [0, 0, 0, 0]
    if place {
      tiff += [0, 1] + entry(1, 2, 2, Array("N\0\0\0".utf8)) + [0, 0, 0, 0] + Array("52.5163N 13.3777E".utf8)
    }
    return Array("Exif\0\0".utf8) + tiff
  }

  /// A JPEG in which the header of the frame claims a size.
  static func jpeg(claiming width: Int, _ height: Int) throws -> [UInt8] {
    var bytes = try jpeg()
    guard let mark = (0..<bytes.count - 1).first(where: { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 }) else {
      return []
    }
    bytes.replaceSubrange(
      mark + 5...mark + 8,
      with: [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)])
    return bytes
  }

  /// Returns a PNG of one colour, made from the specification alone. The type is 0 for grey, 2 for colour, 6 for colour
  /// with opacity. `claimed` is a size in the header that the data do not have; nil for the real one. `extra` has chunks
  /// after the header.
  static func png(
    width: Int = 16, height: Int = 8, type: UInt8 = 2, depth: Int = 8, isInterlaced: Bool = false,
    claimed: (Int, Int)? = nil, extra: [(String, [UInt8])] = []
  ) -> [UInt8] {
    let channels = [0: 1, 2: 3, 6: 4][Int(type)] ?? 1
    let passes =
      isInterlaced
      ? [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
      : [(0, 0, 1, 1)]
    var rows: [UInt8] = []
    for (left, top, stepX, stepY) in passes where left < width {
      let count = (width - left + stepX - 1) / stepX
      for _ in stride(from: top, to: height, by: stepY) {
        rows.append(0)
        rows += [UInt8](repeating: 200, count: count * channels * depth / 8)
      }
    }
    let size = claimed ?? (width, height)
    let header = number(size.0) + number(size.1) + [UInt8(depth), type, 0, 0, isInterlaced ? 1 : 0]
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
    for (name, body) in extra { file += chunk(name, body) }
    return file + chunk("IDAT", stored(rows)) + chunk("IEND", [])
  }

  static func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 0xFF) } }

  private static func chunk(_ type: String, _ body: [UInt8]) -> [UInt8] {
    let named = Array(type.utf8) + body
    return number(body.count) + named + number(Int(checksum(named)))
  }

  /// A zlib stream of stored blocks.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var (stream, rest): ([UInt8], ArraySlice<UInt8>) = ([0x78, 0x01], bytes[...])
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(65_535)
      let size = block.count
      stream += [rest.isEmpty ? 1 : 0, UInt8(size & 0xFF), UInt8(size >> 8)]
      stream += [UInt8(~size & 0xFF), UInt8(~size >> 8 & 0xFF)] + block
    } while !rest.isEmpty
    var (low, high) = (1, 0)
    for byte in bytes {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return stream + number(high << 16 | low)
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 != 0 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
    }
    return ~sum
  }
}

extension SamplePictures {
  /// Returns the name of the colour at a position.
  static func colour(of frame: ColourFrame, x: Int, y: Int) -> String {
    let pixel = frame.pixels[3 * (y * frame.width + x)..<3 * (y * frame.width + x) + 3].map { $0 > 128 }
    return switch pixel {
    case [true, false, false]: "red"
    case [false, true, false]: "green"
    case [false, false, true]: "blue"
    case [true, true, true]: "white"
    default: "another"
    }
  }
}
