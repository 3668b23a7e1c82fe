internal import CFakeCamera
internal import Glibc

/// The buffers between the camera and its client, with the rules of the kernel's videobuf2.
struct BufferQueue {
  enum Place { case idle, queued, done }

  struct Buffer {
    var place = Place.idle
    var bytesUsed: UInt32 = 0
    var sequence: UInt32 = 0
    var hasError = false
    var timestamp = timeval()
  }

  /// The most that one client can ask for (VIDEO_MAX_FRAME).
  static let limit = 32
  /// Between the buffers in the file that clients map: room for 1920 × 1080 in two bytes a pixel.
  static let slot = 8 << 20

  private(set) var buffers: [Buffer] = []
  /// Of each buffer, in whole pages.
  private(set) var length = 0
  private(set) var isStreaming = false
  /// Changes whenever frames under way lose their buffer.
  private(set) var epoch = 0
  private var queued: [Int] = []
  private var done: [Int] = []
  private var wasFed = false

  var queuedCount: Int { queued.count }
  var doneCount: Int { done.count }

  /// REQBUFS: all buffers anew.
  mutating func allocate(_ count: Int, length: Int) {
    stop()
    buffers = Array(repeating: Buffer(), count: min(count, Self.limit))
    self.length = min((length + 4095) / 4096 * 4096, Self.slot)
  }

  /// QBUF
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

  /// STREAMOFF: every buffer is the client's again.
  mutating func stop() {
    isStreaming = false
    wasFed = false
    queued = []
    done = []
    epoch += 1
    for index in buffers.indices { buffers[index] = Buffer() }
  }

  /// The buffer for the next frame; nil when the client has given none.
  mutating func takeQueued() -> Int? { queued.isEmpty ? nil : queued.removeFirst() }

  /// Hands a filled buffer to the client. One whose stream was stopped meanwhile is forgotten.
  mutating func finish(_ index: Int, of epoch: Int, _ filled: Buffer) {
    guard epoch == self.epoch, buffers.indices.contains(index) else { return }
    buffers[index] = filled
    buffers[index].place = .done
    done.append(index)
  }

  /// DQBUF: the oldest filled buffer.
  ///
  /// - Throws: EINVAL when nothing streams, EAGAIN when none is filled.
  mutating func dequeue() throws(Refusal) -> Int {
    guard isStreaming else { throw Refusal(EINVAL) }
    guard !done.isEmpty else { throw Refusal(EAGAIN) }
    let index = done.removeFirst()
    buffers[index].place = .idle
    return index
  }

  /// What poll(2) says (vb2_core_poll): an error before the stream has been started and fed.
  var events: Int32 {
    if !isStreaming || !wasFed { return POLLERR }
    return done.isEmpty ? 0 : POLLIN | POLLRDNORM
  }

  /// What a client is told about a buffer.
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
