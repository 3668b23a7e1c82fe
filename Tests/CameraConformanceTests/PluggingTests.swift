import Deadwax
import Foundation
import Glibc
import ReaderProtocol
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(50)), .needsChannel) struct PluggingTests {
  @Test(.needs(.unplug)) func `an unplugged camera is absent with a hint, and ready when it is back`() async throws {
    let camera = try await CameraUnderTest()
    let reader = try ReaderUnderTest(camera)
    try await reader.state(.ready)
    try await camera.unplug()
    let state = try await reader.state(.absent)
    #expect(state.reason?.isEmpty == false && state.hint?.contains("onnect") == true)
    let mark = reader.mark()
    try await camera.replug()
    try await reader.state(.ready, after: mark)
    try await reader.stop()
  }

  @Test(.needs(.unplug), .needs(.pictures), .needs(.renumber))
  func `it is found under another number, and the tag on it is a new reading`() async throws {
    let camera = try await CameraUnderTest()
    try await camera.show(try Sheet.of(Sheet.text))
    let reader = try ReaderUnderTest(camera)
    let first = try await reader.code(.appeared, Sheet.text)
    let node = try camera.node()
    // An open file of the old device retains its number: the camera gets another one.
    let held = open(node, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    defer { if held >= 0 { close(held) } }
    #expect(held >= 0)
    try await camera.unplug()
    try await reader.state(.absent)
    try await reader.code(.left, Sheet.text)
    let mark = reader.mark()
    try await camera.replug()
    #expect(try camera.node() != node)
    let again = try await reader.code(.appeared, Sheet.text, after: mark, within: limit(30))
    #expect(again.id != first.id)
  }

  @Test(.needs(.unplug), .needs(.controls))
  func `controls are set as configured, in an order that works, and again after each reconnection`() async throws {
    let camera = try await CameraUnderTest()
    // A control that an automatic mode governs is refused by the camera itself.
    if Channel.current == .fuse { try await camera.report("wrongstate 1") }
    let reader = try ReaderUnderTest(
      camera,
      [
        "--set", "focus_absolute=42", "--set", "focus_automatic_continuous=off",
        "--set", "exposure_time_absolute=80", "--set", "auto_exposure=1", "--mains", "50",
        "--set", "no_such_control=1", "--set", "brightness=9999",
      ])
    let wanted = [
      // Rounded to a step of 5, and clamped to the range.
      "FocusAutomaticContinuous": "0", "FocusAbsolute": "40", "AutoExposure": "1", "ExposureTimeAbsolute": "80",
      "PowerLineFrequency": "1", "Brightness": "64",
    ]
    for _ in 0..<2 {
      let mark = reader.mark()
      try await reader.state(.ready, after: mark)
      try await eventually(within: limit(10), "the controls") {
        let state = try await camera.state()
        return wanted.allSatisfy { state[$0.key] == $0.value }
      }
      try await camera.unplug()
      try await reader.state(.absent, after: mark)
      try await camera.replug()
      if Channel.current == .fuse { #expect(try await camera.state()["FocusAutomaticContinuous"] == "1") }
    }
  }

  @Test(.needs(.unplug)) func `many replugs leave nothing behind`() async throws {
    let camera = try await CameraUnderTest()
    let reader = try ReaderUnderTest(camera)
    try await reader.state(.ready)
    func replug() async throws {
      let mark = reader.mark()
      try await camera.unplug()
      try await reader.state(.absent, after: mark)
      let later = reader.mark()
      try await camera.replug()
      try await reader.state(.ready, after: later, within: limit(30))
    }
    for _ in 0..<2 { try await replug() }
    let before = try Holdings(of: reader.program)
    for _ in 0..<6 { try await replug() }
    let after = try Holdings(of: reader.program)
    #expect(after.descriptors <= before.descriptors)
    // The buffers of a stream are four mappings: six leaked streams would be twenty-four.
    #expect(after.mappings <= before.mappings + 8, "\(before) then \(after)")
    #expect(after.threads <= before.threads + 1, "\(before) then \(after)")
  }

  @Test(.needs(.unplug)) func `a camera that goes while it is opened, again and again, does no harm`() async throws {
    let camera = try await CameraUnderTest()
    let reader = try ReaderUnderTest(camera)
    for _ in 0..<6 {
      try await camera.unplug()
      try await camera.replug()
    }
    let mark = reader.mark()
    try await reader.state(.ready, after: mark, within: limit(30))
    try await reader.stop()
  }

  @Test func `the list names the camera and its twin`() async throws {
    let camera = try await CameraUnderTest()
    let place = camera.place
    let list = try ChildProgram("deadwax-reader", ["camera", "--list"] + place)
    #expect(try await list.exit(within: limit(20)) == .code(0))
    let text = list.lines().joined(separator: "\n")
    #expect(text.contains(camera.device))
    #expect(text.contains("640x480") || text.contains("640 × 480") || Channel.current == .vivid)
    if Channel.current.cannot[.twin] == nil { #expect(text.contains(camera.twin) || text.contains("video1")) }
    let json = try ChildProgram("deadwax-reader", ["camera", "--list", "--json"] + place)
    #expect(try await json.exit(within: limit(20)) == .code(0))
    let document = Data(json.lines().joined(separator: "\n").utf8)
    #expect((try? JSONSerialization.jsonObject(with: document, options: .fragmentsAllowed)) != nil)
  }

  @Test func `the first camera is taken when any will do`() async throws {
    let camera = try await CameraUnderTest()
    let reader = try ReaderUnderTest(camera, device: "auto")
    try await reader.state(.ready)
    try await reader.stop()
  }

  @Test(.needs(.udev), .needs(.unplug)) func `the link of udev follows the camera`() async throws {
    let camera = try await CameraUnderTest()
    let node = try camera.node()
    #expect(node.hasPrefix("/dev/video"))
    try await camera.unplug()
    #expect(access(camera.device, F_OK) != 0)
    try await camera.replug()
    #expect(try camera.node().hasPrefix("/dev/video"))
  }
}

/// The system resources of a process.
private struct Holdings: CustomStringConvertible {
  let descriptors: Int
  let mappings: Int
  let threads: Int

  init(of program: ChildProgram) throws {
    let place = "/proc/\(program.processID)"
    descriptors = try FileManager.default.contentsOfDirectory(atPath: place + "/fd").count
    threads = try FileManager.default.contentsOfDirectory(atPath: place + "/task").count
    mappings = try String(contentsOfFile: place + "/maps", encoding: .utf8).split(separator: "\n").count
  }

  var description: String { "\(descriptors) descriptors, \(mappings) mappings, \(threads) threads" }
}
