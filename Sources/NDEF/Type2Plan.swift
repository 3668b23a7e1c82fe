/// What has to be written to a Type 2 tag, page by page and in which order, so that it carries a message and at no moment
/// anything but its old message, none, or the new one.
///
/// A page is written as a whole, and the tag may be torn off in the middle of it, with any of the page's bytes old and any
/// new. Therefore each write that a reader of messages would notice changes one byte alone:
///
/// 1. `closing` sets the length to 0: the tag carries an empty message, whatever stands behind.
/// 2. `data` writes all the rest, the terminator included, while the length stays 0.
/// 3. `opening` sets the length. It is to be written only when all that was read back is as it should be.
///
/// Pages that hold the right bytes already are left out. Where the length takes three bytes, the two that follow the FF are
/// data: only the FF opens.
package struct Type2Plan: Hashable, Sendable {
  /// One page.
  package struct Write: Hashable, Sendable {
    /// 4 or more, or 3 for the capability container of a blank tag.
    package let page: Int
    /// 4 bytes.
    package let bytes: [UInt8]

    package init(page: Int, bytes: [UInt8]) {
      self.page = page
      self.bytes = bytes
    }
  }

  package enum Made: Hashable, Sendable {
    case plan(Type2Plan)
    /// So many bytes from page 3 on must be known; always more than were given.
    case needsMore(Int)
    /// The message is longer than the tag has room for.
    case noRoom(capacity: Int)
    /// The capability container is that of no NDEF tag, and cannot become one: its bits can only be set.
    case unformatted
  }

  package let closing: [Write]
  package let data: [Write]
  /// Nil when nothing is to be written, or the message is empty.
  package let opening: Write?
  /// Where the message block begins, in bytes from the start of page 3.
  package let place: Int
  /// The page that `image` begins with.
  package let firstPage: Int
  /// What the pages hold when all is written.
  package let image: [UInt8]
  /// What they hold before `opening`: the same with the length 0.
  package let closedImage: [UInt8]

  /// Whether the tag carries the message already.
  package var isEmpty: Bool { closing.isEmpty && data.isEmpty && opening == nil }

  /// All writes in their order.
  package var writes: [Write] { closing + data + (opening.map { [$0] } ?? []) }

  /// Makes the plan.
  ///
  /// - Parameters:
  ///   - message: empty to leave an empty message, with zeros where the old one was.
  ///   - memory: the tag's, from the start of page 3, as far as it was read.
  ///   - container: for a blank tag, the capability container it is to get; 4 bytes.
  ///   - front: for a tag that was torn, or is damaged: the blocks from page 4 on that stand, or stood, in front of the
  ///     message. They are written anew where they differ, and the message is put behind them. Nil where the tag's own blocks
  ///     are believed.
  /// - Returns: the plan, or why there is none.
  package static func make(
    for message: [UInt8], on memory: [UInt8], container: [UInt8]? = nil, front: [UInt8]? = nil
  ) -> Made {
    guard memory.count >= Type2Memory.containerLength else { return .needsMore(Type2Memory.containerLength) }
    let isBlank = Self.isBlank(memory)
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
    if message.isEmpty, case .message(let old) = area.state {
      var oldEnd = old.upperBound
      if oldEnd < area.end {
        guard oldEnd < memory.count else { return .needsMore(oldEnd + 1) }
        if memory[oldEnd] == Type2Area.Block.terminator.rawValue { oldEnd += 1 }
      }
      let covered = min(oldEnd, area.end) - area.place
      block += [UInt8](repeating: 0, count: max(0, covered - block.count))
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
    // A missing terminator alone is no reason to write.
    if !isBlank, image[..<(unchangedEnd - first)].elementsEqual(memory[first..<unchangedEnd]),
      !message.isEmpty || image.elementsEqual(memory[first..<end])
    {
      return .plan(builder.plan(image, at: area.place, closed: image, opening: nil))
    }
    builder.close(area, typeAt: length - 1, isBlank: isBlank)
    var closed = image
    closed[length] = 0
    builder.fill(closed)
    return .plan(builder.plan(image, at: area.place, closed: closed, opening: message.isEmpty ? nil : length))
  }

  /// Whether the container says nothing yet: all zero, or torn while it was written.
  private static func isBlank(_ memory: [UInt8]) -> Bool { !Type2Area.isNDEF(memory.prefix(4)) || memory[2] == 0 }

  /// What the walk finds, unless something else is to stand in front.
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

/// Collects writes, and keeps what the pages hold after each.
private struct Builder {
  var memory: [UInt8]
  let firstPage: Int
  var closing: [Type2Plan.Write] = []
  var data: [Type2Plan.Write] = []

  init(memory: [UInt8], firstPage: Int) {
    self.memory = memory
    self.firstPage = firstPage
  }

  /// Makes an empty message of what stands at the place, one byte at a time.
  mutating func close(_ area: Type2Area, typeAt type: Int, isBlank: Bool) {
    let message = Type2Area.Block.message.rawValue
    if isBlank {
      // Nobody reads a tag without a container, so that the order does not matter; the container comes last.
      set([(type, message), (type + 1, 0)])
      return
    }
    switch area.state {
    case .message: set([(type + 1, 0)])
    // Behind a terminator, or a null byte that only null bytes follow, nobody looks.
    case .free:
      set([(type + 1, 0)])
      set([(type, message)])
    // A length too great is so for a message too; set to 0 first, it would let a reader look into what follows.
    case .torn:
      set([(type, message)])
      set([(type + 1, 0)])
    }
  }

  /// Writes the pages that differ. The container of a blank tag is the first of them: it makes the empty message be seen.
  mutating func fill(_ image: [UInt8]) {
    for start in stride(from: 0, to: image.count, by: 4) where memory[start..<start + 4] != image[start..<start + 4] {
      data.append(Type2Plan.Write(page: firstPage + start / 4, bytes: Array(image[start..<start + 4])))
    }
  }

  func plan(_ image: [UInt8], at place: Int, closed: [UInt8], opening: Int?) -> Type2Plan {
    let last = opening.map { offset in
      let start = offset / 4 * 4
      return Type2Plan.Write(page: firstPage + start / 4, bytes: Array(image[start..<start + 4]))
    }
    return Type2Plan(
      closing: closing, data: data, opening: last, place: place, firstPage: firstPage, image: image, closedImage: closed
    )
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
