internal import CV4L2
internal import Glibc

/// The buffers that a driver fills, mapped into this process's memory (REQBUFS, QUERYBUF, mmap).
///
/// Unmapped and returned to the driver on deinitialisation. The ring retains its device.
final class BufferRing {
  /// A buffer the driver has filled.
  struct Filled {
    let index: Int
    let bytesUsed: Int
    let isFlagged: Bool
    /// The time at which the frame's capture began, by the monotonic clock; nil if the driver uses another clock.
    let taken: Duration?
    let sequence: UInt32
  }

  private let device: VideoDevice
  private var maps: [UnsafeMutableRawBufferPointer] = []

  private static let wanted: UInt32 = 4
  private static let capture = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
  private static let mapped = V4L2_MEMORY_MMAP.rawValue

  /// Requests buffers and maps them; at least two are required.
  ///
  /// - Throws: `CameraError`; `busy` when another program streams.
  init(of device: VideoDevice) throws(CameraError) {
    self.device = device
    var request = v4l2_requestbuffers()
    request.count = Self.wanted
    request.type = Self.capture
    request.memory = Self.mapped
    var code = deadwax_v4l2_reqbufs(device.descriptor, &request)
    guard code == 0 else { throw device.error(of: "VIDIOC_REQBUFS", code) }
    guard request.count >= 2 else {
      throw .notACamera(device: device.path, detail: "it provides \(request.count) buffers, but 2 are required")
    }
    for index in 0..<request.count {
      var buffer = Self.buffer(index)
      code = deadwax_v4l2_querybuf(device.descriptor, &buffer)
      guard code == 0 else { throw device.error(of: "VIDIOC_QUERYBUF", code) }
      guard buffer.length > 0 else {
        throw .notACamera(device: device.path, detail: "its buffers are empty")
      }
      let map = v4l2_mmap(
        nil, Int(buffer.length), PROT_READ | PROT_WRITE, MAP_SHARED, device.descriptor, Int64(buffer.m.offset))
      guard let map, map != MAP_FAILED else { throw device.error(of: "mmap", errno) }
      maps.append(UnsafeMutableRawBufferPointer(start: map, count: Int(buffer.length)))
    }
  }

  deinit {
    unmap()
    // Frees the buffers for another owner of the handle. The call fails on a device that is gone.
    var request = v4l2_requestbuffers()
    request.type = Self.capture
    request.memory = Self.mapped
    _ = deadwax_v4l2_reqbufs(device.descriptor, &request)
  }

  private func unmap() {
    for map in maps { v4l2_munmap(map.baseAddress, map.count) }
    maps = []
  }

  /// Queues every buffer with the driver (QBUF).
  func queueAll() throws(CameraError) {
    for index in maps.indices { try queue(index) }
  }

  /// Returns a buffer to the driver.
  func queue(_ index: Int) throws(CameraError) {
    var buffer = Self.buffer(UInt32(index))
    let code = deadwax_v4l2_qbuf(device.descriptor, &buffer)
    guard code == 0 else { throw device.error(of: "VIDIOC_QBUF", code) }
  }

  /// Dequeues the oldest filled buffer (DQBUF); nil if none is filled.
  ///
  /// - Throws: `CameraError`: the stream has ended.
  func dequeue() throws(CameraError) -> Filled? {
    var buffer = Self.buffer(0)
    let code = deadwax_v4l2_dqbuf(device.descriptor, &buffer)
    if code == -EAGAIN { return nil }
    guard code == 0 else { throw device.error(of: "VIDIOC_DQBUF", code) }
    guard maps.indices.contains(Int(buffer.index)) else {
      throw .notACamera(device: device.path, detail: "it returned the invalid buffer \(buffer.index) of \(maps.count)")
    }
    let isMonotonic =
      buffer.flags & UInt32(V4L2_BUF_FLAG_TIMESTAMP_MASK) == UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)
    return Filled(
      index: Int(buffer.index), bytesUsed: Int(buffer.bytesused),
      isFlagged: buffer.flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0,
      taken: isMonotonic
        ? .seconds(buffer.timestamp.tv_sec) + .microseconds(Int64(buffer.timestamp.tv_usec)) : nil,
      sequence: buffer.sequence)
  }

  /// Returns the capacity of a buffer in bytes.
  func capacity(of index: Int) -> Int { maps[index].count }

  /// Passes the first `count` bytes of a buffer to `body`, clamped to the buffer's size. They are valid only in the
  /// call.
  func lend<Result>(_ index: Int, count: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let map = maps[index]
    return body(UnsafeRawBufferPointer(rebasing: map[..<min(max(0, count), map.count)]))
  }

  private static func buffer(_ index: UInt32) -> v4l2_buffer {
    var buffer = v4l2_buffer()
    buffer.index = index
    buffer.type = capture
    buffer.memory = mapped
    return buffer
  }
}
