package import Deadwax

/// The time of a transaction and the seed of its random ids.
package struct WriteMoment: Hashable, Sendable {
  package var now: Timestamp
  package var seed: UInt64

  package init(now: Timestamp, seed: UInt64) {
    self.now = now
    self.seed = seed
  }
}
