/// A writer of PNG files of every type for tests, based only on the PNG specification.
struct PNGWriter {
  var width: Int
  var height: Int
  /// 0 grey, 2 colour, 3 palette, 4 grey with alpha, 6 colour with alpha.
  var colourType: UInt8
  var depth: Int
  var isInterlaced = false
  var palette: [(UInt8, UInt8, UInt8)] = []
  /// The body of a tRNS chunk.
  var transparency: [UInt8] = []
  /// A false value for the header, to replace the real one.
  var claimedWidth: Int?
  var claimedHeight: Int?

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// - Parameter sample: the value of a channel at a position, 0 to 2^depth − 1.
  /// - Returns: the bytes of a whole file.
  func encode(_ sample: (_ x: Int, _ y: Int, _ channel: Int) -> Int) -> [UInt8] {
    let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][Int(colourType)] ?? 1
    // Adam7: first column and row, and the steps, of each pass.
    let passes =
      isInterlaced
      ? [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
      : [(0, 0, 1, 1)]
    var rows: [UInt8] = []
    for (left, top, stepX, stepY) in passes where left < width {
      for y in stride(from: top, to: height, by: stepY) {
        rows.append(0)  // no filter
        var bits = 0
        var count = 0
        for x in stride(from: left, to: width, by: stepX) {
          for channel in 0..<channels {
            bits = bits << depth | sample(x, y, channel)
            count += depth
            while count >= 8 {
              rows.append(UInt8(bits >> (count - 8) & 0xFF))
              count -= 8
              bits &= (1 << count) - 1
            }
          }
        }
        if count > 0 { rows.append(UInt8(bits << (8 - count) & 0xFF)) }
      }
    }
    var header = number(claimedWidth ?? width) + number(claimedHeight ?? height)
    header += [UInt8(depth), colourType, 0, 0, isInterlaced ? 1 : 0]
    var file = Self.signature + chunk("IHDR", header)
    if !palette.isEmpty { file += chunk("PLTE", palette.flatMap { [$0.0, $0.1, $0.2] }) }
    if !transparency.isEmpty { file += chunk("tRNS", transparency) }
    return file + chunk("IDAT", stored(rows)) + chunk("IEND", [])
  }

  private func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 0xFF) } }

  private func chunk(_ type: String, _ body: [UInt8]) -> [UInt8] {
    let named = Array(type.utf8) + body
    return number(body.count) + named + number(Int(checksum(named)))
  }

  /// Returns a zlib stream of stored blocks.
  private func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(65_535)
      let size = block.count
      stream += [rest.isEmpty ? 1 : 0, UInt8(size & 0xFF), UInt8(size >> 8)]
      stream += [UInt8(~size & 0xFF), UInt8(~size >> 8 & 0xFF)] + block
    } while !rest.isEmpty
    var low = 1
    var high = 0
    for byte in bytes {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return stream + number(high << 16 | low)
  }

  private func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 != 0 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
    }
    return ~sum
  }
}
