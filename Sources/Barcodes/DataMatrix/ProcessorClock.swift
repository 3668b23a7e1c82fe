internal import Glibc

/// The processor time of the current thread. What a busy machine gives to other threads meanwhile does not count
/// (clock_gettime(2), CLOCK_THREAD_CPUTIME_ID).
enum ProcessorClock {
  /// The time since the thread began.
  static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
