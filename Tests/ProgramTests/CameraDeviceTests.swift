import Foundation
import ReaderProtocol
import TestSupport
import Testing

/// Tests of `deadwax-reader camera --device` and `--list` without a camera.
@Suite(.timeLimit(.minutes(10))) struct CameraDeviceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder("deadwax-device") }

  private func reader(_ arguments: [String]) throws -> ChildProgram {
    try ChildProgram("deadwax-reader", ["camera"] + arguments)
  }

  private struct Listing: Decodable {
    struct Camera: Decodable { let name: String }
    struct Refused: Decodable {
      let node: String
      let reason: String
      let hint: String
    }
    let cameras: [Camera]
    let refused: [Refused]
  }

  @Test func `an empty list prints advice`() async throws {
    let reader = try reader(["--list", "--devices", folder.path])
    #expect(try await reader.exit() == .code(0))
    #expect(reader.lines().first?.hasPrefix("No camera is connected") == true)
    #expect(reader.lines().first?.contains("Connect one") == true)
  }

  @Test func `a list names devices that are not cameras, with the reason`() async throws {
    let file = try folder.write([1, 2, 3], to: "video3")
    let reader = try reader(["--list", "--json", "--devices", folder.path])
    #expect(try await reader.exit() == .code(0))
    let listing = try JSONDecoder().decode(Listing.self, from: Data(reader.lines().joined(separator: "\n").utf8))
    #expect(listing.cameras.isEmpty)
    #expect(listing.refused.map(\.node) == [file])
    #expect(listing.refused.first?.reason.contains("is not a camera") == true)
    #expect(listing.refused.first?.hint.isEmpty == false)
  }

  @Test func `the reader waits for a missing camera, reports each second, and ends at a stop`() async throws {
    let reader = try reader(["--device", folder.path("video0")])
    try await reader.line { $0.contains(#""hello""#) }
    let line = try await reader.line { $0.contains(#""absent""#) }
    guard case .state(let state) = try ReaderLine.decodeReader(line.utf8) else {
      Issue.record("no state")
      return
    }
    #expect(state.reason == "\(folder.path("video0")) does not exist.")
    #expect(state.hint?.contains("Connect the camera") == true)
    try await eventually("three states") { reader.lines().count { $0.contains(#""absent""#) } >= 3 }
    try reader.write(ReaderLine.encode(.stop))
    #expect(try await reader.exit() == .code(0))
    #expect(reader.lines(on: .error).count { $0.contains("does not exist") } == 1, "said each second, logged once")
  }

  @Test func `every profile that is in the repository is one`() async throws {
    let place = Repository.path("hardware/cameras")
    let names = try FileManager.default.contentsOfDirectory(atPath: place).filter { $0.hasSuffix(".ini") }
    #expect(names.contains("generic.ini"))
    for name in names {
      let reader = try reader(["--device", "/no/such", "--profiles", place, "--profile", String(name.dropLast(4))])
      try await reader.line { $0.contains(#""absent""#) }
      reader.end()
    }
  }

  @Test(arguments: [
    ("[camera]\nusb = 46d:82d\n", 2, "usb"), ("[stream]\nsize = wide\n", 2, "size"),
    ("[stream]\n\nfps = 0\n", 3, "fps"),
    ("[controls]\nfocus_absolute = near\n", 2, "focus_absolute"), ("[controls]\ngain = 1\ngain = 2\n", 3, "twice"),
    ("[lens]\nlength = 3\n", 2, "there is no key length in [lens]"), ("hello\n", 1, "not a [section]"),
    ("[controls]\ngain = 1\n\u{0}\n", 3, "UTF-8"),
  ])
  func `an invalid profile is reported with its line`(_ text: String, _ line: Int, _ word: String) async throws {
    let path = try folder.write(text, to: "desk.ini")
    let reader = try reader(["--device", "auto", "--profile", path])
    #expect(try await reader.exit() == .code(64))
    let first = reader.lines(on: .error).first ?? ""
    #expect(first.contains("desk.ini:\(line): ") && first.contains(word), "\(first)")
  }

  @Test func `one bad profile in the folder does not take the others away`() async throws {
    try folder.write("[stream]\nsize = wide\n", to: "bad.ini")
    try folder.write("[stream]\nsize = 640x480\n", to: "generic.ini")
    let reader = try reader(["--device", "/no/such", "--profiles", folder.path])
    try await reader.line(on: .error) { $0.contains("a camera profile was skipped") && $0.contains("bad.ini:2") }
    try await reader.line { $0.contains(#""absent""#) }
  }

  @Test(arguments: [
    ["--device"], ["--device", ""], ["--device", "auto", "--pictures", "x"], ["--device", "auto", "--each"],
    ["--device", "auto", "--current", "x"], ["--pictures", "x", "--size", "640x480"],
    ["--pictures", "x", "--set", "gain=1"], ["--device", "auto", "--size", "640"], ["--device", "auto", "--fps", "0"],
    ["--device", "auto", "--set", "gain"], ["--device", "auto", "--set", "gain=loud"],
    ["--device", "auto", "--mains", "55"], ["--device", "auto", "--profile", "no-such-profile"],
    ["--device", "auto", "--profile", ""], ["--list", "--device", "auto"], ["--json"],
    ["--list", "--set", "gain=loud"],
  ])
  func `an invalid command is reported`(arguments: [String]) async throws {
    let reader = try reader(arguments)
    #expect(try await reader.exit() == .code(64))
    #expect(reader.lines().isEmpty)
    #expect(reader.lines(on: .error).first?.hasPrefix("deadwax-reader: ") == true)
  }
}

/// Tests of the names of two cameras of one model, with serial numbers and without. umockdev(1) simulates them for the
/// program that runs in it.
@Suite(.timeLimit(.minutes(5))) struct CameraNamesTests {
  /// Returns a camera with its two nodes, in the format of umockdev-record(1).
  private static func camera(port: Int, firstNode: Int, id: String?) -> String {
    let device = "/devices/pci0000:00/0000:00:14.0/usb1/1-\(port)"
    var text = """
      P: \(device)
      N: bus/usb/001/00\(port)
      E: DEVNAME=/dev/bus/usb/001/00\(port)
      E: DEVTYPE=usb_device
      E: SUBSYSTEM=usb
      A: idVendor=046d
      A: idProduct=082d


      """
    for index in 0...1 {
      let node = firstNode + index
      let links =
        (id.map { ["v4l/by-id/\($0)-video-index\(index)"] } ?? [])
        + ["v4l/by-path/pci-0000:00:14.0-usb-0:\(port):1.0-video-index\(index)"]
      text += """
        P: \(device)/1-\(port):1.0/video4linux/video\(node)
        N: video\(node)
        \(links.map { "S: \($0)" }.joined(separator: "\n"))
        E: DEVNAME=/dev/video\(node)
        E: SUBSYSTEM=video4linux
        E: MAJOR=81
        E: MINOR=\(node)
        E: DEVLINKS=\(links.map { "/dev/" + $0 }.joined(separator: " "))
        A: dev=81:\(node)


        """
    }
    return text
  }

  private struct Listing: Decodable {
    struct Refused: Decodable {
      let node: String
      let name: String
    }
    let refused: [Refused]
  }

  @Test(
    arguments: [
      (nil, "usb-Cam", "by-path/pci-0000:00:14.0-usb-0:1:1.0", "by-path/pci-0000:00:14.0-usb-0:2:1.0"),
      ("usb-Cam_A1", "usb-Cam_B2", "by-id/usb-Cam_A1", "by-id/usb-Cam_B2"),
    ] as [(String?, String, String, String)])
  func `a name means one camera`(_ one: String?, _ other: String, _ nameOfOne: String, _ nameOfOther: String)
    async throws
  {
    let folder = try TemporaryFolder("deadwax-twins")
    let file = try folder.write(
      Self.camera(port: 1, firstNode: 0, id: one) + Self.camera(port: 2, firstNode: 2, id: other), to: "cameras")
    let program = try ChildProgram(
      path: "/usr/bin/umockdev-run",
      ["-d", file, "--", try Repository.program("deadwax-reader"), "camera", "--list", "--json"])
    #expect(try await program.exit() == .code(0), "\(program.lines(on: .error))")
    let listing = try JSONDecoder().decode(Listing.self, from: Data(program.lines().joined(separator: "\n").utf8))
    // Simulated nodes do not answer; only their names are tested.
    let names = Dictionary(uniqueKeysWithValues: listing.refused.map { ($0.node, $0.name) })
    #expect(
      names == [
        "/dev/video0": "/dev/v4l/\(nameOfOne)-video-index0", "/dev/video1": "/dev/v4l/\(nameOfOne)-video-index1",
        "/dev/video2": "/dev/v4l/\(nameOfOther)-video-index0", "/dev/video3": "/dev/v4l/\(nameOfOther)-video-index1",
      ])
  }
}
