internal import Glibc

/// Which thread this is, to find a thread that is about to wait for itself.
struct ThreadID: Equatable, Sendable {
  private let raw: UInt

  static var current: ThreadID { ThreadID(raw: UInt(pthread_self())) }
}
