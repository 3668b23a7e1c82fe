internal import Deadwax
internal import NDEF

/// Reads a Type 2 tag that is selected: what it is, and the message on it.
///
/// NTAGs hand over many pages at once (FAST_READ), plain Ultralights four (READ). After a refusal a tag drops out and is
/// selected again; after three it is left alone.
struct Type2Reader {
  private let device: NFCDevice
  private let tag: NFCDevice.Found
  private var kind: TagKind
  /// Whether the tag knows FAST_READ.
  private var isFast = false
  private var failures = 0

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
    var reader = Type2Reader(device: device, tag: tag, kind: kind)
    guard try reader.identify() else { return nil }
    var memory: [UInt8] = []
    var wanted = Self.firstPages * 4
    while true {
      switch try reader.pages(from: Self.containerPage + memory.count / 4, count: (wanted - memory.count + 3) / 4) {
      case .bytes(let bytes): memory += bytes
      case .refused: return TagContents(kind: reader.kind, fault: .unread)
      case .gone: return nil
      }
      let found = Type2Memory.find(in: memory)
      guard case .needsMore(let count) = found else { return TagContents(kind: reader.kind, found: found) }
      wanted = count
    }
  }

  /// Where the capability container stands.
  private static let containerPage = 3
  /// From the container on, how much is read at first: our own message ends in page 23 of an NTAG213.
  private static let firstPages = 22
  /// libnfc has room for 264 bytes of an answer.
  private static let pagesAtOnce = 60

  private init(device: NFCDevice, tag: NFCDevice.Found, kind: TagKind) {
    self.device = device
    self.tag = tag
    self.kind = kind
  }

  private enum Outcome {
    case bytes([UInt8])
    /// It is there, and will not.
    case refused
    case gone
  }

  /// Asks which tag it is. Plain Ultralights do not know the question and drop out. Returns false when it is gone.
  private mutating func identify() throws(TagError) -> Bool {
    do {
      let version = try device.exchange([Command.getVersion], raw: true)
      if let known = TagKind(version: version) { kind = known }
      isFast = true
      return true
    } catch  where error.isAboutTag {
      return try device.select(tag.uid) != nil
    }
  }

  /// Reads so many pages or, at the end of the tag's memory, less; at least one.
  private mutating func pages(from first: Int, count: Int) throws(TagError) -> Outcome {
    let last = min(first + max(count, 1) - 1, first + Self.pagesAtOnce - 1, kind.lastPage ?? 0xFF)
    guard first <= last else { return .refused }
    while failures < 3 {
      do {
        if let bytes = isFast ? try fastRead(first, last) : try read(first, last) { return .bytes(bytes) }
      } catch  where error.isAboutTag {
        // Selecting it again tells whether it refused or left.
      }
      failures += 1
      guard try device.select(tag.uid) != nil else { return .gone }
      // A tag that answers GET_VERSION but not this is read the old way.
      if failures == 2 { isFast = false }
    }
    return .refused
  }

  private func fastRead(_ first: Int, _ last: Int) throws(TagError) -> [UInt8]? {
    let bytes = try device.exchange([Command.fastRead, UInt8(first), UInt8(last)], raw: true)
    return bytes.count == (last - first + 1) * 4 ? bytes : nil
  }

  /// Four pages at most. Behind a tag's last page it sends the first again, which is cut off where the last is known.
  private func read(_ first: Int, _ last: Int) throws(TagError) -> [UInt8]? {
    let bytes = try device.exchange([Command.read, UInt8(first)], raw: false)
    return bytes.count == 16 ? Array(bytes.prefix((last - first + 1) * 4)) : nil
  }

  private enum Command {
    static let getVersion: UInt8 = 0x60
    static let read: UInt8 = 0x30
    static let fastRead: UInt8 = 0x3A
  }
}
