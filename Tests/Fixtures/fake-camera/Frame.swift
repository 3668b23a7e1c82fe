internal import CFakeCamera
internal import Glibc

/// A frame on its way into a client's buffer.
struct Frame {
  enum Damage: Equatable {
    case none, error, short, junk, stale
    case cut(Int)
  }

  /// The inputs that determine the bytes: frames with equal contents are equal.
  struct Content: Hashable {
    let generation: Int
    let picture: Int
    let layout: Layout
    let resized: FrameSize?
  }

  let buffer: Int
  let epoch: Int
  let generation: Int
  let sequence: UInt32
  let picture: Scene.Picture?
  let layout: Layout
  let resized: FrameSize?
  let damage: Damage
  let noise: Int
  /// The frame length that the camera reports, if it misreports it.
  let claimedLength: UInt32?
  /// The maximum number of bytes that fit into the buffer.
  let room: Int

  var content: Content {
    Content(generation: generation, picture: picture?.number ?? 0, layout: layout, resized: resized)
  }

  /// True if the content alone determines the bytes.
  var isPlain: Bool { (damage == .none || damage == .stale) && noise == 0 }

  func bytes(_ rendering: inout Rendering) -> [UInt8] {
    var bytes = rendering.bytes(of: picture, layout: layout, resized: resized)
    switch damage {
    case .none, .stale: break
    case .error: bytes = [UInt8](repeating: 0, count: bytes.count / 3)
    case .short: bytes.removeLast(bytes.count - bytes.count / 2)
    case .cut(let length): bytes.removeLast(bytes.count - min(length, bytes.count))
    case .junk: bytes = [UInt8](repeating: 0x55, count: layout.length)
    }
    if noise > 0, !layout.format.isCompressed {
      for index in stride(from: Int(sequence) % 97, to: bytes.count, by: 97) {
        bytes[index] = bytes[index] > 127 ? bytes[index] - UInt8(noise) : bytes[index] + UInt8(noise)
      }
    }
    if bytes.count > room { bytes.removeLast(bytes.count - room) }
    return bytes
  }

  /// Returns the buffer as its client will receive it.
  func filled(length: Int) -> BufferQueue.Buffer {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    let age = damage == .stale ? 10 : 0
    return BufferQueue.Buffer(
      bytesUsed: claimedLength ?? UInt32(length), sequence: sequence, hasError: damage == .error,
      timestamp: timeval(tv_sec: now.tv_sec - age, tv_usec: now.tv_nsec / 1000))
  }
}

extension CameraState {
  /// Returns the frame of this tick, with the pending faults; nil if the client has queued no buffer.
  mutating func takeFrame() -> Frame? {
    guard runs else { return nil }
    let number = sequence
    sequence += 1
    guard let buffer = queue.takeQueued() else {
      counters.dropped += 1
      return nil
    }
    framesOfStream += 1
    let damage = takeDamage()
    if damage != .none { counters.faulty += 1 }
    return Frame(
      buffer: buffer, epoch: queue.epoch, generation: generation, sequence: number,
      picture: damage == .stale ? scene.previous : scene.current(at: .now), layout: layout, resized: faults.resized,
      damage: damage, noise: noise, claimedLength: faults.lies[.bytesused], room: queue.length)
  }

  private mutating func takeDamage() -> Frame.Damage {
    if framesOfStream <= faults.stale { return .stale }
    if framesOfStream <= faults.junk { return .junk }
    if faults.errors > 0 {
      faults.errors -= 1
      return .error
    }
    if faults.shorts > 0 {
      faults.shorts -= 1
      return .short
    }
    if faults.cuts > 0 {
      faults.cuts -= 1
      return .cut(faults.cutLength)
    }
    return .none
  }
}
