internal import CSpawn
internal import Glibc
internal import ReaderProtocol
internal import Threads

/// A thread-safe queue of messages to a reader. A descriptor wakes the reader's lane.
final class Mailbox: Sendable {
  private struct State {
    var messages: [HostMessage] = []
    var preview: HostMessage?
    var isStopping = false
  }

  /// The maximum number of messages. Beyond it the oldest is dropped, so that a reader that takes none does not fill
  /// the memory.
  private static let limit = 64

  private let state = Locked(State())
  private let bell: Int32
  /// The descriptor to poll; it is readable when a message or a stop request has arrived.
  let descriptor: Int32

  init() {
    var pair: [Int32] = [-1, -1]
    let code = pipe2(&pair, O_CLOEXEC | O_NONBLOCK)
    precondition(code == 0, "pipe2 failed with \(errno)")
    descriptor = pair[0]
    bell = pair[1]
  }

  deinit {
    close(descriptor)
    close(bell)
  }

  func post(_ message: HostMessage) {
    state.withLock { state in
      if case .preview = message { state.preview = message }
      state.messages.append(message)
      if state.messages.count > Self.limit { state.messages.removeFirst() }
    }
    ring()
  }

  func stop() {
    state.withLock { $0.isStopping = true }
    ring()
  }

  var isStopping: Bool { state.withLock { $0.isStopping } }

  /// Returns the messages since the last call.
  func takeMessages() -> [HostMessage] {
    var buffer = [UInt8](repeating: 0, count: 64)
    while buffer.withUnsafeMutableBytes({ read(descriptor, $0.baseAddress, $0.count) }) == buffer.count {}
    return state.withLock { state in
      defer { state.messages = [] }
      return state.messages
    }
  }

  /// The last preview request, which is sent again to a reader that was restarted.
  var standingPreview: HostMessage? { state.withLock { $0.preview } }

  /// Waits, but returns early if the reader is to stop.
  func wait(_ duration: Duration) {
    let end = SuspendingClock.now + duration
    while !isStopping {
      let rest = end - SuspendingClock.now
      guard rest > .zero else { return }
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      poll(&entry, 1, rest.pollTimeout)
      // Messages to a reader that does not run are dropped, except for the preview request.
      _ = takeMessages()
    }
  }

  // If the pipe is full, the descriptor is readable already.
  private func ring() {
    var byte: UInt8 = 1
    _ = write(bell, &byte, 1)
  }
}

extension Duration {
  /// The duration in whole milliseconds, rounded up, as a timeout of poll(2); never negative, and at most an hour.
  var pollTimeout: Int32 {
    let (seconds, attoseconds) = components
    guard seconds < 3600 else { return 3_600_000 }
    let milliseconds = seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return Int32(max(0, milliseconds))
  }
}
