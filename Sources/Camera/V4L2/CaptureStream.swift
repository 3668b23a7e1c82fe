internal import CV4L2
internal import Glibc
internal import Imaging

/// A camera that streams: what it sees now is taken, what it saw before is let go.
///
/// Used by one thread at a time. Stops the camera when it goes.
final class CaptureStream {
  /// What a look at the camera gave.
  enum Look {
    /// Nothing new, or nothing good; `takeFaults` tells.
    case nothing
    /// A good frame came, and was let go.
    case unwanted
    /// The newest frame, and how long ago it was taken.
    case frame(LumaFrame, age: Duration)
    /// The stream is over.
    case lost(CameraError)
  }

  let device: VideoDevice
  let format: CaptureFormat
  /// Frames a second as promised; nil when the camera does not tell.
  let rate: Double?

  /// What has been skipped, until it is taken.
  private var faults: [FrameFault] = []

  /// The number of the newest frame that came; counts those too that were lost on the way.
  private(set) var sequence: UInt32 = 0

  private let ring: BufferRing
  private let decode: @Sendable ([UInt8]) throws -> LumaFrame
  /// Of a compressed frame, kept so that none is allocated for each.
  private var compressed: [UInt8] = []
  /// How many good frames are still to be let go: the first after a start or a change show what was before it.
  private var stale = CaptureStream.unsettled
  private var staleInARow = 0
  private var trustsTime = true

  private static let unsettled = 3
  private static let leastPatience = Duration.milliseconds(300)

  /// Takes buffers and starts the camera (STREAMON).
  ///
  /// - Parameters:
  ///   - device: with its format and rate set.
  ///   - format: as it was agreed on.
  ///   - rate: as it was promised.
  ///   - decode: makes a frame of a JPEG file.
  /// - Throws: `CameraError`; `noBandwidth` when the USB has no room.
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
    // Fails on a device that is gone, which stops all the same.
    _ = deadwax_v4l2_streamoff(device.descriptor, &type)
  }

  /// The first frames after a change of settings still show the old ones.
  func settle() { stale = Self.unsettled }

  /// What has been skipped since it was asked last.
  func takeFaults() -> [FrameFault] {
    defer { faults = [] }
    return faults
  }

  /// Takes every frame that waits, and makes a picture of the newest good one.
  ///
  /// - Parameter isWanted: whether the picture is; otherwise the frames are only given back to the driver.
  /// - Returns: the picture, or why there is none.
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
    var kept: BufferRing.Filled?
    // As many as there may be buffers (VIDEO_MAX_FRAME): a camera that fills them faster than we look must not keep us.
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
        if let kept { try ring.queue(kept.index) }
        kept = filled
      }
    }
    return kept
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
    // More old frames in a row than there can be buffers: it is the camera's clock that is wrong.
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
      // A camera may change its size by itself, but not to something that takes a second to decode.
      try MJPEGFrame.prepare(&compressed, areaLimit: max(4 * format.size.area, 1 << 22))
    } catch {
      faults.append(error)
      return nil
    }
    do {
      return try decode(compressed)
    } catch {
      // A sentence of its own there, a part of one here.
      let reason = "\(error)"
      faults.append(.damaged(reason: reason.hasSuffix(".") ? String(reason.dropLast()) : reason))
      return nil
    }
  }

  /// Whether a frame waits. Asked before each: libv4l2 complains about a vain DQBUF, and some drivers block in it.
  private func isReadable() -> Bool {
    var wait = pollfd(fd: device.descriptor, events: Int16(POLLIN), revents: 0)
    // A device that is gone is readable too: DQBUF then tells why.
    return poll(&wait, 1, 0) > 0
  }

  private static func monotonicNow() -> Duration {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return .seconds(now.tv_sec) + .nanoseconds(Int64(now.tv_nsec))
  }
}
