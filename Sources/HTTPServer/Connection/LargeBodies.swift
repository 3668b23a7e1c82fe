internal import Threads

/// The memory of large request bodies that are received or handled at the moment.
final class LargeBodies: Sendable {
  private let limit: Int
  private let taken = Locked(0)

  /// - Parameter limit: the maximum number of bytes of all of them.
  init(limit: Int) { self.limit = limit }

  /// Takes the memory of a body. Returns false if too little is left.
  func take(_ bytes: Int) -> Bool {
    taken.withLock { taken in
      guard taken + bytes <= limit else { return false }
      taken += bytes
      return true
    }
  }

  /// Returns the memory of a body.
  func release(_ bytes: Int) { taken.withLock { $0 -= bytes } }
}
