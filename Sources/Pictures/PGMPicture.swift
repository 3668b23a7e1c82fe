package import Imaging

/// The codec for PGM, the simplest grey format: a text header, then the pixels as text (`P2`) or bytes (`P5`) (pgm(5)).
package enum PGMPicture {
  /// Decodes the first picture of a file. The brightness is scaled from 0…maxval to 0…255.
  package static func decode(_ bytes: [UInt8]) throws(PictureError) -> LumaFrame {
    var words = PGMNumbers(bytes)
    let isText = bytes.starts(with: "P2".utf8)
    guard isText || bytes.starts(with: "P5".utf8) else { throw .unknownFormat }
    words.skip(2)
    let width = try words.number()
    let height = try words.number()
    guard LumaFrame.accepts(width: width, height: height) else { throw .tooLarge(width: width, height: height) }
    let highest = try words.number()
    guard (1...65_535).contains(highest) else { throw .damaged(.pgm, detail: "its brightest value is \(highest)") }
    let count = width * height
    var pixels: [UInt8]
    if isText {
      // A pixel takes at least a digit and a space. A short file is refused before memory is allocated for a large
      // picture.
      guard bytes.count >= 2 * count - 1 else { throw .truncated(.pgm) }
      pixels = []
      pixels.reserveCapacity(count)
      for _ in 0..<count { pixels.append(stretch(try words.number(), highest)) }
    } else {
      // Exactly one whitespace character separates the header from the pixels.
      let start = words.position + 1
      let size = highest > 255 ? 2 : 1
      guard bytes.count - start >= count * size else { throw .truncated(.pgm) }
      if size == 2 {
        pixels = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
          for index in 0..<count {
            let value = Int(bytes[start + 2 * index]) << 8 | Int(bytes[start + 2 * index + 1])
            buffer[index] = stretch(value, highest)
          }
          filled = count
        }
      } else {
        pixels = Array(bytes[start..<start + count])
        if highest < 255 { for index in 0..<count { pixels[index] = stretch(Int(pixels[index]), highest) } }
      }
    }
    return LumaFrame(width: width, height: height, pixels: pixels)
  }

  /// Encodes a frame as a `P5` file.
  package static func encode(_ frame: LumaFrame) -> [UInt8] {
    Array("P5\n\(frame.width) \(frame.height)\n255\n".utf8) + frame.pixels
  }

  private static func stretch(_ value: Int, _ highest: Int) -> UInt8 {
    UInt8((min(value, highest) * 255 + highest / 2) / highest)
  }
}

/// A parser for the numbers of a PGM file, separated by whitespace and comments.
private struct PGMNumbers {
  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func skip(_ count: Int) { position += count }

  mutating func number() throws(PictureError) -> Int {
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "#") {
        while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
      } else if bytes[position] == 0x20 || (0x09...0x0D).contains(bytes[position]) {
        position += 1
      } else {
        break
      }
    }
    let start = position
    var number = 0
    while position < bytes.count, (0x30...0x39).contains(bytes[position]) {
      number = number * 10 + Int(bytes[position] - 0x30)
      position += 1
      // The limit is above every number that a PGM may hold, and far below overflow.
      guard number <= 99_999_999 else { throw .damaged(.pgm, detail: "a number in it is too long") }
    }
    guard position > start else {
      throw position < bytes.count ? .damaged(.pgm, detail: "a number is missing") : .truncated(.pgm)
    }
    return number
  }
}
