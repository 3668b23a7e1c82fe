internal import Threads

/// The bytes of all uploads that are on their way, whether they arrived or were announced.
final class UploadSpace: Sendable {
  private let taken = Locked(0)

  /// Takes bytes. Returns false if all uploads together would have more than `room`.
  func take(_ bytes: Int, of room: Int) -> Bool {
    taken.withLock { taken in
      guard taken + bytes <= room else { return false }
      taken += bytes
      return true
    }
  }

  /// Gives bytes back.
  func release(_ bytes: Int) { taken.withLock { $0 -= bytes } }
}
