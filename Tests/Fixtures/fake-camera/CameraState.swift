internal import CFakeCamera
internal import Glibc
internal import Imaging

/// All there is to know about the camera, under one lock.
struct CameraState {
  enum Node { case capture, metadata }

  /// An open file of a client.
  struct Handle {
    let node: Node
    /// Of the plugging in that it was opened in: it is dead ever after.
    let generation: Int
    let number: Int
    let waits: Bool
    var priority = V4L2_PRIORITY_DEFAULT
    var events = ControlEvents()
  }

  /// A client that waits within DQBUF.
  struct Waiter {
    /// The fuse_req_t, as a number.
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
  /// Bytes that the camera adds to each line, and tells.
  var padding = 0
  /// How many grey steps each frame differs from the one before, at some places.
  var noise = 0

  var layout: Layout
  /// Frames a second, as the client asked for it.
  var rate: UInt32 = 30
  /// Frames a second, whatever the client asked for; nil as it did.
  var forcedRate: UInt32?
  var queue = BufferQueue()
  /// Whose the buffers are.
  var owner: UInt64?
  var sequence: UInt32 = 0
  /// Since the last STREAMON.
  var framesOfStream = 0

  var handles: [UInt64: Handle] = [:]
  var lastHandle: UInt64 = 0
  var waiters: [Waiter] = []
  /// fuse_pollhandles, as numbers, that want to be told of a change.
  var polls: [UInt] = []
  /// Whether those who wait must look again.
  var hasNews = false
  /// Whether the program ends.
  var isOver = false
  var counters = Counters()

  struct Counters {
    var opens = 0
    var streams = 0
    var delivered = 0
    /// Frames for which the client had no buffer queued.
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
  /// Whether frames are made.
  var runs: Bool { isPlugged && queue.isStreaming && !faults.isStalled && !faults.isBroken }

  /// An open handle of the camera as it is plugged in now.
  ///
  /// - Throws: ENODEV for one that has been unplugged.
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
    hasNews = true
  }

  /// Takes the buffers from whoever has them.
  mutating func free() {
    queue.allocate(0, length: 0)
    owner = nil
    hasNews = true
  }

  mutating func unplug() {
    isPlugged = false
    free()
  }

  /// Comes back as it was made, under a number that nobody holds open any more.
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

  /// What poll(2) says for a handle.
  func events(for id: UInt64) -> UInt32 {
    guard let handle = try? alive(id) else { return UInt32(POLLERR | POLLHUP) }
    guard handle.node == .capture else { return UInt32(POLLERR) }
    let asked = handle.events.isPending ? POLLPRI : 0
    // Who has no buffers gets an error, whatever another client does.
    guard owner == id else { return UInt32(POLLERR | asked) }
    return UInt32((faults.isBroken ? POLLERR : queue.events) | asked)
  }
}
