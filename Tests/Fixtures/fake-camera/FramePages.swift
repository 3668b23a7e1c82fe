internal import CFakeCamera
internal import Glibc
internal import Threads

/// The bytes of all buffers, which are the content of the camera's file.
final class FramePages: @unchecked Sendable {
  // Sendable is sound: the memory is accessed only under `lock`.
  private let bytes: UnsafeMutableRawPointer
  private let lock = Locked(())

  static let length = BufferQueue.limit * BufferQueue.slot

  /// The number of bytes passed to the kernel in one call.
  private static let piece = 1 << 20

  init() {
    // The kernel zeroes it, and allocates only the pages that frames are written to.
    let memory = mmap(
      nil, Self.length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard let memory, memory != MAP_FAILED else { fatalError("no memory for the frames") }
    bytes = memory
  }

  /// Writes a frame into the pages that clients have mapped.
  func store(_ frame: [UInt8], _ buffer: Int, in session: OpaquePointer, of node: fuse_ino_t) {
    let start = buffer * BufferQueue.slot
    lock.withLock { _ in
      _ = frame.withUnsafeBytes { memcpy(bytes + start, $0.baseAddress ?? UnsafeRawPointer(bytes), $0.count) }
    }
    // Not under the lock: a client that reads a page locks it in the kernel until `read` has answered. Only this thread
    // writes.
    let length = (frame.count + 4095) / 4096 * 4096
    var offset = 0
    while offset < length {
      let count = min(Self.piece, length - offset)
      _ = store_pages(session, node, off_t(start + offset), bytes + start + offset, count)
      offset += count
    }
  }

  /// Returns a copy of a part, for pages that the kernel has dropped.
  func read(_ offset: Int, _ count: Int) -> [UInt8] {
    guard (0..<Self.length).contains(offset) else { return [] }
    return lock.withLock { _ in
      [UInt8](UnsafeRawBufferPointer(start: bytes + offset, count: min(count, Self.length - offset)))
    }
  }
}
