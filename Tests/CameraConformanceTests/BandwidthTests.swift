import ReaderProtocol
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(25)), .needsChannel) struct BandwidthTests {
  @Test(.needs(.bandwidth)) func `without bandwidth for raw pictures, the same size is requested compressed`()
    async throws
  {
    let camera = try await CameraUnderTest()
    // Lines with padding make a raw frame larger than the buffer of a compressed one.
    for word in ["formats YUYV,MJPG", "stride 64", "bandwidth 630000"] { try await camera.report(word) }
    let reader = try ReaderUnderTest(camera)
    try await reader.state(.ready)
    let state = try await camera.state()
    #expect(state["format"] == "MJPG" && state["width"] == "640" && state["height"] == "480")
    try await reader.stop()
  }
}
