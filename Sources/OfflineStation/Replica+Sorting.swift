extension Replica {
  /// A collection of codes that is sorted in steps, so that the caller can cancel the sorting of a million codes
  /// between steps.
  package struct Sorting {
    private typealias Entry = (digest: UInt64, standing: CachedStatus)

    /// The entries, grouped by the highest bits of the digest. Each group is sorted in about a millisecond, and the
    /// groups are in ascending order.
    private var parts: [[Entry]]
    private static let bits = 10

    package init() { parts = Array(repeating: [], count: 1 << Self.bits) }

    /// The number of entries.
    package var count: Int { parts.reduce(0) { $0 + $1.count } }

    /// Adds a code by the digest of its key.
    package mutating func add(_ digest: UInt64, _ standing: CachedStatus) {
      parts[Int(digest >> (64 - UInt64(Self.bits)))].append((digest, standing))
    }

    /// Sorts the codes and returns them. A digest that occurs more than once becomes `several`.
    ///
    /// - Parameter goesOn: a function that is called before each group and returns false to cancel.
    /// - Returns: nil if the sorting was cancelled.
    package mutating func codes(while goesOn: () -> Bool) -> Codes? {
      var digests: [UInt64] = []
      var standings: [UInt8] = []
      digests.reserveCapacity(count)
      standings.reserveCapacity(count)
      for index in parts.indices {
        guard goesOn() else { return nil }
        var part: [Entry] = []
        // The swap releases the group's memory after this pass.
        swap(&part, &parts[index])
        part.sort { $0.digest < $1.digest }
        for entry in part {
          if digests.last != entry.digest {
            digests.append(entry.digest)
            standings.append(entry.standing.rawValue)
          } else {
            standings[standings.count - 1] = CachedStatus.several.rawValue
          }
        }
      }
      return Codes(digests: digests, standings: standings)
    }
  }
}
