import Deadwax
import NDEF
import TestSupport
import Testing

/// Tests of write plans on a simulated memory that may be torn in any write.
@Suite(.timeLimit(.minutes(15)))
struct Type2PlanTests {
  /// The memory from page 3 on.
  struct Memory {
    var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Creates an NDEF tag of the given size in bytes: leading data, then a message, then a terminator if it fits.
    init(size: Int, front: [UInt8] = [], carrying message: [UInt8], filler: UInt8 = 0x5A) {
      let length =
        message.count < 255 ? [UInt8(message.count)] : [0xFF, UInt8(message.count >> 8), UInt8(message.count & 0xFF)]
      var area = front + [0x03] + length + message
      if area.count < size { area.append(0xFE) }
      area += [UInt8](repeating: filler, count: size - area.count)
      bytes = [0xE1, 0x10, UInt8(size / 8), 0x00] + area
    }

    mutating func apply(_ write: Type2Plan.Write) { replace(write.page, with: write.bytes) }

    func page(_ page: Int) -> ArraySlice<UInt8> { bytes[(page - 3) * 4..<(page - 2) * 4] }

    mutating func replace(_ page: Int, with new: [UInt8]) {
      bytes.replaceSubrange((page - 3) * 4..<(page - 2) * 4, with: new)
    }

    var found: Type2Memory.Found { Type2Memory.find(in: bytes) }
    var message: [UInt8]? { if case .message(let message) = found { message } else { nil } }
  }

  private static let code = OwnCode(.copy, number: 0x0123_4567_89AB_CDEF)
  private static let other = OwnCode(.copy, number: 0x0FED_CBA9_8765_4321)
  private static let lockBlock: [UInt8] = [0x01, 0x03, 0xA0, 0x0C, 0x34]

  private static func plan(
    _ message: [UInt8], on memory: Memory, container: [UInt8]? = nil, front: [UInt8]? = nil
  ) throws -> Type2Plan {
    let made = Type2Plan.make(for: message, on: memory.bytes, container: container, front: front)
    guard case .plan(let plan) = made else { throw TestFailure("\(made)") }
    return plan
  }

