/// The non-volatile memory of a card. It is written in pages. Pages wear out, and a card that is removed during a write
/// leaves a page half written.
package struct EEPROM: Hashable, Sendable {
  /// The bytes of all pages.
  package private(set) var bytes: [UInt8]
  /// The size of a page in bytes.
  package let pageSize: Int
  /// The number of writes to each page, including worn ones.
  package private(set) var writes: [Int: Int] = [:]
  /// The total number of writes. A write of several pages in one command counts once.
  package private(set) var writeCount = 0
  private var worn: [Int: PageWear] = [:]
  /// The torn write to apply to the next write.
  var tear: TornWrite?
  /// True after a torn write: the card is out of the field.
  private(set) var isTorn = false
  /// True if the last write was to a page that does not answer.
  private(set) var isMute = false

  /// Creates a memory with the given contents.
  ///
  /// - Parameters:
  ///   - bytes: the contents; empty for a card without memory.
  ///   - pageSize: the size of a page in bytes.
  package init(_ bytes: [UInt8] = [], pageSize: Int = 4) {
    self.bytes = bytes
    self.pageSize = pageSize
  }

  /// Creates a memory of `pages` pages of zeros.
  package init(pages: Int, pageSize: Int) {
    self.init([UInt8](repeating: 0, count: pages * pageSize), pageSize: pageSize)
  }

  package subscript(index: Int) -> UInt8 { bytes[index] }

  package func page(_ number: Int) -> [UInt8] { Array(bytes[number * pageSize..<(number + 1) * pageSize]) }

  /// Changes bytes directly, as the factory does. The change is not counted and ignores wear.
  package mutating func replace(at offset: Int, with new: some Collection<UInt8>) {
    bytes.replaceSubrange(offset..<offset + new.count, with: new)
  }

  /// Makes a page behave as if it was written too often; nil restores it.
  package mutating func wear(page: Int, _ wear: PageWear?) { worn[page] = wear }

  /// The pages that behave as if they were written too often.
  package var wornPages: [Int] { worn.keys.sorted() }

  /// Writes bytes through the card's own logic.
  ///
  /// - Parameters:
  ///   - new: the new bytes.
  ///   - offset: the offset of the first byte.
  ///   - isOneTime: true for a page whose bits can only be set, which a torn write does not erase.
  /// - Returns: false if the card refuses the write.
  package mutating func write(_ new: [UInt8], at offset: Int, isOneTime: Bool = false) -> Bool {
    guard !new.isEmpty else { return true }
    let range = offset..<offset + new.count
    let old = Array(bytes[range])
    let pages = offset / pageSize...(range.upperBound - 1) / pageSize
    var isRefused = false
    isMute = false
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
      case .mute:
        wanted.replaceSubrange(first..<end, with: old[first..<end])
        isMute = true
      }
    }
    writeCount += 1
    if let tear {
      wanted = tear.remains(of: old, after: wanted, isOneTime: isOneTime)
      self.tear = nil
      isTorn = true
    }
    bytes.replaceSubrange(range, with: wanted)
    return !isRefused
  }

  /// Clears `isMute`, before the next command.
  mutating func listen() { isMute = false }

  /// Clears the torn state, because the card was placed again.
  mutating func layDown() {
    isTorn = false
    tear = nil
  }
}
