internal import Imaging
internal import Pictures

/// Makes a frame's bytes of a picture. Keeps what it made: the same picture is shown for many frames.
struct Rendering {
  private struct Key: Hashable {
    let picture: Int
    let layout: Layout
    let resized: FrameSize?
  }

  private var made: [Key: [UInt8]] = [:]

  /// Of an empty desk.
  private static let paper: UInt8 = 110

  /// - Parameters:
  ///   - picture: nil for an empty desk.
  ///   - layout: how the bytes lie.
  ///   - resized: of a compressed frame that has another size than the layout says.
  /// - Returns: a whole frame.
  mutating func bytes(of picture: Scene.Picture?, layout: Layout, resized: FrameSize?) -> [UInt8] {
    let key = Key(picture: picture?.number ?? 0, layout: layout, resized: resized)
    if let known = made[key] { return known }
    // A test shows some dozens of pictures; a run that shows more begins anew.
    if made.count >= 64 { made = [:] }
    let size = layout.format.isCompressed ? resized ?? layout.size : layout.size
    let bytes = Self.laidOut(Self.scene(picture?.frame, size), layout)
    made[key] = bytes
    return bytes
  }

  /// The picture in the middle of the frame, made smaller when it does not fit.
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
    // Chroma that is no colour, and padding that no reader may take for a picture.
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
