/// A card that is removed in the middle of a write, until it is placed again.
package struct TornWrite: Hashable, Sendable {
  /// The progress of the write at the time of the removal.
  package enum Moment: String, CaseIterable, Sendable {
    /// Nothing was written: the memory is unchanged.
    case before
    /// A part of the page was written: bytes are new, old, erased, or a mix of old and new bits.
    case partial
    /// The page was erased and not yet programmed: it holds zeros.
    case erased
    /// Each bit is old or new, determined by the seed.
    case bits
    /// The write is complete, but the acknowledgement was lost.
    case after
  }

  /// The number of the affected write, counted over all cards since the tear was set; 1 is the next.
  package var write: Int
  package var moment: Moment
  /// The seed for the result of a `partial` or `bits` tear; the same seed gives the same result.
  package var seed: UInt64

  /// Creates a tear.
  ///
  /// - Parameters:
  ///   - write: the number of the write, from 1.
  ///   - moment: the progress of the write.
  ///   - seed: the seed of the result; with 0 a partial write leaves the first half new and the second half old.
  package init(write: Int, moment: Moment, seed: UInt64 = 0) {
    precondition(write >= 1, "writes are counted from 1, not \(write)")
    self.write = write
    self.moment = moment
    self.seed = seed
  }

  /// Returns the contents of the memory after the torn write.
  ///
  /// - Parameters:
  ///   - old: the old bytes.
  ///   - new: the new bytes, of the same number.
  ///   - isOneTime: true for a page that is never erased, such as the capability container: its bits can only be set.
  /// - Returns: the bytes after the tear.
  func remains(of old: [UInt8], after new: [UInt8], isOneTime: Bool) -> [UInt8] {
    switch moment {
    case .before: return old
    case .after: return new
    case .erased: return isOneTime ? old : [UInt8](repeating: 0, count: new.count)
    case .bits: return mixed(old, new)
    case .partial: return isOneTime ? mixed(old, new) : partial(old, new)
    }
  }

  private func mixed(_ old: [UInt8], _ new: [UInt8]) -> [UInt8] {
    var random = FaultRandom(state: seed)
    return zip(old, new).map { old, new in
      let mask = UInt8(truncatingIfNeeded: random.next())
      return old & ~mask | new & mask
    }
  }

  private func partial(_ old: [UInt8], _ new: [UInt8]) -> [UInt8] {
    guard seed != 0 else { return Array(new.prefix(new.count / 2) + old.dropFirst(new.count / 2)) }
    var random = FaultRandom(state: seed)
    let cut = 1 + Int(random.next() % UInt64(max(new.count - 1, 1)))
    switch random.next() % 4 {
    case 0: return Array(new.prefix(cut) + old.dropFirst(cut))
    case 1: return Array(old.prefix(cut) + new.dropFirst(cut))
    // A page is erased before it is programmed, so the rest is zeros.
    case 2: return Array(new.prefix(cut - 1)) + [UInt8](repeating: 0, count: new.count - cut + 1)
    default:
      return zip(old, new).map { old, new in
        let mask = UInt8(truncatingIfNeeded: random.next())
        return old & ~mask | new & mask
      }
    }
  }
}
