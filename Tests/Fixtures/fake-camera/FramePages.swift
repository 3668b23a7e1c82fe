internal import CFakeCamera
internal import Glibc
internal import Lanes

/// The bytes of all buffers, as the camera's file holds them.
final class FramePages: @unchecked Sendable {
  // Sendable is sound: the memory is reached under `lock` alone.
  private let bytes: UnsafeMutableRawPointer
  private let lock = Guarded(())

  static let length = BufferQueue.limit * BufferQueue.slot

  /// At once, of what the kernel is handed.
  private static let piece = 1 << 20

  init() {
    // Zeroed by the kernel, and taken up only where frames are written.
    let memory = mmap(
      nil, Self.length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard let memory, memory != MAP_FAILED else { fatalError("no memory for the frames") }
    bytes = memory
  }

  /// Puts a frame into the pages that clients have mapped.
  func store(_ frame: [UInt8], _ buffer: Int, in session: OpaquePointer, of node: fuse_ino_t) {
    let start = buffer * BufferQueue.slot
    lock.withLock { _ in
      _ = frame.withUnsafeBytes { memcpy(bytes + start, $0.baseAddress ?? UnsafeRawPointer(bytes), $0.count) }
    }
    // Not under the lock: a client that reads a page holds it in the kernel until `read` has answered. Nobody but this
    // thread writes.
    let length = (frame.count + 4095) / 4096 * 4096
    var offset = 0
    while offset < length {
      let count = min(Self.piece, length - offset)
      _ = store_pages(session, node, off_t(start + offset), bytes + start + offset, count)
      offset += count
    }
  }

  /// A copy of a part, for pages that the kernel has let go.
  func read(_ offset: Int, _ count: Int) -> [UInt8] {
    guard (0..<Self.length).contains(offset) else { return [] }
    return lock.withLock { _ in
      [UInt8](UnsafeRawBufferPointer(start: bytes + offset, count: min(count, Self.length - offset)))
    }
  }
}