  @Test func `a message of every length is put at every alignment, and found again`() throws {
    for size in [16, 48, 144] {
      for front in [
        [], [0x00], [0x00, 0x00], [0x00, 0x00, 0x00], Self.lockBlock, [0xFD, 0x01, 0x03], [0x02, 0x00, 0x00],
      ] {
        guard front.count + 2 <= size else { continue }
        let blank = Memory(size: size, front: front, carrying: [])
        guard case .area(let area) = Type2Area.find(in: blank.bytes) else {
          Issue.record("no area in \(front)")
          continue
        }
        #expect(area.capacity == size - front.count - 2)
        for count in 0...area.capacity {
          var memory = blank
          let message = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 1) }
          for write in try Self.plan(message, on: memory).writes { memory.apply(write) }
          #expect(memory.found == (count == 0 ? .empty : .message(message)))
          #expect(memory.bytes[4..<4 + front.count].elementsEqual(front))
          #expect(try Self.plan(message, on: memory).isEmpty)
        }
        let long = [UInt8](repeating: 1, count: area.capacity + 1)
        #expect(Type2Plan.make(for: long, on: blank.bytes) == .noRoom(capacity: area.capacity))
      }
    }
  }

  @Test func `a length of three bytes may lie across pages`() throws {
    for front in 0..<4 {
      let blank = Memory(size: 872, front: [UInt8](repeating: 0, count: front), carrying: [])
      for count in [254, 255, 256, 300, 511, 512, 866 - front, 868 - front] {
        var memory = blank
        let message = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 5 &+ 3) }
        for write in try Self.plan(message, on: memory).writes { memory.apply(write) }
        #expect(memory.message == message)
        // And back to one byte of length, and to none.
        for next in [[1, 2, 3], [UInt8](repeating: 9, count: 254), []] as [[UInt8]] {
          var after = memory
          for write in try Self.plan(next, on: after).writes { after.apply(write) }
          #expect(after.found == (next.isEmpty ? .empty : .message(next)))
        }
      }
      #expect(
        Type2Plan.make(for: [UInt8](repeating: 1, count: 869 - front), on: blank.bytes)
          == .noRoom(capacity: 868 - front))
    }
    // 255 and 256 bytes do not fit where 254 do.
    let exact = Memory(size: 256, carrying: [])
    for count in 255...258 {
      #expect(Type2Plan.make(for: [UInt8](repeating: 1, count: count), on: exact.bytes) == .noRoom(capacity: 254))
    }
  }

  @Test func `every write but those of data changes one byte, and comes in its order`() throws {
    for (old, new) in Self.pairs() {
      var memory = old
      let plan = try Self.plan(new, on: memory)
      for write in plan.closing {
        #expect(zip(memory.page(write.page), write.bytes).filter { $0 != $1 }.count == 1)
        memory.apply(write)
      }
      for write in plan.data {
        #expect(!memory.page(write.page).elementsEqual(write.bytes), "an equal page is written")
        memory.apply(write)
        #expect(memory.found == .empty)
      }
      #expect(memory.bytes.dropFirst((plan.firstPage - 3) * 4).starts(with: plan.closedImage))
      if let opening = plan.opening {
        #expect(zip(memory.page(opening.page), opening.bytes).filter { $0 != $1 }.count == 1)
        memory.apply(opening)
      }
      #expect(memory.bytes.dropFirst((plan.firstPage - 3) * 4).starts(with: plan.image))
      #expect(plan.writes.allSatisfy { $0.page >= 4 && $0.bytes.count == 4 })
    }
  }

  /// Leaves each page of each plan with every mixture of old and new bytes, or with erased bytes.
  @Test func `torn in any write it never carries a wrong message, and the next plan finishes it`() throws {
    var states = 0
    for (old, new) in Self.pairs() {
      let before = old.found
      let plan = try Self.plan(new, on: old)
      var memory = old
      for write in plan.writes {
        let page = Array(memory.page(write.page))
        for mask in 0..<16 {
          var torn = memory
          torn.replace(write.page, with: (0..<4).map { mask >> $0 & 1 == 1 ? write.bytes[$0] : page[$0] })
          states += 1
          #expect(
            torn.found == before || torn.found == .empty || torn.found == .message(new),
            "page \(write.page), \(mask): \(torn.found)")
          try Self.finish(torn, new)
          // Erased cells, in a byte that was to change.
          for index in 0..<4 where mask >> index & 1 == 1 && page[index] != write.bytes[index] {
            var erased = torn
            erased.bytes[(write.page - 3) * 4 + index] = 0
            try Self.finish(erased, new, front: Array(old.bytes[4..<plan.place]))
          }
        }
        memory.apply(write)
      }
      #expect(memory.message == new || new.isEmpty && memory.found == .empty)
    }
    print("\(states) torn states")
    #expect(states > 10_000)
  }

  private static func finish(_ torn: Memory, _ new: [UInt8], front: [UInt8]? = nil) throws {
    // A code that is read from it is correct, or there is none.
    if let message = torn.message, message != new, case .code(let code) = PseudoBarcode.read(message) {
      #expect(code == Self.other)
    }
    var memory = torn
    for write in try plan(new, on: memory, front: front).writes { memory.apply(write) }
    #expect(memory.found == (new.isEmpty ? .empty : .message(new)))
  }

  /// Returns old memories and new messages of every type.
  private static func pairs() -> [(Memory, [UInt8])] {
    let new = PseudoBarcode.message(for: code)
    var random = SeededRandom(seed: 41)
    var pairs: [(Memory, [UInt8])] = []
    for front in [[], [0x00], [0x00, 0x00], [0x00, 0x00, 0x00], lockBlock] {
      for old in [[], PseudoBarcode.message(for: other), PseudoBarcode.addressOnly(for: other), random.bytes(120)] {
        pairs.append((Memory(size: 144, front: front, carrying: old), new))
      }
      pairs.append((Memory(size: 144, front: front, carrying: PseudoBarcode.message(for: other)), []))
      // Only null bytes, and a terminator before the rest of an old message.
      pairs.append((Memory([0xE1, 0x10, 0x12, 0x00] + front + .init(repeating: 0, count: 144 - front.count)), new))
      var ended = Memory(size: 144, front: front, carrying: PseudoBarcode.message(for: other))
      ended.bytes[4 + front.count] = 0xFE
      pairs.append((ended, new))
      // In a larger area the lock bytes of an NTAG213 would be inside.
      guard front != lockBlock else { continue }
      pairs.append((Memory(size: 496, front: front, carrying: random.bytes(300)), new))
      pairs.append((Memory(size: 496, front: front, carrying: PseudoBarcode.message(for: other)), random.bytes(300)))
      pairs.append((Memory(size: 496, front: front, carrying: random.bytes(280)), random.bytes(300)))
    }
    return pairs
  }

  @Test func `a damaged message is closed before it is written`() throws {
    let new = PseudoBarcode.message(for: Self.code)
    for front in [[0x03, 0xF0], [0x01, 0xF0, 0x03, 0x02], [0xFD, 0xFF, 0x40, 0x00], [0x00, 0x03, 0xFF, 0xFF, 0xFF]]
      as [[UInt8]]
    {
      var memory = Memory([0xE1, 0x10, 0x12, 0x00] + front + .init(repeating: 0x03, count: 144 - front.count))
      #expect(memory.found == .torn)
      let plan = try Self.plan(new, on: memory)
      for write in plan.closing {
        memory.apply(write)
        #expect(memory.found == .torn || memory.found == .empty)
      }
      #expect(memory.found == .empty)
      for write in plan.data + (plan.opening.map { [$0] } ?? []) { memory.apply(write) }
      #expect(memory.message == new)
    }
  }

  @Test func `leading blocks that a tear destroyed are written again, and the message is at its old place`() throws {
    let new = PseudoBarcode.message(for: Self.code)
    var random = SeededRandom(seed: 45)
    for _ in 0..<2000 {
      var memory = Memory(size: 144, front: Self.lockBlock, carrying: PseudoBarcode.message(for: Self.other))
      // Pages 4 and 5 contain the block and the header.
      for index in 4..<12 where Bool.random(using: &random) {
        memory.bytes[index] &= UInt8.random(in: 0...255, using: &random)
      }
      guard case .plan(let plan) = Type2Plan.make(for: new, on: memory.bytes, front: Self.lockBlock) else {
        Issue.record("no plan for \(memory.bytes)")
        return
      }
      for write in plan.writes { memory.apply(write) }
      #expect(memory.bytes[4..<9].elementsEqual(Self.lockBlock))
      #expect(memory.bytes[9] == 0x03)
      #expect(memory.message == new)
      guard case .plan(let again) = Type2Plan.make(for: new, on: memory.bytes, front: Self.lockBlock) else { return }
      #expect(again.isEmpty)
    }
  }

  @Test func `a message that is there is not written again, terminator or not`() throws {
    let message = PseudoBarcode.message(for: Self.code)
    var memory = Memory(size: 144, front: Self.lockBlock, carrying: message)
    #expect(try Self.plan(message, on: memory).isEmpty)
    memory.bytes[4 + 5 + 2 + message.count] = 0x77
    #expect(try Self.plan(message, on: memory).isEmpty)
    memory.bytes[4 + 5 + 2] ^= 1
    #expect(try !Self.plan(message, on: memory).isEmpty)
  }

  @Test func `erasing leaves zeros where the message was`() throws {
    var memory = Memory(size: 144, front: Self.lockBlock, carrying: PseudoBarcode.message(for: Self.code))
    let plan = try Self.plan([], on: memory)
    #expect(plan.opening == nil)
    for write in plan.writes { memory.apply(write) }
    #expect(memory.bytes.prefix(12) == [0xE1, 0x10, 0x12, 0x00, 0x01, 0x03, 0xA0, 0x0C, 0x34, 0x03, 0x00, 0xFE])
    #expect(memory.bytes[12..<4 + 5 + 2 + 71].allSatisfy { $0 == 0 })
    #expect(try Self.plan([], on: memory).isEmpty)
  }

  @Test func `a blank tag gets its container after an empty message, and only a container that its bits allow`() throws
  {
    let container: [UInt8] = [0xE1, 0x10, 0x06, 0x00]
    let message = PseudoBarcode.addressOnly(for: Self.code)
    for old in [[0, 0, 0, 0], [0xE1, 0, 0, 0], [0xE1, 0x10, 0, 0], [0, 0, 0x06, 0]] as [[UInt8]] {
      for filler in [0x00, 0x03, 0xFF] as [UInt8] {
        var memory = Memory(old + [UInt8](repeating: filler, count: 48))
        let plan = try Self.plan(message, on: memory, container: container)
        #expect(plan.firstPage == 3)
        for write in plan.writes {
          memory.apply(write)
          if write != plan.opening { #expect(memory.message == nil) }
        }
        #expect(memory.message == message)
      }
    }
    for old in [[0xE1, 0x11, 0, 0], [0, 0, 0x10, 0], [0xFF, 0xFF, 0xFF, 0xFF], [0xE1, 0x20, 0x06, 0x00]] as [[UInt8]] {
      let memory = old + [UInt8](repeating: 0, count: 48)
      #expect(Type2Plan.make(for: message, on: memory, container: container) == .unformatted)
    }
    #expect(Type2Plan.make(for: message, on: [UInt8](repeating: 0, count: 52)) == .unformatted)
    #expect(
      Type2Plan.make(
        for: PseudoBarcode.message(for: Self.code), on: [UInt8](repeating: 0, count: 52), container: container)
        == .noRoom(capacity: 46))
  }

  @Test func `bytes reserved by control blocks inside the area are not written`() throws {
    // Bytes 64 to 67, that is page 16 of 4 bytes; then a message after the block.
    let lock: [UInt8] = [0x01, 0x03, 0xF1, 0x20, 0x02]
    let memory = Memory(size: 144, front: [0x02, 0x03, 0x80, 0x04, 0x03] + lock, carrying: [])
    guard case .area(let area) = Type2Area.find(in: memory.bytes) else {
      Issue.record("no area")
      return
    }
    // 15 pages of 4 bytes and one byte: byte 61 of the tag, byte 49 from page 3.
    #expect(area.lockBytes == 49..<53)
    #expect(area.end == 49)
    #expect(area.capacity == 49 - 14 - 2)
    guard case .plan(let plan) = Type2Plan.make(for: .init(repeating: 7, count: 33), on: memory.bytes) else {
      Issue.record("no plan")
      return
    }
    // Page 15 begins with the last free byte.
    #expect(plan.writes.map(\.page).max() == 15)
    #expect(
      plan.writes.filter { $0.page == 15 }.allSatisfy { $0.bytes[1...].elementsEqual(memory.page(15).dropFirst()) })
    // An NTAG213's own lock bytes are after its area.
    guard
      case .area(let usual) = Type2Area.find(
        in: Memory(size: 144, front: Self.lockBlock, carrying: []).bytes)
    else { return }
    #expect(usual.lockBytes == 148..<150)
    #expect(usual.capacity == 137)
  }

  @Test func `read in pieces it comes to the same plan`() throws {
    var random = SeededRandom(seed: 43)
    for (whole, new) in Self.pairs() {
      var read = 0
      var steps = 0
      while case .needsMore(let count) = Type2Plan.make(for: new, on: Array(whole.bytes[..<read])) {
        #expect(count > read && count <= whole.bytes.count)
        read = min(whole.bytes.count, count + Int.random(in: 0...8, using: &random))
        steps += 1
      }
      #expect(steps <= 12)
      guard case .plan(let plan) = Type2Plan.make(for: new, on: Array(whole.bytes[..<read])) else {
        Issue.record("no plan")
        continue
      }
      #expect(try plan == Self.plan(new, on: whole))
    }
  }

  @Test func `any memory gets a plan that stays inside it, or a reason`() throws {
    var random = SeededRandom(seed: 47)
    let new = PseudoBarcode.message(for: Self.code)
    for _ in 0..<20_000 {
      var memory = Memory([0xE1, 0x10, 0x12, 0x00] + random.bytes(144))
      for index in 4..<12 where Bool.random(using: &random) {
        memory.bytes[index] = [0, 1, 2, 3, 0xFE, 0xFF, 0xFD, 4].randomElement(using: &random) ?? 0
      }
      switch Type2Plan.make(for: new, on: memory.bytes) {
      case .plan(let plan):
        #expect(plan.writes.allSatisfy { (4..<40).contains($0.page) })
        for write in plan.writes { memory.apply(write) }
        #expect(memory.message == new)
      case .noRoom(let capacity): #expect(capacity < new.count)
      case .needsMore(let count): Issue.record("\(count) of \(memory.bytes)")
      case .unformatted: Issue.record("unformatted: \(memory.bytes)")
      }
    }
  }
}
