/// The list of entries at the end of a ZIP file, checked in full before an entry is unpacked.
///
/// libarchive reads such files leniently: it repairs sizes, cuts names at NUL and unpacks entries that overlap. So this list
/// is read here, strictly, and libarchive unpacks only what it contains.
struct CentralDirectory {
  /// The entries in the order of their bytes in the file.
  let entries: [ArchiveEntry]

  private struct Item {
    var entry: ArchiveEntry
    var name: ArraySlice<UInt8>
    var start: Int
    var method: Int
  }

  private struct End {
    var position: Int
    var count: Int
    var size: Int
    var offset: Int
  }

  /// Reads and checks the list.
  ///
  /// - Throws: `ArchiveError`.
  init(_ file: ArchiveFile, limits: ArchiveLimits) throws(ArchiveError) {
    let end = try Self.end(of: file)
    guard end.offset <= end.position, end.size == end.position - end.offset else {
      throw ArchiveError(.damaged("the list of entries is not where the end of the file says"), entry: nil)
    }
    guard end.count <= limits.entries else { throw ArchiveError(.manyEntries(limit: limits.entries), entry: nil) }
    var names = ArchiveNames()
    var items: [Item] = []
    var position = end.offset
    var total = 0
    for _ in 0..<end.count {
      let item = try Self.item(at: &position, in: file, until: end.position, names: &names)
      guard item.entry.size <= limits.entryBytes else {
        throw ArchiveError(.largeEntry(limit: limits.entryBytes), entry: item.entry.name)
      }
      total += item.entry.size
      guard total <= limits.totalBytes else {
        throw ArchiveError(.largeArchive(limit: limits.totalBytes), entry: item.entry.name)
      }
      items.append(item)
    }
    guard position == end.position else {
      throw ArchiveError(.damaged("the list of entries is longer than the end of the file says"), entry: nil)
    }
    items.sort { $0.start < $1.start }
    var free = 0
    for item in items { free = try Self.check(item, in: file, from: free, until: end.offset) }
    entries = items.map(\.entry)
  }

  // MARK: the end of the file

  private static func end(of file: ArchiveFile) throws(ArchiveError) -> End {
    let magic = Array(try file.bytes(at: 0, count: min(4, file.count)))
    guard magic == [0x50, 0x4B, 3, 4] || magic == [0x50, 0x4B, 5, 6] else { throw ArchiveError(.notZIP, entry: nil) }
    // A comment of at most 65,535 bytes may follow the record.
    let length = min(file.count, 22 + 0xFFFF)
    let first = file.count - length
    let tail = try file.bytes(at: first, count: length)
    let found = stride(from: length - 22, through: 0, by: -1).first { offset in
      tail.number(at: offset, bytes: 4) == 0x0605_4B50
        && tail.number(at: offset + 20, bytes: 2) == length - offset - 22
    }
    guard let found else { throw ArchiveError(.truncated, entry: nil) }
    let record = tail[(tail.startIndex + found)...]
    guard record.number(at: 4, bytes: 2) == 0, record.number(at: 6, bytes: 2) == 0,
      record.number(at: 8, bytes: 2) == record.number(at: 10, bytes: 2)
    else { throw ArchiveError(.damaged("it is one part of several"), entry: nil) }
    let short = End(
      position: first + found, count: record.number(at: 10, bytes: 2), size: record.number(at: 12, bytes: 4),
      offset: record.number(at: 16, bytes: 4))
    let isLong = short.count == 0xFFFF || short.size == 0xFFFF_FFFF || short.offset == 0xFFFF_FFFF
    return isLong ? try longEnd(before: short.position, in: file) ?? short : short
  }

  /// Returns the record of files with more entries or bytes than 16 or 32 bits count; nil if there is none.
  private static func longEnd(before position: Int, in file: ArchiveFile) throws(ArchiveError) -> End? {
    guard position >= 76 else { return nil }
    let locator = try file.bytes(at: position - 20, count: 20)
    guard locator.number(at: 0, bytes: 4) == 0x0706_4B50 else { return nil }
    let place = locator.number(at: 8, bytes: 8)
    guard place <= position - 76 else { throw ArchiveError(.damaged("its last record is misplaced"), entry: nil) }
    let record = try file.bytes(at: place, count: 56)
    guard record.number(at: 0, bytes: 4) == 0x0606_4B50, record.number(at: 16, bytes: 4) == 0,
      record.number(at: 20, bytes: 4) == 0, record.number(at: 24, bytes: 8) == record.number(at: 32, bytes: 8)
    else { throw ArchiveError(.damaged("its last record is not valid"), entry: nil) }
    return End(
      position: place, count: record.number(at: 32, bytes: 8), size: record.number(at: 40, bytes: 8),
      offset: record.number(at: 48, bytes: 8))
  }

  // MARK: the entries

