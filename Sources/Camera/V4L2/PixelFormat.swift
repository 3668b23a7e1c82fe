/// The camera formats that are used here, ordered by the cost of extracting the brightness, the cheapest first.
///
/// The four letters are V4L2's (`videodev2.h`).
package enum PixelFormat: String, Sendable, CaseIterable {
  case grey = "GREY"
  case nv12 = "NV12"
  case nv21 = "NV21"
  case yu12 = "YU12"
  case yv12 = "YV12"
  case yuv422p = "422P"
  case yuyv = "YUYV"
  case yvyu = "YVYU"
  case uyvy = "UYVY"
  case vyuy = "VYUY"
  case mjpeg = "MJPG"
  case jpeg = "JPEG"

  /// The place of the brightness in a frame.
  enum Luma: Equatable {
    /// A separate plane, first in the frame.
    case plane
    /// Every second byte, starting at this one.
    case interleaved(first: Int)
    /// Inside compressed data, which has to be decoded.
    case compressed
  }

  var luma: Luma {
    switch self {
    case .grey, .nv12, .nv21, .yu12, .yv12, .yuv422p: .plane
    case .yuyv, .yvyu: .interleaved(first: 0)
    case .uyvy, .vyuy: .interleaved(first: 1)
    case .mjpeg, .jpeg: .compressed
    }
  }

  /// The relative cost of extracting the brightness. Formats of one kind cost the same.
  var cost: Int {
    switch self {
    case .grey: 0
    case .nv12, .nv21, .yu12, .yv12: 1
    case .yuv422p: 2
    case .yuyv, .yvyu, .uyvy, .vyuy: 3
    case .mjpeg, .jpeg: 4
    }
  }

  /// The code in V4L2: the four letters, the first in the lowest byte.
  package var code: UInt32 { Self.code(of: rawValue) }

  package init?(code: UInt32) {
    guard let format = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = format
  }

  static func code(of letters: String) -> UInt32 {
    letters.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Returns the letters of any format, known or not. A byte that is not printable ASCII becomes a question mark.
  static func letters(of code: UInt32) -> String {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: code >> (8 * UInt32($0))) & 0x7F }
    let text = String(decoding: bytes.map { (0x20...0x7E).contains($0) ? $0 : 0x3F }, as: UTF8.self)
    return text.hasSuffix(" ") ? String(text.reversed().drop { $0 == " " }.reversed()) : text
  }
}
