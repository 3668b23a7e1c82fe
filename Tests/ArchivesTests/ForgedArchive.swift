/// A ZIP file made byte by byte, so that each part of it may lie.
struct ForgedArchive {
  struct Entry {
    var name: [UInt8]
    /// The name before the content, if it is another one than in the list.
    var innerName: [UInt8]?
    var content: [UInt8]
    /// The size in the list; that of the content if nil.
    var size: Int?
    var method = 0
    var flags = 0
    /// The upper half of the external attributes: the mode of Unix.
    var mode = 0x81A4
    var checksum: UInt32?
    /// The position of its bytes; the right one if nil.
    var position: Int?

    init(_ name: String, _ content: String = "x") {
      self.name = Array(name.utf8)
      self.content = Array(content.utf8)
    }
  }

  var entries: [Entry]
  var comment: [UInt8] = []
  /// The number of entries that the end claims; the right one if nil.
  var count: Int?

  init(_ entries: [Entry]) { self.entries = entries }

  var bytes: [UInt8] {
    var file: [UInt8] = []
    var list: [UInt8] = []
    for entry in entries {
      let position = entry.position ?? file.count
      let size = entry.size ?? entry.content.count
      let inner = entry.innerName ?? entry.name
      let facts =
        Self.number(entry.flags, 2) + Self.number(entry.method, 2) + Self.number(0, 2) + Self.number(0x21, 2)
        + Self.number(Int(entry.checksum ?? Self.checksum(entry.content)), 4) + Self.number(entry.content.count, 4)
        + Self.number(size, 4)
      file += [0x50, 0x4B, 3, 4] + Self.number(20, 2) + facts + Self.number(inner.count, 2) + Self.number(0, 2)
      file += inner + entry.content
      list += [0x50, 0x4B, 1, 2] + Self.number(0x0314, 2) + Self.number(20, 2) + facts
      list += Self.number(entry.name.count, 2) + [UInt8](repeating: 0, count: 8)
      list += Self.number(0, 2) + Self.number(entry.mode, 2) + Self.number(position, 4) + entry.name
    }
    let count = count ?? entries.count
    let end =
      [0x50, 0x4B, 5, 6] + Self.number(0, 4) + Self.number(count, 2) + Self.number(count, 2)
      + Self.number(list.count, 4) + Self.number(file.count, 4) + Self.number(comment.count, 2)
    return file + list + end + comment
  }

  static func number(_ number: Int, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }
}
