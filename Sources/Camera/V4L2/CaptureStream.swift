internal import CV4L2
internal import Glibc
internal import Imaging

/// A camera that streams. It returns the newest frame and discards older ones.
///
/// Used by one thread at a time. Stops the camera on deinitialisation.
final class CaptureStream {
  /// The result of one look at the camera.
  enum Look {
    /// No new frame, or no good one; `takeFaults` has the reason.
    case nothing
    /// A good frame arrived and was discarded.
    case unwanted
    /// The newest frame, and its age.
    case frame(LumaFrame, age: Duration)
    /// The stream has ended.
    case lost(CameraError)
  }

  let device: VideoDevice
  let format: CaptureFormat
  /// The promised frames per second; nil if the camera does not report them.
  let rate: Double?

  /// The faults of skipped frames that were not taken yet.
  private var faults: [FrameFault] = []

  /// The number of the newest frame that arrived. Frames that were lost on the way count too.
  private(set) var sequence: UInt32 = 0

  private let ring: BufferRing
  private let decode: @Sendable ([UInt8]) throws -> LumaFrame
  /// The bytes of a compressed frame, reused to avoid an allocation for each frame.
  private var compressed: [UInt8] = []
  /// The number of good frames still to discard: the first ones after a start or a change show the state before it.
  private var stale = CaptureStream.unsettled
  private var staleInARow = 0
  private var trustsTime = true

  private static let unsettled = 3
  private static let leastPatience = Duration.milliseconds(300)

  /// Allocates buffers and starts the camera (STREAMON).
  ///
  /// - Parameters:
  ///   - device: the device, with its format and rate set.
  ///   - format: the agreed format.
  ///   - rate: the promised frames per second.
  ///   - decode: a function that decodes a JPEG file into a frame.
  /// - Throws: `CameraError`; `noBandwidth` when the USB has no bandwidth left.
  init(
    _ device: VideoDevice, format: CaptureFormat, rate: Double?,
    decode: @escaping @Sendable ([UInt8]) throws -> LumaFrame
  ) throws(CameraError) {
    self.device = device
    self.format = format
    self.rate = rate
    self.decode = decode
    ring = try BufferRing(of: device)
    guard format.bytesNeeded <= ring.capacity(of: 0) else {
      throw .noUsableFormat(
        device: device.path,
        detail: "\(format.bytesNeeded) bytes of a frame do not fit into its buffers of \(ring.capacity(of: 0))")
    }
    try ring.queueAll()
    var type = Int32(bitPattern: V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue)
    let code = deadwax_v4l2_streamon(device.descriptor, &type)
    guard code == 0 else { throw device.error(of: "VIDIOC_STREAMON", code) }
  }

  deinit {
    var type = Int32(bitPattern: V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue)
    // The call fails on a device that is gone, which stops anyway.
    _ = deadwax_v4l2_streamoff(device.descriptor, &type)
  }

  /// Discards the next frames: the first ones after a change of settings still show the old settings.
  func settle() { stale = Self.unsettled }

  /// Returns the faults since the last call and clears them.
  func takeFaults() -> [FrameFault] {
    defer { faults = [] }
    return faults
  }

  /// Dequeues every waiting frame, and makes a picture of the newest good one.
  ///
  /// - Parameter isWanted: true if the picture is needed; otherwise the frames are only returned to the driver.
  /// - Returns: the picture, or the reason there is none.
  func look(isWanted: Bool = true) -> Look {
    do throws(CameraError) {
      guard let newest = try newest() else { return .nothing }
      guard isWanted else {
        try ring.queue(newest.index)
        return .unwanted
      }
      return try picture(of: newest)
    } catch {
      return .lost(error)
    }
  }

  private func newest() throws(CameraError) -> BufferRing.Filled? {
    var newest: BufferRing.Filled?
    // The largest number of buffers (VIDEO_MAX_FRAME). A camera faster than this loop must not hold it forever.
    for _ in 0..<32 {
      guard isReadable(), let filled = try ring.dequeue() else { break }
      sequence = filled.sequence
      if let fault = fault(of: filled) {
        faults.append(fault)
        try ring.queue(filled.index)
      } else if stale > 0 {
        stale -= 1
        try ring.queue(filled.index)
      } else {
        if let newest { try ring.queue(newest.index) }
        newest = filled
      }
    }
    return newest
  }

  private func fault(of filled: BufferRing.Filled) -> FrameFault? {
    if let fault = FrameFault.judge(
      isFlagged: filled.isFlagged, bytesUsed: filled.bytesUsed, capacity: ring.capacity(of: filled.index),
      format: format)
    {
      return fault
    }
    guard trustsTime, let taken = filled.taken else { return nil }
    let patience = max(Self.leastPatience, .seconds(3 / max(1, rate ?? 30)))
    guard Self.monotonicNow() - taken > patience else {
      staleInARow = 0
      return nil
    }
    // More consecutive old frames than there can be buffers mean that the camera's clock is wrong.
    staleInARow += 1
    if staleInARow > 32 { trustsTime = false }
    return .stale
  }

  private func picture(of filled: BufferRing.Filled) throws(CameraError) -> Look {
    let age = filled.taken.map { min(.seconds(2), max(.zero, Self.monotonicNow() - $0)) } ?? .zero
    if format.format.luma == .compressed {
      ring.lend(filled.index, count: filled.bytesUsed) { bytes in
        compressed.removeAll(keepingCapacity: true)
        compressed.append(contentsOf: bytes)
      }
      try ring.queue(filled.index)
      guard let frame = decoded() else { return .nothing }
      return .frame(frame, age: age)
    }
    let frame = ring.lend(filled.index, count: filled.bytesUsed) { LumaPlane.copy($0, format: format) }
    try ring.queue(filled.index)
    guard let frame else { return .nothing }
    return .frame(frame, age: age)
  }

  private func decoded() -> LumaFrame? {
    do throws(FrameFault) {
      // A camera may change its size by itself, but not to one that takes a second to decode.
      try MJPEGFrame.prepare(&compressed, areaLimit: max(4 * format.size.area, 1 << 22))
    } catch {
      faults.append(error)
      return nil
    }
    do {
      return try decode(compressed)
    } catch {
      // The decoder's message is a full sentence; here it becomes part of one.
      let reason = "\(error)"
      faults.append(.damaged(reason: reason.hasSuffix(".") ? String(reason.dropLast()) : reason))
      return nil
    }
  }

  /// Returns true if a frame waits. Checked before each DQBUF: libv4l2 logs a DQBUF without a frame, and some drivers
  /// block.
  private func isReadable() -> Bool {
    var wait = pollfd(fd: device.descriptor, events: Int16(POLLIN), revents: 0)
    // A device that is gone is readable too; DQBUF then returns the error.
    return poll(&wait, 1, 0) > 0
  }

  private static func monotonicNow() -> Duration {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return .seconds(now.tv_sec) + .nanoseconds(Int64(now.tv_nsec))
  }
}
