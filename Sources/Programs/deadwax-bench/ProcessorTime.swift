internal import Glibc

/// The processor time that a process has used.
enum ProcessorTime {
  /// Returns the time in microseconds of all threads in user and kernel mode (`clock_getcpuclockid(3)`); 0 if the
  /// process has ended.
  static func microseconds(of process: Int32) -> Double {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return 0 }
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
  }
}
