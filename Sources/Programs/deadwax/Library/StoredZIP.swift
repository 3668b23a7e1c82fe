/// A ZIP file in memory, whose contents are stored as they are. It is small: this program links no library for archives.
struct StoredZIP {
  /// The number of files.
  private(set) var count = 0
  private var files: [UInt8] = []
  private var directory: [UInt8] = []

  /// Adds a file. All files together must have less than 4 GiB, and be less than 65,536.
  mutating func add(_ name: String, _ content: [UInt8]) {
    let name = Array(name.utf8)
    let size = UInt32(content.count)
    // The name is UTF-8, the content is stored, and there is no time.
    let facts =
      Self.word(0x0800) + Self.word(0) + Self.word(0) + Self.word(0x21) + Self.long(Self.checksum(content))
      + Self.long(size) + Self.long(size) + Self.word(UInt16(name.count)) + Self.word(0)
    let place = UInt32(files.count)
    files += Self.long(0x0403_4B50) + Self.word(20) + facts + name + content
    // No comment, the first disk, no attributes.
    directory +=
      Self.long(0x0201_4B50) + Self.word(20) + Self.word(20) + facts + Self.word(0) + Self.word(0) + Self.word(0)
      + Self.long(0) + Self.long(place) + name
    count += 1
  }

  /// Returns the whole file.
  func finished() -> [UInt8] {
    let number = Self.word(UInt16(count))
    return files + directory + Self.long(0x0605_4B50) + Self.word(0) + Self.word(0) + number + number
      + Self.long(UInt32(directory.count)) + Self.long(UInt32(files.count)) + Self.word(0)
  }

  private static func word(_ value: UInt16) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }

  private static func long(_ value: UInt32) -> [UInt8] {
    word(UInt16(value & 0xFFFF)) + word(UInt16(value >> 16))
  }

  private static let remainders: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
  }

  /// The CRC-32 of the form.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { value, byte in value >> 8 ^ remainders[Int((value ^ UInt32(byte)) & 255)] }
  }
}
