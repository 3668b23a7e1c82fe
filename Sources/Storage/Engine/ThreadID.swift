internal import Glibc

/// The identity of a thread, used to detect that a thread would wait for itself.
struct ThreadID: Equatable, Sendable {
  private let raw: UInt

  static var current: ThreadID { ThreadID(raw: UInt(pthread_self())) }
}
