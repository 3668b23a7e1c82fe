import Foundation
import Glibc
import Imaging
import LabelDrawing
import Pictures
import TestSupport
import Testing

/// Tests of the fake camera with independent programs.
@Suite(
  .serialized, .timeLimit(.minutes(15)),
  .enabled(if: FakeCamera.isPossible, "/dev/fuse or fusermount3 is missing, or not for this user"))
struct ClientTests {
  private static let text = "5099902988023"

  private func sheet(width: Int, height: Int) throws -> LumaFrame {
    var frame = LumaFrame(width: width, height: height, filledWith: 200)
    frame.draw(
      try BarcodeSymbol.encode(.ean13, Self.text).drawn(moduleSize: 3, barHeight: 150),
      at: PixelPoint(x: width / 2 - 150, y: height / 2 - 80))
    return frame
  }

  private static func path(of program: String) -> String? {
    let path = "/usr/bin/" + program
    return access(path, X_OK) == 0 ? path : nil
  }

  @Test(
    .enabled(if: path(of: "ffmpeg") != nil || FakeCamera.isRequired, "ffmpeg is not installed"),
    arguments: [
      ("yuyv422", 640, 480), ("yuyv422", 1920, 1080), ("gray", 640, 480), ("nv12", 640, 480), ("yuv420p", 1280, 720),
      ("mjpeg", 1280, 720),
    ])
  func `ffmpeg gets the current picture, in each format`(format: String, width: Int, height: Int) async throws {
    let folder = try TemporaryFolder()
    let camera = try await FakeCamera()
    let sheet = try sheet(width: width, height: height)
    try PictureFile.write(PGMPicture.encode(sheet), to: folder.path("sheet.pgm"))
    try camera.report("picture \(folder.path("sheet.pgm"))")
    let ffmpeg = try ChildProgram(
      path: "/usr/bin/ffmpeg",
      [
        "-loglevel", "error", "-f", "v4l2", format == "mjpeg" ? "-input_format" : "-pixel_format", format,
        "-video_size", "\(width)x\(height)", "-i", camera.folder + "/video0", "-frames:v", "5", "-update", "1",
        "-pix_fmt", "gray", "-y", folder.path("seen.pgm"),
      ])
    #expect(try await ffmpeg.exit() == .code(0), "\(ffmpeg.transcript)")
    let seen = try PictureFile.read(folder.path("seen.pgm"))
    #expect(seen.width == width && seen.height == height)
    // ffmpeg rescales brightness between its ranges, and JPEG loses a little: bars stay recognisable.
    let wrong = zip(seen.pixels, sheet.pixels).count { abs(Int($0) - Int($1)) > 60 }
    #expect(wrong * 1000 < seen.pixels.count, "\(wrong) of \(seen.pixels.count) pixels differ")
    #expect(try camera.state()["open"] == "0")
  }

  @Test(.enabled(if: path(of: "v4l2-compliance") != nil || FakeCamera.isRequired, "v4l2-compliance is not installed"))
  func `the kernel's own test of drivers finds nothing wrong`() async throws {
    let folder = try TemporaryFolder()
    let camera = try await FakeCamera()
    // v4l2-compliance calls stat(2) before it opens a device: a preloaded library reports a character device.
    let disguise = folder.path("disguise.so")
    let compiler = try ChildProgram(
      path: "/usr/bin/cc",
      ["-shared", "-fPIC", "-o", disguise, Repository.path("Tests/Fixtures/character-device/disguise.c"), "-ldl"])
    #expect(try await compiler.exit() == .code(0), "\(compiler.transcript)")
    let program = try ChildProgram(
      path: "/usr/bin/v4l2-compliance", ["-d", camera.folder + "/video0", "-s30"],
      environment: ["LD_PRELOAD": disguise, "DEADWAX_DISGUISED": camera.folder + "/video0"])
    let exit = try await program.exit(within: .seconds(600))
    let failed = program.lines().filter { $0.contains("FAIL") || $0.contains("fail:") }
    #expect(exit == .code(0) && failed == [], "\(failed.joined(separator: "; ")) in: \(program.transcript)")
    let total = try #require(program.lines().last { $0.hasPrefix("Total") })
    #expect(total.contains("Failed: 0") && total.contains("Total for uvcvideo"))
  }

  @Test(.enabled(if: path(of: "ffmpeg") != nil || FakeCamera.isRequired, "ffmpeg is not installed"))
  func `a client that waits for a frame can be interrupted`() async throws {
    let camera = try await FakeCamera()
    try camera.report("stall")
    let ffmpeg = try ChildProgram(
      path: "/usr/bin/ffmpeg",
      ["-loglevel", "error", "-f", "v4l2", "-i", camera.folder + "/video0", "-f", "null", "-"])
    try await eventually("a stream") { try camera.state()["streaming"] == "1" }
    ffmpeg.signal(SIGTERM)
    _ = try await ffmpeg.exit()
    try await eventually("the camera let go") { try camera.state()["open"] == "0" }
  }
}
