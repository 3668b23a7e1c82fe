internal import NDEF
internal import ReaderProtocol

/// The data read from a tag before a write: the relevant pages, the lock bits and the configuration.
struct TagPages {
  /// The bytes from page 0 on.
  private var memory: [UInt8] = []
  /// The page of the dynamic lock bits; nil if there is none.
  private var dynamicLock: [UInt8]?
  /// CFG0 and CFG1; nil if there is no password.
  private(set) var configuration: [UInt8]?
  private var layout: Type2Layout?

  /// The number of pages read at once from a large tag. Deadwax's own message ends in page 23.
  private static let firstPages = 28

  /// Reads the pages.
  ///
  /// - Parameter writer: the writer whose link is used. It authenticates if the tag hides its pages without the
  ///   password.
  /// - Throws: `end` if the pages cannot be read.
  init(_ writer: inout TagWriter) throws(TagWriter.Stop) {
    if let known = writer.link.kind.layout, writer.link.isFast {
      layout = known
      let small = known.lastPage < Type2Link.pagesAtOnce
      memory = try Self.read(0...(small ? known.lastPage : Self.firstPages - 1), &writer)
    } else {
      memory = try Self.read(0...3, &writer)
      layout = writer.link.kind.layout
    }
    guard let layout else {
      try readUnknown(&writer)
      return
    }
    let rest = [layout.dynamicLock?.page, layout.configurationPage.map { $0 + 1 }].compactMap(\.self)
    guard let first = rest.first, let last = rest.last else { return }
    let bytes =
      last * 4 + 4 <= memory.count ? Array(memory[first * 4..<last * 4 + 4]) : try Self.read(first...last, &writer)
    if layout.dynamicLock != nil { dynamicLock = Array(bytes.prefix(4)) }
    if layout.configurationPage != nil { configuration = Array(bytes.suffix(8)) }
  }

  /// Reads the lock bits of another maker's tag. They are where the tag declares, or behind the data area (Type 2 Tag
  /// 1.2, 2.2.2).
  private mutating func readUnknown(_ writer: inout TagWriter) throws(TagWriter.Stop) {
    try extend(to: 8, &writer)
    guard case .area(let area) = Type2Area.find(in: fromContainer), memory[14] > 6 else { return }
    let behind = (Int(memory[14]) * 8 + 4)..<(Int(memory[14]) * 8 + 6)
    let bytes = area.lockBytes ?? behind
    guard bytes.lowerBound >= 0, bytes.upperBound <= 0x400 else { return }
    let pages = 3 + bytes.lowerBound / 4...3 + (bytes.upperBound - 1) / 4
    guard pages.upperBound <= 0xFF else { return }
    switch try writer.reader({ link throws(TagDeviceError) in try link.pages(pages) }) {
    case .value(let read): dynamicLock = Array(read.dropFirst(bytes.lowerBound % 4).prefix(bytes.count))
    case .refused: return
    case .mute, .gone: throw .gone
    }
  }

  /// The bytes from page 3 on.
  private var fromContainer: [UInt8] { Array(memory.dropFirst(12)) }

  // MARK: - Content

  /// Returns the classification of the content, as far as the pages were read.
  private func content(_ writer: TagWriter) -> Type2Content {
    let end = layout?.userPages.upperBound ?? 0xFF
    return Type2Content(Array(memory.prefix(end * 4).dropFirst(12)), layout: layout, addresses: writer.addresses)
  }

  /// Returns the owner of the content; `foreign` if too little was read.
  func owner(_ writer: TagWriter) -> TagReadResult.Owner { content(writer).owner ?? .foreign }

  /// The refusal of a tag with an unsupported capability container.
  var unformatted: TagWriter.End {
    TagWriter.End(
      .wrongType, "The tag has no NDEF capability container, and it cannot be written: its bits can only be set.")
  }

