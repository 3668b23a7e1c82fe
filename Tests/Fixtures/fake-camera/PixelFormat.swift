internal import CFakeCamera
internal import Glibc

/// The layout of a picture's bytes, by its four characters from <linux/videodev2.h>.
enum PixelFormat: String, CaseIterable {
  case grey = "GREY"
  case nv12 = "NV12"
  case yu12 = "YU12"
  case yuyv = "YUYV"
  case mjpg = "MJPG"

  /// The four characters, the first in the lowest byte.
  var code: UInt32 { rawValue.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) } }

  init?(code: UInt32) {
    guard let format = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = format
  }

  /// The name in Linux 6.1 (v4l_fill_fmtdesc).
  var title: String {
    switch self {
    case .grey: "8-bit Greyscale"
    case .nv12: "Y/CbCr 4:2:0"
    case .yu12: "Planar YUV 4:2:0"
    case .yuyv: "YUYV 4:2:2"
    case .mjpg: "Motion-JPEG"
    }
  }

  var isCompressed: Bool { self == .mjpg }

  /// Returns the frame rates per second at a size, the fastest first. Uncompressed colour is as slow as over USB 2.
  func rates(at size: FrameSize) -> [UInt32] {
    switch (self, size.height) {
    case (.yuyv, 720): [10, 5]
    case (.yuyv, 1080): [5]
    default: [30, 15, 5]
    }
  }
}

struct FrameSize: Hashable {
  let width: Int
  let height: Int

  static let all = [(320, 240), (640, 480), (1280, 720), (1920, 1080)].map { FrameSize(width: $0, height: $1) }

  /// Returns the size that a driver chooses for a request: the nearest one (v4l2_find_nearest_size).
  static func nearest(width: UInt32, height: UInt32) -> FrameSize {
    func distance(_ size: FrameSize) -> Int { abs(size.width - Int(width)) + abs(size.height - Int(height)) }
    return all.min { distance($0) < distance($1) } ?? all[0]
  }
}

/// The layout of a frame in its buffer.
struct Layout: Hashable {
  let format: PixelFormat
  let size: FrameSize
  /// The distance in bytes between two lines of luma (two lines of pixels for YUYV); 0 if compressed.
  let bytesPerLine: Int

  /// - Parameters:
  ///   - format: the pixel format.
  ///   - size: the size of the frame.
  ///   - padding: the number of bytes that the camera adds to each line.
  init(_ format: PixelFormat, _ size: FrameSize, padding: Int) {
    self.format = format
    self.size = size
    switch format {
    case .mjpg: bytesPerLine = 0
    case .yuyv: bytesPerLine = size.width * 2 + padding
    // A chroma line has half the bytes of a luma line, so that length must be even.
    case .grey, .nv12, .yu12: bytesPerLine = size.width + padding / 2 * 2
    }
  }

  /// The size of a whole frame in bytes; for compressed formats the maximum.
  var length: Int {
    switch format {
    case .mjpg: size.width * size.height * 2
    case .yuyv, .grey: bytesPerLine * size.height
    case .nv12, .yu12: bytesPerLine * size.height * 3 / 2
    }
  }
}
