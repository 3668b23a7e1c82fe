import Deadwax
import Imaging
import Pictures
import ReaderProtocol
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(50)), .needsChannel, .needs(.pictures)) struct PlaceReadingTests {
  @Test(.needs(.formats), arguments: ["GREY", "NV12", "YU12", "YUYV", "MJPG"])
  func `a code comes once, with its text and its corners, and goes`(format: String) async throws {
    let camera = try await CameraUnderTest(formats: [format])
    let reader = try ReaderUnderTest(camera)
    try await reader.state(.ready)
    #expect(try await camera.state()["format"] == format)
    try await camera.show(try Sheet.of(Sheet.text))
    let code = try await reader.code(.appeared, Sheet.text)
    #expect(code.symbology == .ean13 && code.points.count == 4)
    // The corners enclose the bars: within the symbol with its quiet zone, and most of its width.
    let symbol = try Sheet.symbol(Sheet.text)
    let (xs, ys) = (code.points.map(\.x), code.points.map(\.y))
    let (left, right) = (xs.min() ?? 0, xs.max() ?? 0)
    #expect(left >= Sheet.place.x - 4 && right <= Sheet.place.x + symbol.width + 4)
    #expect((ys.min() ?? 0) >= Sheet.place.y - 4 && (ys.max() ?? 0) <= Sheet.place.y + symbol.height + 4)
    #expect(right - left > symbol.width * 3 / 4)
    try await reader.beats(2)
    #expect(try reader.codes().count == 1, "it is said once")
    try await camera.show(nil)
    #expect(try await reader.code(.left, Sheet.text).id == code.id)
    try await reader.stop()
  }

  @Test func `another code in its place is another reading, and the first again is a new one`() async throws {
    let camera = try await CameraUnderTest()
    try await camera.show(try Sheet.of(Sheet.text))
    let reader = try ReaderUnderTest(camera)
    let first = try await reader.code(.appeared, Sheet.text)
    try await camera.show(try Sheet.of(Sheet.other))
    try await reader.code(.left, Sheet.text)
    try await reader.code(.appeared, Sheet.other)
    let mark = reader.mark()
    try await camera.show(try Sheet.of(Sheet.text))
    let again = try await reader.code(.appeared, Sheet.text, after: mark)
    #expect(again.id != first.id)
  }

  @Test func `a preview shows the code with a line around it`() async throws {
    let camera = try await CameraUnderTest()
    try await camera.show(try Sheet.of(Sheet.text))
    let reader = try ReaderUnderTest(camera)
    let code = try await reader.code(.appeared, Sheet.text)
    let mark = reader.mark()
    try reader.program.write(ReaderLine.encode(.preview(framesPerSecond: 5)))
    let jpeg = try await eventually(within: limit(20), "a preview") {
      try reader.messages().dropFirst(mark).lazy.compactMap { if case .preview(let jpeg) = $0 { jpeg } else { nil } }
        .first
    }
    let picture = try PictureFile.decode(jpeg)
    #expect(picture.width == 640 && picture.height == 480)
    // White next to black along the upper edge, where there was plain paper.
    let (xs, ys) = (code.points.map(\.x), code.points.map(\.y))
    let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
    let edge = PixelRectangle(x: left + 20, y: top - 8, width: 40, height: 16)
    let around = try #require(picture.cropped(to: edge))
    #expect((around.pixels.min() ?? 255) < 90 && (around.pixels.max() ?? 0) > 220)
  }

  @Test(.needs(.oddities)) func `lines with padding are read as they lie`() async throws {
    let camera = try await CameraUnderTest(formats: ["YUYV", "GREY"])
    for (padding, format) in [(64, "GREY"), (34, "GREY"), (128, "YUYV")] {
      try await camera.report("formats \(format)")
      try await camera.report("stride \(padding)")
      try await camera.show(try Sheet.of(Sheet.text))
      let reader = try ReaderUnderTest(camera)
      try await reader.code(.appeared, Sheet.text)
      #expect(try await camera.state()["format"] == format)
      try await reader.stop()
    }
  }

  @Test(.needs(.oddities)) func `raw frames that come too slowly are left for compressed ones`() async throws {
    let camera = try await CameraUnderTest(formats: ["YUYV", "MJPG"])
    let reader = try ReaderUnderTest(camera, size: "1920x1080")
    try await reader.state(.ready)
    let state = try await camera.state()
    #expect(state["format"] == "MJPG" && state["width"] == "1920")
  }

  @Test(.needs(.oddities)) func `frames of several megabytes arrive whole`() async throws {
    let camera = try await CameraUnderTest(formats: ["YUYV"])
    // The last lines of the frame are in the fourth megabyte.
    var sheet = LumaFrame(width: 1920, height: 1080, filledWith: 200)
    sheet.draw(try Sheet.symbol(Sheet.text), at: PixelPoint(x: 1500, y: 900))
    try await camera.show(sheet)
    let reader = try ReaderUnderTest(camera, size: "1920x1080", ["--fps", "5"])
    let code = try await reader.code(.appeared, Sheet.text)
    #expect(code.points.allSatisfy { $0.x >= 1490 && $0.y >= 890 })
    #expect(try await camera.state()["width"] == "1920")
  }

  @Test(.needs(.oddities)) func `compressed frames that change their size are read on`() async throws {
    let camera = try await CameraUnderTest(formats: ["MJPG"])
    try await camera.show(try Sheet.of(Sheet.text))
    let reader = try ReaderUnderTest(camera)
    try await reader.code(.appeared, Sheet.text)
    for (width, height) in [(1280, 720), (640, 480), (800, 600)] {
      try await camera.report("resize \(width) \(height)")
      let mark = reader.mark()
      try await camera.show(try Sheet.of(Sheet.other))
      try await reader.code(.appeared, Sheet.other, after: mark)
      try await camera.show(nil)
      try await reader.code(.left, Sheet.other, after: mark)
    }
  }
}