  /// Returns the plan for a message, and reads the pages that it needs.
  ///
  /// - Throws: `end` if foreign content is damaged by a torn write and may not be replaced.
  mutating func plan(for message: [UInt8], _ writer: inout TagWriter) throws(TagWriter.Stop) -> Type2Plan.Made {
    try readContent(&writer)
    let content = content(writer)
    let front = try writer.repairedFront(of: content, layout)
    let made = try plan(for: message, front: front, &writer)
    // TLVs in front that leave no room are not real TLVs: the tag gets those of its kind.
    guard case .noRoom = made, front == nil, writer.mayReplace(content), content.owner != .empty, let layout else {
      return made
    }
    return try plan(for: message, front: layout.front, &writer)
  }

  /// Reads the pages needed to determine the owner of the content.
  private mutating func readContent(_ writer: inout TagWriter) throws(TagWriter.Stop) {
    while case .needsMore(let count) = Type2Damage.find(in: fromContainer, front: layout?.front) {
      guard try extend(to: 3 + (count + 3) / 4, &writer) else { break }
    }
    while case .needsMore(let count) = Type2Memory.find(in: fromContainer) {
      guard try extend(to: 3 + (count + 3) / 4, &writer) else { break }
    }
    // The library's own address may follow the bytes that a torn write has damaged.
    if content(writer).owner == .foreign, let layout {
      try extend(to: min(layout.userPages.upperBound, Self.firstPages), &writer)
    }
  }

  private mutating func plan(
    for message: [UInt8], front: [UInt8]?, _ writer: inout TagWriter
  ) throws(TagWriter.Stop) -> Type2Plan.Made {
    while true {
      let made = Type2Plan.make(for: message, on: fromContainer, container: layout?.container, front: front)
      guard case .needsMore(let count) = made, try extend(to: 3 + (count + 3) / 4, &writer) else { return made }
    }
  }

  /// Returns the TLVs in front of the message according to a plan computed from these pages.
  func front(of plan: Type2Plan) -> [UInt8] {
    let start = plan.firstPage * 4
    let image = memory.prefix(start) + plan.image
    return Array(image.dropFirst(16).prefix(max(0, plan.place + 12 - 16)))
  }

  // MARK: - Protection

  /// True if the container forbids writing. Unlike lock bits, this is a request that the tag does not enforce.
  var isReadOnly: Bool { memory[12] == 0xE1 && memory[15] & 0x0F != 0 }

  /// Returns true if lock bits forbid writing a page (NTAG21x data sheet, 8.5.2 and 8.5.3).
  func locks(_ page: Int) -> Bool {
    switch page {
    case 3...7: return memory[10] & 1 << UInt8(page) != 0
    case 8...15: return memory[11] & 1 << UInt8(page - 8) != 0
    default: break
    }
    guard page >= 16, let dynamicLock else { return false }
    // Only the maker knows which bit belongs to which page, so any bit that is set counts.
    guard let layout, layout.dynamicLock != nil else { return dynamicLock.contains { $0 != 0 } }
    return layout.locks(page, dynamicLock: dynamicLock)
  }

  /// The first page that a password protects; nil if none does.
  var guardedFrom: Int? {
    guard let configuration, let last = layout?.lastPage, Int(configuration[3]) <= last else { return nil }
    return Int(configuration[3])
  }

  // MARK: - Reading

  /// Reads more pages, up to `count` in all. Returns false if the tag has no more.
  @discardableResult
  private mutating func extend(to count: Int, _ writer: inout TagWriter) throws(TagWriter.Stop) -> Bool {
    let last = min(count - 1, layout?.lastPage ?? 0xFE)
    guard last * 4 >= memory.count else { return memory.count >= count * 4 }
    memory += try Self.read(memory.count / 4...last, &writer)
    return true
  }

  private static func read(_ pages: ClosedRange<Int>, _ writer: inout TagWriter) throws(TagWriter.Stop) -> [UInt8] {
    for _ in 0..<2 {
      switch try writer.reader({ link throws(TagDeviceError) in try link.pages(pages) }) {
      case .value(let bytes): return bytes
      case .mute, .gone: throw .gone
      case .refused:
        guard writer.link.password == nil, writer.link.kind.layout?.configurationPage != nil else {
          throw .end(TagWriter.End(.wrongType, "The tag refuses to have its pages read."))
        }
        // Reading may require the password too.
        try writer.unlock()
      }
    }
    throw .end(TagWriter.End(.wrongType, "The tag refuses to have its pages read."))
  }
}
