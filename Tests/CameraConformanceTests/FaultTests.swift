import Deadwax
import Imaging
import ReaderProtocol
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(50)), .needsChannel) struct FaultTests {
  @Test(.needs(.errors)) func `damaged frames are skipped, and the camera continues`() async throws {
    let camera = try await CameraUnderTest()
    let reader = try ReaderUnderTest(camera)
    try await reader.state(.ready)
    for _ in 0..<3 { try await camera.report("error 1") }
    try await reader.beats(2)
    #expect(try reader.messages().allSatisfy { if case .state(let state) = $0 { state.kind != .absent } else { true } })
    let mark = reader.mark()
    try await reader.state(.ready, after: mark)
  }

  @Test(.needs(.pictures), .needs(.shorts), arguments: ["error 20", "short 20"])
  func `a code in view does not disappear because of bad frames`(word: String) async throws {
    let camera = try await CameraUnderTest()
    try await camera.show(try Sheet.of(Sheet.text))
    let reader = try ReaderUnderTest(camera)
    try await reader.code(.appeared, Sheet.text)
    try await camera.report(word)
    try await reader.beats(3)
    let mark = reader.mark()
    try await reader.state(.ready, after: mark)
    #expect(try reader.codes().map(\.event) == [.appeared])
    try await camera.show(nil)
    try await reader.code(.left, Sheet.text)
  }

  @Test(.needs(.oddities), arguments: [0, 1, 2, 20, 600, 5000, 12_000])
  func `compressed frames that are cut are skipped`(length: Int) async throws {
    let camera = try await CameraUnderTest(formats: ["MJPG"])
    try await camera.show(try Sheet.of(Sheet.text))
    let reader = try ReaderUnderTest(camera)
    try await reader.code(.appeared, Sheet.text)
    try await camera.report("cut 15 \(length)")
    try await eventually(within: limit(10), "the cut frames") { try await camera.state()["faulty"] == "15" }
    try await camera.show(try Sheet.of(Sheet.other))
    try await reader.code(.appeared, Sheet.other)
    #expect(reader.program.isRunning)
  }

  @Test(.needs(.stall)) func `a camera that sends nothing is stalled, and comes back`() async throws {
    let camera = try await CameraUnderTest()
    let reader = try ReaderUnderTest(camera)
    try await reader.state(.ready)
    try await camera.report("stall")
    let state = try await reader.state(.stalled, within: limit(30))
    #expect(state.reason?.isEmpty == false && state.hint?.isEmpty == false)
    // It continues to report so.
    try await reader.beats(2)
    let mark = reader.mark()
    try await camera.report("resume")
    try await reader.state(.ready, after: mark, within: limit(60))
  }

  @Test(.needs(.stall), .needs(.pictures)) func `a code is read again after a stall`() async throws {
    let camera = try await CameraUnderTest()
    let reader = try ReaderUnderTest(camera)
    try await reader.state(.ready)
    try await camera.report("stall")
    try await reader.state(.stalled, within: limit(30))
    try await camera.show(try Sheet.of(Sheet.text))
    try await camera.report("resume")
    try await reader.code(.appeared, Sheet.text, within: limit(60))
  }

  @Test(.needs(.broken)) func `a stream that breaks is restarted`() async throws {
    let camera = try await CameraUnderTest()
    let reader = try ReaderUnderTest(camera)
    try await reader.state(.ready)
    let mark = reader.mark()
    try await camera.breakStream()
    try await eventually(within: limit(20), "another state than ready") {
      try reader.messages().dropFirst(mark).contains {
        if case .state(let state) = $0 { state.kind != .ready } else { false }
      }
    }
    if Channel.current == .fuse { try await camera.report("broken 0") }
    let later = reader.mark()
    try await reader.state(.ready, after: later, within: limit(40))
  }

  @Test(
    .needs(.oddities),
    arguments: [
      "lie bytesperline 0", "lie bytesperline 1", "lie bytesperline 100000", "lie bytesperline 4294967295",
      "lie sizeimage 0", "lie sizeimage 4096", "lie sizeimage 4294967295", "lie bytesused 0", "lie bytesused 614401",
      "lie bytesused 4294967295",
    ])
  func `a camera that lies is survived, and read once it does not`(lie: String) async throws {
    for format in ["YUYV", "MJPG"] {
      let camera = try await CameraUnderTest(formats: [format])
      try await camera.show(try Sheet.of(Sheet.text))
      try await camera.report(lie)
      let reader = try ReaderUnderTest(camera)
      try await reader.beats(2)
      // It may recognise the false value, or report an error; it must not read any other code.
      #expect(try reader.codes().allSatisfy { $0.text == Sheet.text })
      #expect(reader.program.isRunning)
      try await camera.report("lie off")
      // A driver's values are valid as long as the device is open.
      try await camera.unplug()
      let mark = reader.mark()
      try await camera.replug()
      try await reader.code(.appeared, Sheet.text, after: mark, within: limit(30))
    }
  }

  @Test(.needs(.oddities)) func `frames from before are not read`() async throws {
    let camera = try await CameraUnderTest()
    try await camera.show(try Sheet.of(Sheet.other))
    try await camera.show(try Sheet.of(Sheet.text))
    // More than are skipped at every start: their timestamps identify them.
    try await camera.report("stale 12")
    let reader = try ReaderUnderTest(camera)
    try await reader.code(.appeared, Sheet.text)
    try await reader.beats(2)
    #expect(try reader.codes().map(\.text) == [Sheet.text])
  }

  @Test(.needs(.oddities)) func `junk after the start is skipped`() async throws {
    for format in ["YUYV", "MJPG"] {
      let camera = try await CameraUnderTest(formats: [format])
      try await camera.show(try Sheet.of(Sheet.text))
      try await camera.report("junk 4")
      let reader = try ReaderUnderTest(camera)
      try await reader.code(.appeared, Sheet.text)
      #expect(try reader.codes().map(\.text) == [Sheet.text])
    }
  }
}
