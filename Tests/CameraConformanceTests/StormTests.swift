import Deadwax
import ReaderProtocol
import TestSupport
import Testing

/// Tests of all faults at random moments in random order.
@Suite(.serialized, .timeLimit(.minutes(50)), .needsChannel, .needs(.pictures)) struct StormTests {
  // One storm is enough for an emulated machine.
  @Test(arguments: Channel.current == .fuse ? [UInt64(1), 2, 3] : [1])
  func `after a storm of faults the same reader reads again`(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let camera = try await CameraUnderTest(formats: ["YUYV", "MJPG"])
    try await camera.show(try Sheet.of(Sheet.other))
    let reader = try ReaderUnderTest(camera)
    for _ in 0..<40 {
      let word = Self.words.randomElement(using: &random) ?? "resume"
      switch word {
      case "unplug": try await camera.unplug()
      case "replug": try await camera.replug()
      default: try await camera.report(word)
      }
      // The moment is part of the case.
      try await Task.sleep(for: .milliseconds(Int.random(in: 0...300, using: &random)))
    }
    for word in Self.calm { try await camera.report(word) }
    try await camera.unplug()
    try await camera.show(try Sheet.of(Sheet.text))
    let mark = reader.mark()
    try await camera.replug()
    try await reader.code(.appeared, Sheet.text, after: mark, within: limit(60))
    #expect(try reader.codes().allSatisfy { $0.text == Sheet.text || $0.text == Sheet.other }, "nothing was made up")
    try await reader.stop()
  }

  private static var words: [String] {
    let common = ["unplug", "replug", "replug", "replug", "stall", "resume", "resume", "error 3", "short 5"]
    guard Channel.current == .fuse else { return common }
    return common + [
      "busy 1", "busy 0", "denied 1", "denied 0", "broken 1", "broken 0", "bandwidth 1000", "bandwidth 0", "junk 3",
      "stale 3", "cut 5 1000", "resize 320 240", "resize 0 0", "lie bytesperline 7", "lie sizeimage 100",
      "lie bytesused 99999999", "lie off", "lie off", "formats MJPG", "formats YUYV,GREY", "formats NV12",
      "stride 32", "stride 0", "wrongstate 1", "fps 100", "fps 2",
    ]
  }

  private static var calm: [String] {
    let common = ["resume", "error 0", "short 0"]
    guard Channel.current == .fuse else { return common }
    return common + [
      "busy 0", "denied 0", "broken 0", "bandwidth 0", "junk 0", "stale 0", "cut 0 0", "resize 0 0", "lie off",
      "stride 0", "wrongstate 0", "fps 0",
    ]
  }
}
