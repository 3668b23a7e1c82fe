import Deadwax
import Glibc
import ReaderProtocol
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(50)), .needsChannel) struct OpeningTests {
  @Test func `it sends a hello, opens the camera, and reports ready each second`() async throws {
    let camera = try await CameraUnderTest()
    let reader = try ReaderUnderTest(camera)
    try await reader.state(.ready)
    try await reader.beats(3)
    let messages = try reader.messages()
    guard case .hello(let hello) = messages.first else {
      Issue.record("no hello: \(messages)")
      return
    }
    #expect(hello.reader == .camera && hello.device == camera.device)
    #expect(hello.capabilities.contains(.preview))
    let states = messages.compactMap { if case .state(let state) = $0 { state.kind } else { nil } }
    // In this order, and without any other state for a working camera.
    let changes = states.reduce(into: [ReaderState.Kind]()) { if $0.last != $1 { $0.append($1) } }
    #expect(changes == [.opening, .ready])
    try await reader.stop()
  }

  @Test func `a stop lets the camera go`() async throws {
    let camera = try await CameraUnderTest()
    for way in ["stop", "end of input", "SIGTERM"] {
      let reader = try ReaderUnderTest(camera)
      try await reader.state(.ready)
      switch way {
      case "stop": try await reader.stop()
      case "end of input":
        reader.program.closeInput()
        #expect(try await reader.program.exit(within: limit(10)) == .code(0))
      default:
        reader.program.signal(SIGTERM)
        _ = try await reader.program.exit(within: limit(10))
      }
      if Channel.current == .fuse {
        try await eventually("the camera let go after \(way)") {
          let state = try await camera.state()
          return state["open"] == "0" && state["streaming"] == "0" && state["buffers"] == "0"
        }
      }
    }
  }

  @Test(.needs(.unplug)) func `a camera that is not there is waited for, with a hint`() async throws {
    let camera = try await CameraUnderTest()
    try await camera.unplug()
    let reader = try ReaderUnderTest(camera)
    let state = try await reader.state(.absent)
    #expect(state.reason?.contains(camera.device) == true && state.hint?.contains("onnect") == true)
    try await camera.replug()
    try await reader.state(.ready)
  }

  @Test(.needs(.twin)) func `the metadata node is refused in words of its own`() async throws {
    let camera = try await CameraUnderTest()
    let reader = try ReaderUnderTest(camera, device: camera.twin)
    let state = try await reader.state(.absent)
    #expect(state.reason?.contains("not its pictures") == true)
    #expect(state.hint?.contains("video-index0") == true)
  }

  @Test(.needs(.denied)) func `a camera that this user may not open is reported with the group`() async throws {
    let camera = try await CameraUnderTest()
    let isFake = Channel.current == .fuse
    if isFake { try await camera.report("denied 1") }
    let reader = try ReaderUnderTest(camera, group: isFake ? nil : "nogroup")
    let state = try await reader.state(.absent)
    #expect(state.reason?.contains("may not open") == true && state.hint?.contains("group 'video'") == true)
    if isFake {
      try await camera.report("denied 0")
      try await reader.state(.ready)
    } else {
      // The advice in the hint works: udev's own rules give the device to that group.
      try await reader.stop()
      try await ReaderUnderTest(camera, group: "video").state(.ready)
    }
  }

  @Test(.needs(.busy)) func `a camera in use is reported with its user`() async throws {
    let camera = try await CameraUnderTest()
    let first = try ReaderUnderTest(camera)
    try await first.state(.ready)
    let second = try ReaderUnderTest(camera)
    let state = try await second.state(.absent)
    #expect(state.reason?.contains("is in use by") == true)
    #expect(state.reason?.contains("\(first.program.processID)") == true)
    try await first.beats(1)
    try await first.stop()
    try await second.state(.ready)
  }

  @Test(.needs(.oddities)) func `a camera that is busy for unknown reasons is reported, and tried again`() async throws
  {
    let camera = try await CameraUnderTest()
    try await camera.report("busy 1")
    let reader = try ReaderUnderTest(camera)
    let state = try await reader.state(.absent)
    #expect(state.reason?.contains("in use by") == true && state.hint?.isEmpty == false)
    try await camera.report("busy 0")
    try await reader.state(.ready)
  }

  @Test(.needs(.refusal)) func `a stream that is refused is reported, and tried again`() async throws {
    let camera = try await CameraUnderTest()
    try await camera.refuseOnce()
    let reader = try ReaderUnderTest(camera)
    let state = try await reader.state(.absent)
    #expect(state.reason?.isEmpty == false && state.hint?.isEmpty == false)
    if Channel.current == .fuse { try await camera.report("bandwidth 0") }
    try await reader.state(.ready)
  }

  @Test(.needs(.bandwidth)) func `a bus without bandwidth is reported as that, not as a full disk`() async throws {
    let camera = try await CameraUnderTest()
    try await camera.report("bandwidth 1000")
    let reader = try ReaderUnderTest(camera)
    let state = try await reader.state(.absent)
    #expect(state.reason?.contains("USB") == true && state.hint?.contains("port") == true)
    #expect(state.reason?.contains("space left") == false)
  }

  @Test(arguments: ["/dev/null", "/etc/hostname", "/", "/dev/nothing/here"])
  func `a device that is not a camera is reported as that, and nothing crashes`(path: String) async throws {
    let camera = try await CameraUnderTest()
    let reader = try ReaderUnderTest(camera, device: path)
    let state = try await reader.state(.absent)
    #expect(state.reason?.contains(path) == true && state.hint?.isEmpty == false)
    try await reader.stop()
  }
}
