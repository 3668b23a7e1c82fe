internal import Deadwax
internal import NDEF

/// A reader of a selected Type 2 tag: its kind and its message. It reads only what the scan needs, because the user
/// waits.
///
/// The first command is READ, which every Type 2 tag supports. A command that a plain Ultralight does not support would
/// cost a timeout and another select.
struct Type2Reader {
  private var link: Type2Link
  private let addresses: [TagAddress]
  /// The bytes from page 2 on.
  private var memory: [UInt8] = []
  private var dynamicLock: [UInt8]?

  /// Reads the tag.
  ///
  /// - Parameters:
  ///   - tag: the selected tag.
  ///   - device: the reader on which it is selected.
  ///   - addresses: the addresses that identify a message as this library's own.
  /// - Returns: the contents; nil if the tag was removed.
  /// - Throws: an error of the reader, never one of the tag.
  static func read(
    _ tag: NFCDevice.Found, on device: NFCDevice, addresses: [TagAddress]
  ) throws(TagDeviceError) -> TagReadResult? {
    let kind = TagKind(atqa: tag.atqa, sak: tag.sak)
    guard kind.isType2 else { return TagReadResult(kind: kind) }
    var reader = Type2Reader(link: Type2Link(tag, on: device), addresses: addresses)
    var answer = try reader.begin()
    while true {
      switch answer {
      case .value(let bytes): reader.memory += bytes
      case .refused, .mute: return TagReadResult(kind: reader.link.kind, fault: .unread)
      case .gone: return nil
      }
      guard let count = reader.missing else { break }
      answer = try reader.more((count + Self.skipped - reader.memory.count + 3) / 4)
    }
    guard try reader.readLocks() else { return nil }
    return TagReadResult(
      kind: reader.link.kind, memory: reader.memory, dynamicLock: reader.dynamicLock, addresses: addresses)
  }

  private init(link: Type2Link, addresses: [TagAddress]) {
    self.link = link
    self.addresses = addresses
  }

  /// The page with the static lock bits, before that of the capability container.
  private static let firstPage = 2
  /// The number of bytes before the capability container.
  private static let skipped = (Type2Memory.containerPage - firstPage) * Type2Memory.pageLength

  /// The number of bytes from page 3 on that are needed to find the message and to detect damage; nil if enough were
  /// read.
  private var missing: Int? {
    let walked = Array(memory.dropFirst(Self.skipped))
    if case .needsMore(let count) = Type2Damage.find(in: walked, front: link.kind.layout?.front) { return count }
    if case .needsMore(let count) = Type2Memory.find(in: walked) { return count }
    // An unreadable tag may still be the library's own: its address may follow the torn bytes.
    let contents = TagReadResult(kind: link.kind, memory: memory, dynamicLock: nil, addresses: addresses)
    guard contents.fault == .torn || contents.fault == .malformed, let last = link.kind.lastPage else { return nil }
    let count = (min(last, Type2Capacity.lastMessagePage) + 1 - Type2Memory.containerPage) * Type2Memory.pageLength
    return walked.count < count ? count : nil
  }

  private mutating func more(_ count: Int) throws(TagDeviceError) -> Type2Link.Answer<[UInt8]> {
    let first = Self.firstPage + memory.count / 4
    return try link.pages(from: first, through: first + count - 1)
  }

  /// Reads the first pages and identifies the tag with as few commands as possible. GET_VERSION is sent only if the
  /// container leaves a doubt. A tag with FAST_READ then returns the pages of Deadwax's own message.
  private mutating func begin() throws(TagDeviceError) -> Type2Link.Answer<[UInt8]> {
    let answer = try link.pages(from: Self.firstPage, through: Self.firstPage + 3)
    guard case .value(var bytes) = answer else { return answer }
    // Behind the last page that is readable without a password, a tag continues with its first page.
    let number = link.uid.bytes
    if bytes.count == 16, bytes[8..<11].elementsEqual(number.prefix(3)), bytes[12...].elementsEqual(number.dropFirst(3))
    {
      bytes.removeLast(8)
    }
    let container = bytes.dropFirst(Self.skipped).prefix(4)
    switch Self.kind(ofFirst: bytes) {
    case let known?: link.assume(known, isFast: true)
    case nil where container.elementsEqual(Type2Layout.ultralight.container):
      link.assume(.ultralight, isFast: false)
    case nil: guard try link.identify() else { return .gone }
    }
    guard link.isFast else { return .value(bytes) }
    let last = min(
      link.kind.layout.map {
        $0.dynamicLock?.page == Self.nearLockPage ? Self.nearLockPage : Type2Capacity.lastMessagePage
      }
        ?? Type2Capacity.lastMessagePage, link.kind.lastPage ?? Type2Capacity.lastMessagePage)
    switch try link.pages(from: Self.firstPage + bytes.count / 4, through: last) {
    case .value(let more): bytes += more
    // A tag may hide these pages from a reader without the password.
    case .refused, .mute: break
    case .gone: return .gone
    }
    return .value(bytes)
  }

  /// The page of an NTAG213's dynamic lock bits, close enough to be read with the message.
  private static let nearLockPage = 0x28

  /// Reads the dynamic lock bits if the tag has them. Returns false if the tag is gone.
  private mutating func readLocks() throws(TagDeviceError) -> Bool {
    guard let page = link.kind.layout?.dynamicLock?.page else { return true }
    let offset = (page - Self.firstPage) * 4
    if memory.count >= offset + 4 {
      dynamicLock = Array(memory[offset..<offset + 4])
      return true
    }
    switch try link.pages(page...page) {
    case .value(let bytes): dynamicLock = bytes
    case .refused, .mute: break
    case .gone: return false
    }
    return true
  }

  /// Returns the kind of a tag if its container and first TLVs identify it unambiguously.
  private static func kind(ofFirst pages: [UInt8]) -> TagKind? {
    guard pages.count >= 16 else { return nil }
    if pages[4..<13].elementsEqual(TagKind.ntag213.layout.map { $0.container + $0.front } ?? []) { return .ntag213 }
    if pages[4..<8].elementsEqual(TagKind.ntag215.layout?.container ?? []) { return .ntag215 }
    return nil
  }
}
