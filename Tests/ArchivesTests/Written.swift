import Archives

/// A ZIP file as the writer makes it.
struct Written {
  let bytes: [UInt8]

  init(_ files: [(String, [UInt8])]) throws {
    var bytes: [UInt8] = []
    let writer = try ArchiveWriter(isCompressed: true) { bytes += $0 }
    for (name, content) in files { try writer.add(name, content) }
    try writer.finish()
    self.bytes = bytes
  }

  /// The packed bytes of the first entry.
  var packed: [UInt8] {
    func number(_ offset: Int, _ count: Int) -> Int {
      (0..<count).reversed().reduce(0) { $0 << 8 | Int(bytes[offset + $1]) }
    }
    let start = 30 + number(26, 2) + number(28, 2)
    // Its size is in the list: the header is written before the content.
    let list = number(bytes.count - 6, 4)
    return Array(bytes[start..<(start + number(list + 20, 4))])
  }
}
