internal import NDEF

/// Reads a Type 2 tag that is selected: what it is, and the message on it. What a tap waits for is done here, and no more.
struct Type2Reader {
  private var link: Type2Link
  /// From page 2 on.
  private var memory: [UInt8] = []

  /// Reads the tag.
  ///
  /// - Parameters:
  ///   - tag: the selected one.
  ///   - device: where it is selected.
  /// - Returns: nil when it went away.
  /// - Throws: what is wrong with the reader, never what is wrong with the tag.
  static func read(_ tag: NFCDevice.Found, on device: NFCDevice) throws(TagError) -> TagContents? {
    let kind = TagKind(atqa: tag.atqa, sak: tag.sak)
    guard kind.isType2 else { return TagContents(kind: kind) }
    var reader = Type2Reader(link: Type2Link(tag, on: device))
    var answer = try reader.begin()
    while true {
      switch answer {
      case .value(let bytes): reader.memory += bytes
      case .refused: return TagContents(kind: reader.link.kind, fault: .unread)
      case .gone: return nil
      }
      let found = Type2Memory.find(in: Array(reader.memory.dropFirst(Self.skipped)))
      guard case .needsMore(let count) = found else {
        return TagContents(kind: reader.link.kind, found: found, memory: reader.memory)
      }
      answer = try reader.more((count + Self.skipped - reader.memory.count + 3) / 4)
    }
  }

  private init(link: Type2Link) { self.link = link }

  /// The page with the static lock bits, before that of the capability container.
  private static let firstPage = 2
  /// Bytes before the capability container.
  private static let skipped = (Type2Memory.containerPage - firstPage) * Type2Memory.pageLength
  /// How much is read at first: our own message ends in page 23 of an NTAG213.
  private static let firstPages = 22

  private mutating func more(_ count: Int) throws(TagError) -> Type2Link.Answer<[UInt8]> {
    let first = Self.firstPage + memory.count / 4
    return try link.pages(from: first, through: first + count - 1)
  }

  /// Reads the first pages and finds out what the tag is, with as few commands as will do: an NTAG is asked for its pages at
  /// once, and for its version only when its container leaves a doubt.
  private mutating func begin() throws(TagError) -> Type2Link.Answer<[UInt8]> {
    if let bytes = try link.probe(from: Self.firstPage, through: Self.firstPage + Self.firstPages - 1) {
      if let kind = Self.kind(ofFast: bytes) {
        link.assume(kind)
        return .value(bytes)
      }
      return try link.identify() ? .value(bytes) : .gone
    }
    guard try link.select() else { return .gone }
    // No further: behind the last page that it shows without a password a tag goes on with its first.
    let answer = try more(Self.skipped / 4 + 1)
    guard case .value(let bytes) = answer else { return answer }
    if Type2Layout.isUltralight(container: bytes.dropFirst(Self.skipped).prefix(4)) {
      link.assume(.ultralight)
      return answer
    }
    return try link.identify() ? answer : .gone
  }

  /// The kind of a tag that answers FAST_READ, where the first pages leave no doubt.
  private static func kind(ofFast pages: [UInt8]) -> TagKind? {
    guard pages.count >= 13 else { return nil }
    if pages[4..<13].elementsEqual(TagKind.ntag213.layout.map { $0.container + $0.front } ?? []) { return .ntag213 }
    if pages[4..<8].elementsEqual(TagKind.ntag215.layout?.container ?? []) { return .ntag215 }
    return nil
  }
}
