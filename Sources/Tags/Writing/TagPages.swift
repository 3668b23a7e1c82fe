internal import NDEF
internal import ReaderProtocol

/// What was read off a tag before it is written: its pages as far as they matter, its lock bits, its configuration.
struct TagPages {
  /// From page 0 on.
  private var memory: [UInt8] = []
  /// The page of the dynamic lock bits; nil where there is none.
  private var dynamicLock: [UInt8]?
  /// CFG0 and CFG1; nil where there is no password.
  private(set) var configuration: [UInt8]?
  private var layout: Type2Layout?

  /// Pages that are read at once from a large tag: our message ends in page 23.
  private static let firstPages = 28

  /// Reads them.
  ///
  /// - Parameter writer: its link is used; the tag is opened where it hides its pages from who has no password.
  /// - Throws: `end` when the tag hides them, or has none.
  init(_ writer: inout TagWriter) throws(TagWriter.Stop) {
    if let known = writer.link.kind.layout, writer.link.isFast {
      layout = known
      let small = known.lastPage < Type2Link.pagesAtOnce
      memory = try Self.read(0...(small ? known.lastPage : Self.firstPages - 1), &writer)
    } else {
      memory = try Self.read(0...3, &writer)
      if !writer.link.isFast {
        if Type2Layout.isUltralight(container: memory[12..<16]) {
          writer.link.assume(.ultralight)
        } else if try !writer.reader({ link throws(TagError) in try link.identify() }) {
          throw .gone
        }
      }
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

  /// A tag of another maker: its lock bits lie where it says itself, or behind the data (Type 2 Tag 1.2, 2.2.2).
  private mutating func readUnknown(_ writer: inout TagWriter) throws(TagWriter.Stop) {
    try extend(to: 8, &writer)
    guard case .area(let area) = Type2Area.find(in: fromContainer), memory[14] > 6 else { return }
    let behind = (Int(memory[14]) * 8 + 4)..<(Int(memory[14]) * 8 + 6)
    let bytes = area.lockBytes ?? behind
    guard bytes.lowerBound >= 0, bytes.upperBound <= 0x400 else { return }
    let pages = 3 + bytes.lowerBound / 4...3 + (bytes.upperBound - 1) / 4
    guard pages.upperBound <= 0xFF else { return }
    switch try writer.reader({ link throws(TagError) in try link.pages(pages) }) {
    case .value(let read): dynamicLock = Array(read.dropFirst(bytes.lowerBound % 4).prefix(bytes.count))
    case .refused: return
    case .gone: throw .gone
    }
  }

  /// From page 3 on.
  private var fromContainer: [UInt8] { Array(memory.dropFirst(12)) }

  // MARK: what it carries

  /// Bytes for a message; nil when the tag takes none.
  var capacity: Int? {
    if case .area(let area) = Type2Area.find(in: fromContainer), memory[14] != 0 { return area.capacity }
    return layout.map { Type2Area.capacity(of: Int($0.container[2]) * 8) }
  }

  /// Whose content it is, as far as it was read.
  var owner: TagContents.Owner {
    let end = layout?.userPages.upperBound ?? 0xFF
    return TagContents.owner(Type2Memory.find(in: fromContainer), memory.prefix(end * 4).dropFirst(16)) ?? .foreign
  }

  /// Why a tag whose capability container is none of ours is refused.
  var unformatted: TagWriter.End {
    TagWriter.End(.wrongType, "The tag is not made for NDEF, and cannot become so: its container can only gain bits.")
  }

  /// The plan for a message, with as much read as it takes.
  mutating func plan(for message: [UInt8], _ writer: inout TagWriter) throws(TagWriter.Stop) -> Type2Plan.Made {
    let known = writer.progress.front
    var made = try plan(for: message, front: known, &writer)
    if case .plan(let plan) = made, plan.isEmpty { return made }
    while case .needsMore(let count) = Type2Memory.find(in: fromContainer) {
      guard try extend(to: 3 + (count + 3) / 4, &writer) else { break }
    }
    let mayReset = writer.progress.hasBegun || writer.order.overwrite || owner == .own
    guard known == nil, mayReset, let layout else { return made }
    // The blocks in front were torn too, or never were any: the tag gets those of its kind.
    switch (made, Type2Memory.find(in: fromContainer)) {
    case (.noRoom, _), (_, .torn): made = try plan(for: message, front: layout.front, &writer)
    default: break
    }
    return made
  }

  private mutating func plan(
    for message: [UInt8], front: [UInt8]?, _ writer: inout TagWriter
  ) throws(TagWriter.Stop) -> Type2Plan.Made {
    while true {
      let made = Type2Plan.make(for: message, on: fromContainer, container: layout?.container, front: front)
      guard case .needsMore(let count) = made, try extend(to: 3 + (count + 3) / 4, &writer) else { return made }
    }
  }

  /// What stands in front of the message by a plan that was made from these pages.
  func front(of plan: Type2Plan) -> [UInt8] {
    let start = plan.firstPage * 4
    let image = memory.prefix(start) + plan.image
    return Array(image.dropFirst(16).prefix(max(0, plan.place + 12 - 16)))
  }

  // MARK: what is allowed

  /// Whether the container forbids writing; other than lock bits, it is a request that the tag does not enforce.
  var isReadOnly: Bool { memory[12] == 0xE1 && memory[15] & 0x0F != 0 }

  /// Whether lock bits forbid that a page is written (NTAG21x data sheet, 8.5.2 and 8.5.3).
  func locks(_ page: Int) -> Bool {
    switch page {
    case 3...7: return memory[10] & 1 << UInt8(page) != 0
    case 8...15: return memory[11] & 1 << UInt8(page - 8) != 0
    default: break
    }
    guard page >= 16, let dynamicLock else { return false }
    // Which bit stands for which page only its maker knows: any is one too many.
    guard let pagesPerBit = layout?.dynamicLock?.pagesPerBit else { return dynamicLock.contains { $0 != 0 } }
    let bit = (page - 16) / pagesPerBit
    return bit < 16 && dynamicLock[bit / 8] & 1 << UInt8(bit % 8) != 0
  }

  /// The first page that a password guards; nil when none does.
  var guardedFrom: Int? {
    guard let configuration, let last = layout?.lastPage, Int(configuration[3]) <= last else { return nil }
    return Int(configuration[3])
  }

  // MARK: reading

  /// Reads on, up to so many pages. Returns false when the tag has none more.
  @discardableResult
  private mutating func extend(to count: Int, _ writer: inout TagWriter) throws(TagWriter.Stop) -> Bool {
    let last = min(count - 1, layout?.lastPage ?? 0xFE)
    guard last * 4 >= memory.count else { return memory.count >= count * 4 }
    memory += try Self.read(memory.count / 4...last, &writer)
    return true
  }

  private static func read(_ pages: ClosedRange<Int>, _ writer: inout TagWriter) throws(TagWriter.Stop) -> [UInt8] {
    for _ in 0..<2 {
      switch try writer.reader({ link throws(TagError) in try link.pages(pages) }) {
      case .value(let bytes): return bytes
      case .gone: throw .gone
      case .refused:
        guard writer.link.password == nil, writer.link.kind.layout?.configurationPage != nil else {
          throw .end(TagWriter.End(.wrongType, "The tag does not let its pages be read."))
        }
        // Reading may be guarded too.
        try writer.unlock()
      }
    }
    throw .end(TagWriter.End(.wrongType, "The tag does not let its pages be read."))
  }
}
