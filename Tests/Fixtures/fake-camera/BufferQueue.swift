internal import CFakeCamera
internal import Glibc

/// The buffers between the camera and its client, following the rules of the kernel's videobuf2.
struct BufferQueue {
  enum Place { case idle, queued, done }

  struct Buffer {
    var place = Place.idle
    var bytesUsed: UInt32 = 0
    var sequence: UInt32 = 0
    var hasError = false
    var timestamp = timeval()
  }

  /// The maximum number of buffers per client (VIDEO_MAX_FRAME).
  static let limit = 32
  /// The distance in bytes between two buffers in the file that clients map: space for 1920 × 1080 at two bytes per
  /// pixel.
  static let slot = 8 << 20

  private(set) var buffers: [Buffer] = []
  /// The size of each buffer in bytes, rounded up to whole pages.
  private(set) var length = 0
  private(set) var isStreaming = false
  /// A counter that changes whenever frames in progress lose their buffer.
  private(set) var epoch = 0
  private var queued: [Int] = []
  private var done: [Int] = []
  private var wasFed = false

  var queuedCount: Int { queued.count }
  var doneCount: Int { done.count }

  /// Handles REQBUFS: replaces all buffers.
  mutating func allocate(_ count: Int, length: Int) {
    stop()
    buffers = Array(repeating: Buffer(), count: min(count, Self.limit))
    self.length = min((length + 4095) / 4096 * 4096, Self.slot)
  }

  /// Handles QBUF.
  mutating func queue(_ index: Int) throws(Refusal) {
    guard buffers.indices.contains(index), buffers[index].place == .idle else { throw Refusal(EINVAL) }
    buffers[index].place = .queued
    queued.append(index)
    wasFed = true
  }

  mutating func start() throws(Refusal) {
    guard !buffers.isEmpty else { throw Refusal(EINVAL) }
    isStreaming = true
  }

  /// Handles STREAMOFF: returns every buffer to the client.
  mutating func stop() {
    isStreaming = false
    wasFed = false
    queued = []
    done = []
    epoch += 1
    for index in buffers.indices { buffers[index] = Buffer() }
  }

  /// Returns the buffer for the next frame; nil if the client has queued none.
  mutating func takeQueued() -> Int? { queued.isEmpty ? nil : queued.removeFirst() }

  /// Passes a filled buffer to the client. Drops it if its stream was stopped meanwhile.
  mutating func finish(_ index: Int, of epoch: Int, _ filled: Buffer) {
    guard epoch == self.epoch, buffers.indices.contains(index) else { return }
    buffers[index] = filled
    buffers[index].place = .done
    done.append(index)
  }

  /// Handles DQBUF: returns the oldest filled buffer.
  ///
  /// - Throws: EINVAL if the stream is off, EAGAIN if no buffer is filled.
  mutating func dequeue() throws(Refusal) -> Int {
    guard isStreaming else { throw Refusal(EINVAL) }
    guard !done.isEmpty else { throw Refusal(EAGAIN) }
    let index = done.removeFirst()
    buffers[index].place = .idle
    return index
  }

  /// The result of poll(2), as in vb2_core_poll: an error until the stream is on and a buffer was queued.
  var events: Int32 {
    if !isStreaming || !wasFed { return POLLERR }
    return done.isEmpty ? 0 : POLLIN | POLLRDNORM
  }

  /// Fills in the description of a buffer for a client.
  func describe(_ index: Int, into buffer: inout v4l2_buffer) {
    let own = buffers[index]
    let type = buffer.type
    buffer = v4l2_buffer()
    buffer.index = UInt32(index)
    buffer.type = type
    buffer.memory = V4L2_MEMORY_MMAP.rawValue
    buffer.field = V4L2_FIELD_NONE.rawValue
    buffer.m.offset = UInt32(index * Self.slot)
    buffer.length = UInt32(length)
    buffer.bytesused = own.bytesUsed
    buffer.sequence = own.sequence
    buffer.timestamp = own.timestamp
    var flags = V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC | V4L2_BUF_FLAG_TSTAMP_SRC_SOE
    if own.place == .queued { flags |= V4L2_BUF_FLAG_QUEUED }
    if own.place == .done { flags |= V4L2_BUF_FLAG_DONE }
    if own.hasError { flags |= V4L2_BUF_FLAG_ERROR }
    buffer.flags = UInt32(bitPattern: Int32(flags))
  }
}
