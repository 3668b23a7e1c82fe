/// The permanent memory of a card: it is written in pages, which wear out and which a card that is pulled away leaves half
/// done.
package struct EEPROM: Hashable, Sendable {
  /// All pages one behind the other.
  package private(set) var bytes: [UInt8]
  /// Bytes of a page.
  package let pageSize: Int
  /// How often each page was written, worn ones too.
  package private(set) var writes: [Int: Int] = [:]
  /// All writes together. A write of several pages in one command is one.
  package private(set) var writeCount = 0
  private var worn: [Int: Wear] = [:]
  /// Tears the next write.
  var tear: Tear?
  /// The tear has happened: the card is out of the field.
  private(set) var isTorn = false

  /// - Parameters:
  ///   - bytes: as it is made; none for a card that keeps nothing.
  ///   - pageSize: in bytes.
  package init(_ bytes: [UInt8] = [], pageSize: Int = 4) {
    self.bytes = bytes
    self.pageSize = pageSize
  }

  /// So many pages that hold zeros.
  package init(pages: Int, pageSize: Int) {
    self.init([UInt8](repeating: 0, count: pages * pageSize), pageSize: pageSize)
  }

  package subscript(index: Int) -> UInt8 { bytes[index] }

  package func page(_ number: Int) -> [UInt8] { Array(bytes[number * pageSize..<(number + 1) * pageSize]) }

  /// Changes it from outside, as the factory does: not counted, and no page is too worn for that.
  package mutating func replace(at offset: Int, with new: some Collection<UInt8>) {
    bytes.replaceSubrange(offset..<offset + new.count, with: new)
  }

  /// The page behaves from now on as one that was written too often; nil makes it as good as new.
  package mutating func wear(page: Int, _ wear: Wear?) { worn[page] = wear }

  /// The pages that behave as if they were written too often.
  package var wornPages: [Int] { worn.keys.sorted() }

  /// Writes as the card's own logic does.
  ///
  /// - Returns: whether it says that it worked.
  package mutating func write(_ new: [UInt8], at offset: Int) -> Bool {
    guard !new.isEmpty else { return true }
    let range = offset..<offset + new.count
    let old = Array(bytes[range])
    let pages = offset / pageSize...(range.upperBound - 1) / pageSize
    var isRefused = false
    var wanted = new
    for page in pages {
      writes[page, default: 0] += 1
      let part = range.clamped(to: page * pageSize..<(page + 1) * pageSize)
      let (first, end) = (part.lowerBound - offset, part.upperBound - offset)
      switch worn[page] {
      case nil: break
      case .keeps: wanted.replaceSubrange(first..<end, with: old[first..<end])
      case .garbles: wanted[first] ^= 0x01
      case .refuses:
        wanted.replaceSubrange(first..<end, with: old[first..<end])
        isRefused = true
      }
    }
    writeCount += 1
    if let tear {
      wanted = tear.remains(of: old, after: wanted)
      self.tear = nil
      isTorn = true
    }
    bytes.replaceSubrange(range, with: wanted)
    return !isRefused
  }

  /// Forgets that it was torn, as the card is laid down anew.
  mutating func layDown() {
    isTorn = false
    tear = nil
  }
}
