/// The page writes, in order, that put a message on a Type 2 tag. At any moment the tag carries only its old message,
/// no message, or the new one.
///
/// A page is written as a whole. If the tag is removed during a write, each byte of the page may be old or new.
/// Therefore each write that is visible to a reader of messages changes only one byte:
///
/// 1. `closing` sets the length to 0: the tag carries an empty message, and the bytes after it do not count.
/// 2. `data` writes the rest, including the terminator, while the length remains 0.
/// 3. `opening` sets the length. It is written only after the rest was read back and is correct.
///
/// Pages that are already correct are omitted. If the length takes three bytes, the two after the FF belong to `data`;
/// `opening` writes only the FF.
package struct Type2Plan: Hashable, Sendable {
  /// The write of one page.
  package struct Write: Hashable, Sendable {
    /// The page number: 4 or more, or 3 for the capability container of a blank tag.
    package let page: Int
    /// The 4 bytes of the page.
    package let bytes: [UInt8]

    package init(page: Int, bytes: [UInt8]) {
      self.page = page
      self.bytes = bytes
    }
  }

  package enum Made: Hashable, Sendable {
    case plan(Type2Plan)
    /// The number of bytes from page 3 on that are required; always greater than the number supplied.
    case needsMore(Int)
    /// The message is longer than the tag's capacity, which is in bytes.
    case noRoom(capacity: Int)
    /// The capability container is not that of an NDEF tag and cannot become one, because its bits can only be set.
    case unformatted
  }

  package let closing: [Write]
  package let data: [Write]
  /// The write of the length; nil if nothing has to be written or the message is empty.
  package let opening: Write?
  /// The offset at which the message TLV begins, in bytes from the start of page 3.
  package let place: Int
  /// The number of the first page in `image`.
  package let firstPage: Int
  /// The contents of the pages after all writes.
  package let image: [UInt8]
  /// The contents of the pages before `opening`: `image` with the length 0.
  package let closedImage: [UInt8]
  /// The longest message in bytes that fits at the place.
  package let capacity: Int

  /// True if the tag already carries the message.
  package var isEmpty: Bool { closing.isEmpty && data.isEmpty && opening == nil }

  /// All writes in order.
  package var writes: [Write] { closing + data + (opening.map { [$0] } ?? []) }

  /// Computes the plan.
  ///
  /// - Parameters:
  ///   - message: the message; empty to leave an empty message, with zeros over the old one.
  ///   - memory: the tag's bytes from the start of page 3, as far as they were read.
  ///   - container: for a blank tag, the capability container to write; 4 bytes.
  ///   - front: for a torn or damaged tag, the TLVs from page 4 on that belong in front of the message. They are
  ///     rewritten where they differ, and the message follows them. Nil if the TLVs on the tag are trusted.
  /// - Returns: the plan, or the reason there is none.
  package static func make(
    for message: [UInt8], on memory: [UInt8], container: [UInt8]? = nil, front: [UInt8]? = nil
  ) -> Made {
    // The check for an unfinished container also needs the page behind it.
    let least = Type2Memory.containerLength + (container == nil ? 0 : Type2Memory.pageLength)
    guard memory.count >= least else { return .needsMore(least) }
    let isBlank = Self.isBlank(memory, container)
    let area: Type2Area
    if isBlank {
      guard let container, zip(memory, container).allSatisfy({ $0 & ~$1 == 0 }) else { return .unformatted }
      let start = Type2Memory.containerLength
      area = Type2Area(place: start, state: .free, end: start + Int(container[2]) * 8)
    } else {
      switch Self.area(of: memory, front) {
      case .needsMore(let count): return .needsMore(count)
      case .unformatted: return .unformatted
      case .area(let found): area = found
      }
    }
    let front = isBlank ? [] : front ?? []
    guard message.count <= area.capacity, area.end - area.place >= 2 else { return .noRoom(capacity: area.capacity) }
    var block = Self.block(message)
    let unchangedEnd = area.place + block.count
    if unchangedEnd < area.end { block.append(Type2Area.Block.terminator.rawValue) }
    if message.isEmpty {
      let left: Int
      switch area.state {
      // Zeros go to all of the area, since a torn write may have left bytes anywhere. Without `container` the kind is
      // unknown, and such a tag may declare a size greater than its own.
      case _ where container != nil:
        guard memory.count >= area.end else { return .needsMore(area.end) }
        left = memory[..<area.end].lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
      case .message(let old):
        guard old.upperBound < memory.count || old.upperBound == area.end else { return .needsMore(old.upperBound + 1) }
        let isEnded = old.upperBound < area.end && memory[old.upperBound] == Type2Area.Block.terminator.rawValue
        left = min(old.upperBound + (isEnded ? 1 : 0), area.end)
      case .free, .torn: left = 0
      }
      block += [UInt8](repeating: 0, count: max(0, left - area.place - block.count))
    }
    let first = isBlank ? 0 : front.isEmpty ? area.place / 4 * 4 : Type2Memory.containerLength
    let end = (area.place + block.count + 3) / 4 * 4
    guard memory.count >= end else { return .needsMore(end) }
    var image = Array(memory[first..<end])
    image.replaceSubrange(area.place - first..<area.place - first + block.count, with: block)
    if isBlank, let container { image.replaceSubrange(0..<4, with: container) }
    image.replaceSubrange(0..<(isBlank ? 0 : front.count), with: front)
    var builder = Builder(memory: Array(memory[first..<end]), firstPage: Type2Memory.containerPage + first / 4)
    let length = area.place - first + 1
    // A missing terminator alone does not justify a write.
    if !isBlank, image[..<(unchangedEnd - first)].elementsEqual(memory[first..<unchangedEnd]),
      !message.isEmpty || image.elementsEqual(memory[first..<end])
    {
      return .plan(builder.plan(image, in: area, closed: image, opening: nil))
    }
    builder.close(area, typeAt: length - 1, isBlank: isBlank)
    var closed = image
    closed[length] = 0
    builder.fill(closed)
    return .plan(builder.plan(image, in: area, closed: closed, opening: message.isEmpty ? nil : length))
  }

  /// Returns true if the container is empty, or a write of it was torn.
  private static func isBlank(_ memory: [UInt8], _ container: [UInt8]?) -> Bool {
    guard Type2Area.isNDEF(memory.prefix(4)), memory[2] != 0 else { return true }
    return container.map { isUnfinished(memory, container: $0) } ?? false
  }

  /// Returns true if a tag's container has only some of its bits and no message follows it. The tag was torn while it
  /// was formatted for NDEF, and declares a size smaller than its own.
  ///
  /// - Parameters:
  ///   - memory: the tag's bytes from the start of page 3, as far as they were read.
  ///   - container: the capability container of such a tag; 4 bytes.
  /// - Returns: true if the container must be completed.
  package static func isUnfinished(_ memory: [UInt8], container: [UInt8]) -> Bool {
    guard memory.count >= 8, container.count == 4, !memory.prefix(4).elementsEqual(container),
      zip(memory, container).allSatisfy({ $0 & ~$1 == 0 })
    else { return false }
    // An empty message is written before the container; it too may have only some of its bits.
    return memory[4] & ~Type2Area.Block.message.rawValue == 0 && memory[5] == 0
  }

  /// Returns the area that the walk finds, unless other TLVs are required in front of the message.
  private static func area(of memory: [UInt8], _ front: [UInt8]?) -> Type2Area.Found {
    let found = Type2Area.find(in: memory)
    guard let front else { return found }
    if case .unformatted = found { return found }
    let start = Type2Memory.containerLength
    let place = start + front.count
    guard memory.count >= place else { return .needsMore(place) }
    if case .area(let area) = found, area.place == place, memory[start..<place].elementsEqual(front) { return found }
    return .area(Type2Area(place: place, state: .torn, end: start + Int(memory[2]) * 8))
  }

  private static func block(_ message: [UInt8]) -> [UInt8] {
    let count = message.count
    let length =
      count <= Type2Area.shortLimit ? [UInt8(count)] : [0xFF, UInt8(count >> 8), UInt8(truncatingIfNeeded: count)]
    return [Type2Area.Block.message.rawValue] + length + message
  }
}

