internal import Glibc

/// A value that several threads share, accessible only under its lock.
///
/// It uses a pthread mutex instead of `Synchronization.Mutex`, for which ThreadSanitizer reports false races on Linux,
/// and under which contended threads stall.
package final class Locked<Value>: @unchecked Sendable {
  // Sendable is sound: `value` is touched only between lock and unlock, and `mutex` never moves.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  package init(_ value: sending Value) {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    let code = pthread_mutex_init(mutex, nil)
    precondition(code == 0, "pthread_mutex_init failed with \(code)")
    self.value = value
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs `body` with exclusive access to the value. Do not block inside, and do not enter the same lock again.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
