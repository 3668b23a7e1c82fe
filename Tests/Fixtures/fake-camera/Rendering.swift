internal import Imaging
internal import Pictures

/// A renderer from pictures to frame bytes. It caches its results, because the same picture appears in many frames.
struct Rendering {
  private struct Key: Hashable {
    let picture: Int
    let layout: Layout
    let resized: FrameSize?
  }

  private var made: [Key: [UInt8]] = [:]

  /// The grey level of an empty table.
  private static let paper: UInt8 = 110

  /// - Parameters:
  ///   - picture: the picture; nil for an empty table.
  ///   - layout: the layout of the bytes.
  ///   - resized: the actual size of a compressed frame, if it differs from the layout's.
  /// - Returns: the bytes of a whole frame.
  mutating func bytes(of picture: Scene.Picture?, layout: Layout, resized: FrameSize?) -> [UInt8] {
    let key = Key(picture: picture?.number ?? 0, layout: layout, resized: resized)
    if let known = made[key] { return known }
    // A test shows a few dozen pictures; a run that shows more clears the cache.
    if made.count >= 64 { made = [:] }
    let size = layout.format.isCompressed ? resized ?? layout.size : layout.size
    let bytes = Self.laidOut(Self.scene(picture?.frame, size), layout)
    made[key] = bytes
    return bytes
  }

  /// Places the picture in the middle of the frame, scaled down if it does not fit.
  private static func scene(_ picture: LumaFrame?, _ size: FrameSize) -> LumaFrame {
    var frame = LumaFrame(width: size.width, height: size.height, filledWith: paper)
    guard var picture else { return frame }
    let ratio = min(Double(size.width) / Double(picture.width), Double(size.height) / Double(picture.height))
    if ratio < 1 {
      picture = picture.scaled(
        toWidth: max(1, Int(Double(picture.width) * ratio)), height: max(1, Int(Double(picture.height) * ratio)))
    }
    frame.draw(picture, at: PixelPoint(x: (size.width - picture.width) / 2, y: (size.height - picture.height) / 2))
    return frame
  }

  private static func laidOut(_ frame: LumaFrame, _ layout: Layout) -> [UInt8] {
    if layout.format.isCompressed { return (try? JPEGPicture.encode(frame, quality: 90)) ?? [] }
    let (width, line) = (frame.width, layout.bytesPerLine)
    // Neutral chroma, and padding that a reader must not mistake for pixels.
    var bytes = [UInt8](repeating: 128, count: layout.length)
    bytes.withUnsafeMutableBufferPointer { bytes in
      frame.pixels.withUnsafeBufferPointer { pixels in
        for row in 0..<frame.height {
          let (from, to) = (row * width, row * line)
          if layout.format == .yuyv {
            for column in 0..<width { bytes[to + 2 * column] = pixels[from + column] }
            for column in 2 * width..<line { bytes[to + column] = column & 1 == 0 ? 0 : 255 }
          } else {
            for column in 0..<width { bytes[to + column] = pixels[from + column] }
            for column in width..<line { bytes[to + column] = column & 1 == 0 ? 0 : 255 }
          }
        }
      }
    }
    return bytes
  }
}
