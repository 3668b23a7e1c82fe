internal import Imaging

/// Extraction of the brightness from raw frames.
enum LumaPlane {
  /// Copies the brightness into a new frame without gaps between lines. The source is not needed afterwards.
  ///
  /// - Parameters:
  ///   - bytes: at least `format.bytesNeeded` bytes.
  ///   - format: a raw format.
  /// - Returns: nil if there are too few bytes, or the format is compressed.
  static func copy(_ bytes: UnsafeRawBufferPointer, format: CaptureFormat) -> LumaFrame? {
    guard let source = bytes.baseAddress, bytes.count >= format.bytesNeeded else { return nil }
    let (width, height) = (format.size.width, format.size.height)
    let line = format.bytesPerLine
    let first: Int?
    switch format.format.luma {
    case .compressed: return nil
    case .plane: first = nil
    case .interleaved(let offset): first = offset
    }
    let pixels = [UInt8](unsafeUninitializedCapacity: width * height) { buffer, filled in
      guard let to = buffer.baseAddress else { return }
      let from = source.assumingMemoryBound(to: UInt8.self)
      if let first {
        // Lines without gaps are one long line.
        let isWhole = line == 2 * width
        let (rows, count) = isWhole ? (1, width * height) : (height, width)
        for row in 0..<rows { everySecond(from + row * line, first: first, to: to + row * width, count: count) }
      } else if line == width {
        to.initialize(from: from, count: width * height)
      } else {
        for row in 0..<height { (to + row * width).initialize(from: from + row * line, count: width) }
      }
      filled = width * height
    }
    return LumaFrame(width: width, height: height, pixels: pixels)
  }

  /// Copies every second byte, sixteen pixels at a time.
  private static func everySecond(
    _ from: UnsafePointer<UInt8>, first: Int, to: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    let source = UnsafeRawPointer(from)
    let target = UnsafeMutableRawPointer(to)
    var index = 0
    let shift = SIMD16<UInt16>(repeating: first == 0 ? 0 : 8)
    let low = SIMD16<UInt16>(repeating: 0xFF)
    while index + 16 <= count {
      // Two bytes form one little-endian number; the first byte is its lower half.
      let pairs = source.loadUnaligned(fromByteOffset: 2 * index, as: SIMD16<UInt16>.self)
      let bytes = SIMD16<UInt8>(truncatingIfNeeded: (pairs &>> shift) & low)
      target.storeBytes(of: bytes, toByteOffset: index, as: SIMD16<UInt8>.self)
      index += 16
    }
    while index < count {
      to[index] = from[2 * index + first]
      index += 1
    }
  }
}
