/// A card that is pulled away in the middle of a write, and stays away until it is laid down again.
package struct Tear: Hashable, Sendable {
  /// What the write had done when the card went.
  package enum Moment: String, CaseIterable, Sendable {
    /// Nothing: the memory is as it was.
    case before
    /// A part of the page: some bytes new and some old, or erased, or cells in between.
    case partial
    /// All, but the acknowledgement was not heard.
    case after
  }

  /// The write it happens in, counted over all cards from when the tear was asked for; 1 is the next.
  package var write: Int
  package var moment: Moment
  /// Decides what is left of the page in a partial write; the same seed leaves the same.
  package var seed: UInt64

  /// - Parameters:
  ///   - write: from 1.
  ///   - moment: what the write had done.
  ///   - seed: what a partial write leaves; 0 leaves the first half new and the second old.
  package init(write: Int, moment: Moment, seed: UInt64 = 0) {
    precondition(write >= 1, "writes are counted from 1, not \(write)")
    self.write = write
    self.moment = moment
    self.seed = seed
  }

  /// What a write that is torn here leaves.
  ///
  /// - Parameters:
  ///   - old: what stood there.
  ///   - new: what was to stand there, as long.
  /// - Returns: what stands there now.
  func remains(of old: [UInt8], after new: [UInt8]) -> [UInt8] {
    switch moment {
    case .before: return old
    case .after: return new
    case .partial: break
    }
    guard seed != 0 else { return Array(new.prefix(new.count / 2) + old.dropFirst(new.count / 2)) }
    var random = SplitMix(state: seed)
    let cut = 1 + Int(random.next() % UInt64(max(new.count - 1, 1)))
    switch random.next() % 4 {
    case 0: return Array(new.prefix(cut) + old.dropFirst(cut))
    case 1: return Array(old.prefix(cut) + new.dropFirst(cut))
    // A page is erased before it is programmed.
    case 2: return Array(new.prefix(cut - 1)) + [UInt8](repeating: 0, count: new.count - cut + 1)
    default:
      return zip(old, new).map { old, new in
        let mask = UInt8(truncatingIfNeeded: random.next())
        return old & ~mask | new & mask
      }
    }
  }
}

/// How a page behaves that has been written too often.
package enum Wear: String, CaseIterable, Sendable {
  /// Acknowledges, and keeps what it had.
  case keeps
  /// Acknowledges, and holds something else than was written.
  case garbles
  /// Says that writing failed.
  case refuses
}

/// SplitMix64 (Steele, Lea, Flood 2014): enough to choose what is left of a page, the same on each run.
struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
