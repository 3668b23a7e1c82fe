internal import Foundation
internal import Imaging
internal import LabelDrawing

/// The backgrounds of a rendered frame, behind the barcode.
enum Backdrops {
  /// Returns a grey tabletop with the edge of a mat on it.
  static func tabletop(width: Int, height: Int, random: inout SeededGenerator) -> LumaFrame {
    let grey = UInt8.random(in: 70...150, using: &random)
    var tabletop = LumaFrame(width: width, height: height, filledWith: grey)
    let edge = Int.random(in: 0...height / 3, using: &random)
    tabletop.fill(
      PixelRectangle(x: 0, y: 0, width: width, height: edge),
      with: UInt8(Int(grey) + Int.random(in: -30...30, using: &random)))
    return tabletop
  }

  /// Returns print without a code: words in several sizes, stripes, a halftone and a chequer. All have enough edges to
  /// be taken for a code.
  ///
  /// - Throws: `LabelError.undrawable`.
  static func print(width: Int, height: Int, random: inout SeededGenerator) throws(LabelError) -> LumaFrame {
    var page = LumaFrame(
      width: width, height: height, filledWith: UInt8.random(in: 195...235, using: &random))
    var top = 4
    while top < height {
      let rise = Int.random(in: 40...110, using: &random)
      var left = 4
      while left < width {
        let span = Int.random(in: 120...320, using: &random)
        let part = PixelRectangle(x: left, y: top, width: span - 12, height: rise - 10)
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1, 2: try drawWords(on: &page, part, random: &random)
        case 3: drawStripes(on: &page, part, random: &random)
        case 4: drawHalftone(on: &page, part, random: &random)
        default: drawChequer(on: &page, part, random: &random)
        }
        left += span
      }
      top += rise
    }
    return page.turned(by: Double.random(in: -12...12, using: &random), filledWith: 200).middle(width, height)
  }

  /// Returns the back of a record's cover, too close to be seen whole.
  ///
  /// - Throws: `LabelError.undrawable`.
  static func sleeve(width: Int, height: Int, random: inout SeededGenerator) throws(LabelError) -> LumaFrame {
    let sleeve = Sleeve(
      title: "Rumours of a Later Spring", artist: "The Orchard Street Ensemble", catalogNumber: "DWX 2047",
      barcode: nil, medium: Sleeve.Medium.allCases.randomElement(using: &random) ?? .vinyl,
      tracks: (1...12).map { "Movement \($0), for two pianos and a tape recorder" })
    let cover = try sleeve.drawn(seed: random.next())
    var view = LumaFrame(width: width, height: height, filledWith: 110)
    let drawn = cover.scaled(
      toWidth: cover.width * max(width, 640) / 820, height: cover.height * max(width, 640) / 820)
    view.draw(
      drawn, turnedBy: Double.random(in: -15...15, using: &random), centredAtX: Double(width) / 2,
      y: Double(height) / 2)
    return view
  }

  private static func drawWords(
    on page: inout LumaFrame, _ part: PixelRectangle, random: inout SeededGenerator
  ) throws(LabelError) {
    let words = ["side", "one", "stereo", "℗ 1971", "recorded", "at", "Mixed", "by", "and", "33⅓", "LP", "lyrics"]
    let text = (0..<24).map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
    let size = Int.random(in: 9...30, using: &random)
    let style = TextBlock.Style(size: size, isBold: Bool.random(using: &random), lines: max(1, part.height / size))
    try page.draw(
      text, style: style, at: PixelPoint(x: part.x, y: part.y), width: part.width,
      ink: UInt8.random(in: 20...110, using: &random))
  }

  private static func drawStripes(
    on page: inout LumaFrame, _ part: PixelRectangle, random: inout SeededGenerator
  ) {
    let pitch = Int.random(in: 4...14, using: &random)
    let ink = UInt8.random(in: 30...120, using: &random)
    let isUpright = Bool.random(using: &random)
    for offset in stride(from: 0, to: isUpright ? part.width : part.height, by: pitch) {
      page.fill(
        isUpright
          ? PixelRectangle(x: part.x + offset, y: part.y, width: pitch / 2, height: part.height)
          : PixelRectangle(x: part.x, y: part.y + offset, width: part.width, height: pitch / 2), with: ink)
    }
  }

  private static func drawHalftone(
    on page: inout LumaFrame, _ part: PixelRectangle, random: inout SeededGenerator
  ) {
    let pitch = Int.random(in: 3...6, using: &random)
    for y in stride(from: 0, to: part.height, by: pitch) {
      for x in stride(from: 0, to: part.width, by: pitch) {
        let size = 1 + (x * (pitch - 1)) / max(1, part.width)
        page.fill(PixelRectangle(x: part.x + x, y: part.y + y, width: size, height: size), with: 70)
      }
    }
  }

  private static func drawChequer(
    on page: inout LumaFrame, _ part: PixelRectangle, random: inout SeededGenerator
  ) {
    let side = Int.random(in: 2...9, using: &random)
    for y in stride(from: 0, to: part.height, by: side) {
      for x in stride(from: 0, to: part.width, by: side) where Bool.random(using: &random) {
        page.fill(PixelRectangle(x: part.x + x, y: part.y + y, width: side, height: side), with: 40)
      }
    }
  }
}

extension LumaFrame {
  /// Returns the middle of the frame, or the frame itself if it is smaller.
  fileprivate func middle(_ width: Int, _ height: Int) -> LumaFrame {
    let part = PixelRectangle(
      x: (self.width - width) / 2, y: (self.height - height) / 2, width: width, height: height)
    return cropped(to: part) ?? self
  }
}
