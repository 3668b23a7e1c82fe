import Foundation
import Glibc
import Imaging
import Pictures
import TestSupport

/// The plugged-in camera of one test, through any channel.
final class CameraUnderTest: Sendable {
  private enum Means {
    case fuse(FakeCamera)
    /// The program `uvc-camera`.
    case uvc(ChildProgram)
    /// The commands that unload and load vivid.
    case vivid(unplug: String, replug: String)
  }

  /// The persistent path of the device file.
  let device: String
  /// The persistent path of the metadata node; empty if there is none.
  let twin: String
  private let means: Means
  private let folder: TemporaryFolder

  /// - Parameter formats: the offered formats, by their four characters.
  /// - Throws: `TestFailure` if there is no camera.
  init(formats: [String] = ["YUYV", "MJPG"]) async throws {
    folder = try TemporaryFolder("deadwax-camera-under-test")
    let environment = ProcessInfo.processInfo.environment
    switch Channel.current {
    case .fuse:
      let camera = try await FakeCamera(["--formats", formats.joined(separator: ",")])
      (device, twin, means) = (camera.device, camera.twin, .fuse(camera))
    case .uvc:
      let place = try needed("DEADWAX_GADGETFS", in: environment)
      device = "/dev/v4l/by-id/usb-Deadwax_Emulated_Camera_EC0001-video-index0"
      twin = "/dev/v4l/by-id/usb-Deadwax_Emulated_Camera_EC0001-video-index1"
      // The camera of the previous test may still be disappearing.
      try await eventually(within: limit(10), "the bus without a camera") { [device] in !Self.exists(device) }
      means = .uvc(try ChildProgram("uvc-camera", [place]))
      try await report("formats \(formats.joined(separator: ","))")
      try await show(nil)
      try await replug()
    case .vivid:
      device = try needed("DEADWAX_CAMERA_DEVICE", in: environment)
      twin = ""
      means = .vivid(
        unplug: try needed("DEADWAX_CAMERA_UNPLUG", in: environment),
        replug: try needed("DEADWAX_CAMERA_REPLUG", in: environment))
      try await run("/bin/sh", ["-c", needed("DEADWAX_CAMERA_UNPLUG", in: environment)])
      try await replug()
    }
  }

  // MARK: - Scene

  /// Shows a picture of 640 × 480; nil for an empty table.
  func show(_ frame: LumaFrame?) async throws {
    switch means {
    case .fuse:
      guard let frame else { return try await report("blank") }
      let path = folder.path("picture.pgm")
      try PictureFile.write(PGMPicture.encode(frame), to: path)
      try await report("picture \(path)")
    case .uvc:
      let frame = frame ?? LumaFrame(width: 640, height: 480, filledWith: 110)
      let luma = try folder.write(frame.pixels, to: "luma")
      let jpeg = try folder.write(JPEGPicture.encode(frame, quality: 90), to: "jpeg")
      try await report("picture \(luma) \(jpeg)")
    case .vivid: throw TestFailure("vivid shows what it likes")
    }
  }

  // MARK: - Faults

  /// Sends a command: see `Word` of fake-camera, and uvc-camera's own commands.
  func report(_ word: String) async throws {
    switch means {
    case .fuse(let camera): try camera.report(word)
    case .uvc(let program): _ = try await answer(of: program, to: word)
    case .vivid:
      let known = [
        "stall": "percentage_of_dropped_buffers=100", "resume": "percentage_of_dropped_buffers=0",
        "error 1": "inject_v4l2_buf_flag_error=1", "broken": "inject_fatal_streaming_error=1",
        "refuse": "inject_vidioc_streamon_error=1", "unplug": "disconnect=1",
      ]
      guard let setting = known[word] else { throw TestFailure("vivid knows no '\(word)'") }
      try await run("/usr/bin/v4l2-ctl", ["-d", device, "-c", setting])
    }
  }

  /// Makes the next STREAMON fail.
  func refuseOnce() async throws { try await report(Channel.current == .fuse ? "bandwidth 1" : "refuse") }

  /// Makes the stream fail, until it is restarted.
  func breakStream() async throws { try await report(Channel.current == .fuse ? "broken 1" : "broken") }

  func unplug() async throws {
    try await report("unplug")
    if case .fuse = means { return }
    // The device no longer works for open files; its device file disappears when no file is open.
    if case .vivid(let command, _) = means { try await run("/bin/sh", ["-c", command]) }
    try await eventually(within: limit(10), "the camera's end") { !Self.exists(device) }
  }

  /// Plugs the camera in again.
  ///
  /// - Parameter number: the number of its device file, if the channel can choose.
  /// - Throws: `TestFailure` if it does not appear.
  func replug(as number: Int? = nil) async throws {
    switch means {
    case .fuse(let camera): try camera.report(number.map { "replug \($0)" } ?? "replug")
    case .uvc:
      try await report("plug")
      try await eventually(within: limit(10), "the camera") { Self.exists(device) }
    case .vivid(_, let command):
      try await run("/bin/sh", ["-c", command])
      try await eventually(within: limit(10), "the camera") { Self.exists(device) }
    }
  }

  /// Returns the camera's state by name: `FocusAbsolute`, `format`, `streaming`, …
  func state() async throws -> [String: String] {
    switch means {
    case .fuse(let camera): return try camera.state()
    case .uvc(let program):
      let words = try await answer(of: program, to: "state").split(separator: " ").dropFirst().map(String.init)
      return Dictionary(
        uniqueKeysWithValues: stride(from: 0, to: words.count - 1, by: 2).map { (words[$0], words[$0 + 1]) })
    case .vivid: throw TestFailure("vivid does not report it")
    }
  }

  // MARK: - Paths

  /// Returns the current device file of the persistent path.
  func node() throws -> String {
    guard let path = realpath(device, nil) else { throw TestFailure("\(device) leads nowhere") }
    defer { free(path) }
    return String(cString: path)
  }

  /// The options that make the reader search for devices in this camera's folder.
  var place: [String] {
    if case .fuse(let camera) = means { ["--devices", camera.folder] } else { [] }
  }

  private static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  private func answer(of program: ChildProgram, to word: String) async throws -> String {
    let count = program.lines().count
    try program.write(word + "\n")
    let answer = try await eventually(within: limit(10), "an answer to '\(word)'") {
      program.lines().count > count ? program.lines()[count] : nil
    }
    guard answer.hasPrefix("ok") else { throw TestFailure("uvc-camera did not take '\(word)': \(answer)") }
    return answer
  }

  private func run(_ path: String, _ arguments: [String]) async throws {
    let program = try ChildProgram(path: path, arguments)
    let exit = try await program.exit(within: limit(20))
    guard exit == .code(0) else { throw TestFailure("\(path) \(arguments): \(exit)\n\(program.transcript)") }
  }
}

/// Returns an environment value that a channel requires.
private func needed(_ name: String, in environment: [String: String]) throws -> String {
  guard let value = environment[name] else { throw TestFailure("\(name) is not set") }
  return value
}