  private static func item(
    at position: inout Int, in file: ArchiveFile, until end: Int, names: inout ArchiveNames
  ) throws(ArchiveError) -> Item {
    let outside = ArchiveError(.damaged("the list of entries ends too early"), entry: nil)
    guard position <= end - 46 else { throw outside }
    let head = try file.bytes(at: position, count: 46)
    guard head.number(at: 0, bytes: 4) == 0x0201_4B50 else { throw outside }
    let (nameLength, extraLength) = (head.number(at: 28, bytes: 2), head.number(at: 30, bytes: 2))
    let length = 46 + nameLength + extraLength + head.number(at: 32, bytes: 2)
    guard position <= end - length else { throw outside }
    let name = try file.bytes(at: position + 46, count: nameLength)
    let extra = try file.bytes(at: position + 46 + nameLength, count: extraLength)
    position += length

    let mode = head.number(at: 40, bytes: 2) & 0xF000
    let isFolder = name.last == 0x2F || mode == 0x4000 || head.number(at: 38, bytes: 2) & 0x10 != 0
    let text = try names.add(Array(name), isFolder: isFolder)
    func refusal(_ fault: ArchiveError.Fault) -> ArchiveError { ArchiveError(fault, entry: text) }
    guard mode != 0xA000 else { throw refusal(.link) }
    guard [0, 0x4000, 0x8000].contains(mode) else { throw refusal(.specialFile) }
    let method = head.number(at: 10, bytes: 2)
    // Bits 0, 6 and 13: encrypted, strongly encrypted, with an encrypted list. 99 is the method of AES.
    guard head.number(at: 8, bytes: 2) & 0x2041 == 0, method != 99 else { throw refusal(.encrypted) }
    guard method == 0 || method == 8 else { throw refusal(.compression(method)) }
    var numbers = [24, 20, 42].map { head.number(at: $0, bytes: 4) }
    try lengthen(&numbers, by: extra, entry: text)
    guard head.number(at: 34, bytes: 2) == 0 else { throw refusal(.damaged("it is one part of several")) }
    guard !isFolder || numbers[0] == 0 else { throw refusal(.damaged("a folder has content")) }
    guard method == 8 || numbers[0] == numbers[1] else { throw refusal(.damaged("its sizes contradict each other")) }
    return Item(
      entry: ArchiveEntry(name: text, isFolder: isFolder, size: numbers[0], packedSize: numbers[1]), name: name,
      start: numbers[2], method: method)
  }

  /// Replaces the numbers that need more than 32 bits by those of the extra field 1: unpacked size, packed size, offset.
  private static func lengthen(
    _ numbers: inout [Int], by extra: ArraySlice<UInt8>, entry: String
  ) throws(ArchiveError) {
    guard numbers.contains(0xFFFF_FFFF) else { return }
    var rest = extra
    while rest.count >= 4 {
      let (id, length) = (rest.number(at: 0, bytes: 2), rest.number(at: 2, bytes: 2))
      guard length <= rest.count - 4 else { break }
      if id == 1 {
        var field = rest.dropFirst(4).prefix(length)
        for index in numbers.indices where numbers[index] == 0xFFFF_FFFF && field.count >= 8 {
          numbers[index] = field.number(at: 0, bytes: 8)
          field = field.dropFirst(8)
        }
        return
      }
      rest = rest.dropFirst(4 + length)
    }
    throw ArchiveError(.damaged("its sizes are missing"), entry: entry)
  }

  /// Checks the header before the bytes of an entry.
  ///
  /// - Returns: the position after its packed bytes.
  private static func check(
    _ item: Item, in file: ArchiveFile, from free: Int, until end: Int
  ) throws(ArchiveError) -> Int {
    let entry = item.entry.name
    guard item.start >= free else { throw ArchiveError(.overlap, entry: entry) }
    guard item.start <= end - 30 else { throw ArchiveError(.damaged("it is outside of the file"), entry: entry) }
    let head = try file.bytes(at: item.start, count: 30)
    let (nameLength, extraLength) = (head.number(at: 26, bytes: 2), head.number(at: 28, bytes: 2))
    let start = item.start + 30 + nameLength + extraLength
    guard head.number(at: 0, bytes: 4) == 0x0403_4B50, start <= end, item.entry.packedSize <= end - start else {
      throw ArchiveError(.damaged("it is outside of the file"), entry: entry)
    }
    guard head.number(at: 6, bytes: 2) & 0x2041 == 0 else { throw ArchiveError(.encrypted, entry: entry) }
    let inner = try file.bytes(at: item.start + 30, count: nameLength)
    let isSame = head.number(at: 8, bytes: 2) == item.method && inner.elementsEqual(item.name)
    guard isSame else { throw ArchiveError(.damaged("its two headers differ"), entry: entry) }
    return start + item.entry.packedSize
  }
}
