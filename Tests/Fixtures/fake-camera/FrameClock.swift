internal import CFakeCamera
internal import Glibc
internal import Threads

/// A producer of frames at the client's rate, on a lane of its own.
struct FrameClock {
  private let lane: DedicatedThread

  /// - Parameters:
  ///   - state: the camera's state.
  ///   - store: writes a frame's bytes to the mapped buffer with this number, in a generation.
  init(_ state: Monitor<CameraState>, store: @escaping @Sendable ([UInt8], _ buffer: Int, _ generation: Int) -> Void) {
    lane = DedicatedThread("frames") {
      var rendering = Rendering()
      var held: [Int: Frame.Content] = [:]
      var lengths: [Int: Int] = [:]
      var due = timespec()
      clock_gettime(CLOCK_MONOTONIC, &due)
      while let rate = state.wait(until: { state -> UInt32?? in
        if state.isOver { return .some(nil) }
        return state.runs ? .some(state.framesPerSecond) : nil
      }) {
        Self.sleep(until: &due, rate: rate)
        guard let frame = state.update({ $0.takeFrame() }) else { continue }
        // Bytes that are already in the buffer are not copied again: most frames equal the previous one.
        if !frame.isPlain || held[frame.buffer] != frame.content {
          let bytes = frame.bytes(&rendering)
          store(bytes, frame.buffer, frame.generation)
          lengths[frame.buffer] = bytes.count
          held[frame.buffer] = frame.isPlain ? frame.content : nil
        }
        let filled = frame.filled(length: lengths[frame.buffer] ?? 0)
        state.update { state in
          state.queue.finish(frame.buffer, of: frame.epoch, filled)
          state.counters.delivered += 1
          state.hasNotices = true
        }
      }
    }
  }

  /// Sleeps until one interval after the last due time; a clock that fell behind does not catch up.
  private static func sleep(until due: inout timespec, rate: UInt32) {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    due.tv_nsec += 1_000_000_000 / Int(rate)
    due.tv_sec += due.tv_nsec / 1_000_000_000
    due.tv_nsec %= 1_000_000_000
    if (due.tv_sec, due.tv_nsec) < (now.tv_sec, now.tv_nsec) { due = now }
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, nil) == EINTR {}
  }
}
