internal import CFakeCamera
internal import Glibc
internal import Imaging

/// The complete state of the camera, protected by one lock.
struct CameraState {
  enum Node { case capture, metadata }

  /// An open file of a client.
  struct Handle {
    let node: Node
    /// The generation in which the file was opened. It never works again after the camera is unplugged.
    let generation: Int
    let number: Int
    let waits: Bool
    var priority = V4L2_PRIORITY_DEFAULT
    var events = ControlEvents()
  }

  /// A client that is blocked in DQBUF.
  struct Waiter {
    /// The fuse_req_t pointer, as a number.
    let request: UInt
    let handle: UInt64
    let buffer: v4l2_buffer
  }

  let card: String
  let serial: String
  var number: Int
  var generation = 1
  var isPlugged = true
  var offered: [PixelFormat]
  var faults = Faults()
  var scene = Scene()
  var controls = Controls()
  /// The number of bytes that the camera adds to each line and reports.
  var padding = 0
  /// The grey levels by which each frame differs from the previous one, in some pixels.
  var noise = 0

  var layout: Layout
  /// The frame rate per second that the client requested.
  var rate: UInt32 = 30
  /// A frame rate per second that overrides the client's; nil for none.
  var forcedRate: UInt32?
  var queue = BufferQueue()
  /// The open file that owns the buffers.
  var owner: UInt64?
  var sequence: UInt32 = 0
  /// The number of frames since the last STREAMON.
  var framesOfStream = 0

  var handles: [UInt64: Handle] = [:]
  var lastHandle: UInt64 = 0
  var waiters: [Waiter] = []
  /// The fuse_pollhandle pointers, as numbers, to notify of a change.
  var polls: [UInt] = []
  /// True if waiting clients must be notified.
  var hasNotices = false
  /// True if the program is ending.
  var isOver = false
  var counters = Counters()

  struct Counters {
    var opens = 0
    var streams = 0
    var delivered = 0
    /// The number of frames for which the client had no buffer queued.
    var dropped = 0
    var faulty = 0
  }

  init(card: String, serial: String, number: Int, offered: [PixelFormat]) {
    self.card = card
    self.serial = serial
    self.number = number
    self.offered = offered
    layout = Layout(offered[0], FrameSize(width: 640, height: 480), padding: 0)
  }

  var framesPerSecond: UInt32 { max(1, forcedRate ?? rate) }
  /// True if frames are produced.
  var runs: Bool { isPlugged && queue.isStreaming && !faults.isStalled && !faults.isBroken }

  /// Returns an open file of the camera in its current generation.
  ///
  /// - Throws: ENODEV for a file of an earlier generation, or if the camera is unplugged.
  func alive(_ id: UInt64) throws(Refusal) -> Handle {
    guard let handle = handles[id], isPlugged, handle.generation == generation else { throw Refusal(ENODEV) }
    return handle
  }

  mutating func open(_ node: Node, waits: Bool) throws(Refusal) -> UInt64 {
    guard !faults.isDenied else { throw Refusal(EACCES) }
    lastHandle += 1
    handles[lastHandle] = Handle(node: node, generation: generation, number: number, waits: waits)
    counters.opens += 1
    return lastHandle
  }

  mutating func close(_ id: UInt64) {
    handles[id] = nil
    if owner == id { free() }
    hasNotices = true
  }

  /// Releases the buffers of their current owner.
  mutating func free() {
    queue.allocate(0, length: 0)
    owner = nil
    hasNotices = true
  }

  mutating func unplug() {
    isPlugged = false
    free()
  }

  /// Plugs the camera in again, with its initial settings and a device number that no open file uses.
  mutating func replug(as wanted: Int?) {
    unplug()
    let taken = Set(handles.values.map(\.number))
    number = wanted ?? (0...).lazy.map { $0 * 2 }.first { !taken.contains($0) } ?? 0
    generation += 1
    isPlugged = true
    controls = Controls()
    layout = Layout(offered[0], FrameSize(width: 640, height: 480), padding: padding)
    rate = 30
    sequence = 0
  }

  /// The result of poll(2) for an open file.
  func events(for id: UInt64) -> UInt32 {
    guard let handle = try? alive(id) else { return UInt32(POLLERR | POLLHUP) }
    guard handle.node == .capture else { return UInt32(POLLERR) }
    let prompted = handle.events.isPending ? POLLPRI : 0
    // A client without buffers gets an error, regardless of other clients.
    guard owner == id else { return UInt32(POLLERR | prompted) }
    return UInt32((faults.isBroken ? POLLERR : queue.events) | prompted)
  }
}