/// A builder that collects writes and tracks the contents of the pages after each.
private struct Builder {
  var memory: [UInt8]
  let firstPage: Int
  var closing: [Type2Plan.Write] = []
  var data: [Type2Plan.Write] = []

  init(memory: [UInt8], firstPage: Int) {
    self.memory = memory
    self.firstPage = firstPage
  }

  /// Turns the TLV at the place into an empty message, one byte at a time.
  mutating func close(_ area: Type2Area, typeAt type: Int, isBlank: Bool) {
    let message = Type2Area.Block.message.rawValue
    if isBlank {
      // No program reads a tag without a container, so the order is irrelevant; the container is written last.
      set([(type, message), (type + 1, 0)])
      return
    }
    switch area.state {
    case .message: set([(type + 1, 0)])
    // No reader looks behind a terminator, or behind a null byte that only null bytes follow.
    case .free:
      set([(type + 1, 0)])
      set([(type, message)])
    // A length that is too great is so for a message as well. If the length were set to 0 first, a reader would parse
    // the bytes that follow.
    case .torn:
      set([(type, message)])
      set([(type + 1, 0)])
    }
  }

  /// Adds writes for the pages that differ. A blank tag's container is the first of them; it makes the empty message
  /// visible.
  mutating func fill(_ image: [UInt8]) {
    for start in stride(from: 0, to: image.count, by: 4) where memory[start..<start + 4] != image[start..<start + 4] {
      data.append(Type2Plan.Write(page: firstPage + start / 4, bytes: Array(image[start..<start + 4])))
    }
  }

  func plan(_ image: [UInt8], in area: Type2Area, closed: [UInt8], opening: Int?) -> Type2Plan {
    let last = opening.map { offset in
      let start = offset / 4 * 4
      return Type2Plan.Write(page: firstPage + start / 4, bytes: Array(image[start..<start + 4]))
    }
    return Type2Plan(
      closing: closing, data: data, opening: last, place: area.place, firstPage: firstPage, image: image,
      closedImage: closed, capacity: area.capacity)
  }

  private mutating func set(_ changes: [(offset: Int, value: UInt8)]) {
    let pages = Set(changes.map { $0.offset / 4 }).sorted()
    for page in pages {
      let before = memory[page * 4..<page * 4 + 4]
      var after = Array(before)
      for (offset, value) in changes where offset / 4 == page { after[offset % 4] = value }
      guard !before.elementsEqual(after) else { continue }
      memory.replaceSubrange(page * 4..<page * 4 + 4, with: after)
      closing.append(Type2Plan.Write(page: firstPage + page, bytes: after))
    }
  }
}
