import Foundation
import Glibc
import TestSupport
import Testing

@Suite(
  .serialized, .timeLimit(.minutes(5)),
  .enabled(if: FakeCamera.isPossible, "/dev/fuse or fusermount3 is missing, or not for this user"))
struct FakeCameraTests {
  private func isMounted(_ folder: String) throws -> Bool {
    try String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8).contains(folder)
  }

  @Test func `it is mounted while it is held, and nothing is left of it afterwards`() async throws {
    var camera: FakeCamera? = try await FakeCamera()
    let folder = try #require(camera?.folder)
    #expect(try isMounted(folder))
    #expect(access(folder + "/video0", F_OK) == 0 && access(folder + "/video1", F_OK) == 0)
    camera = nil
    #expect(try !isMounted(folder))
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func `a program that dies takes its mount with it`() async throws {
    let camera = try await FakeCamera()
    let held = open(camera.folder + "/video0", O_RDWR | O_NONBLOCK)
    defer { close(held) }
    camera.kill()
    try await eventually("the end of the mount") { try !isMounted(camera.folder) }
  }

  @Test func `a program that hangs leaves no mount behind either, and hangs no other`() async throws {
    var camera: FakeCamera? = try await FakeCamera()
    let folder = try #require(camera?.folder)
    camera?.hang()
    let waiting = try ChildProgram(path: "/bin/cat", [folder + "/state"])
    camera = nil
    #expect(try !isMounted(folder))
    #expect(try await waiting.exit() != .code(0))
  }

  @Test func `words that mean nothing are refused`() async throws {
    let camera = try await FakeCamera()
    for word in ["dance", "error", "error x", "error -1", "lie", "lie truth 3", "picture /nowhere", "formats XXXX"] {
      #expect(throws: TestFailure.self) { try camera.report(word) }
    }
    try camera.report("error 3")
  }

  @Test func `it returns with another number as long as the old one is open`() async throws {
    let camera = try await FakeCamera()
    let held = open(camera.folder + "/video0", O_RDWR | O_NONBLOCK)
    try camera.report("unplug")
    #expect(access(camera.folder + "/video0", F_OK) != 0 && access(camera.device, F_OK) != 0)
    try camera.report("replug")
    #expect(try camera.state()["number"] == "2")
    #expect(access(camera.folder + "/video2", F_OK) == 0)
    close(held)
    try await eventually("the old one's end") { try camera.state()["open"] == "0" }
    try camera.report("replug")
    #expect(try camera.state()["number"] == "0")
    try camera.report("replug 6")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: camera.device) == "../../video6")
  }

  @Test func `it knows no read`() async throws {
    let camera = try await FakeCamera()
    let file = open(camera.folder + "/video0", O_RDWR | O_NONBLOCK)
    defer { close(file) }
    var byte: UInt8 = 0
    #expect(read(file, &byte, 1) == -1 && errno == EINVAL)
  }

  @Test func `its poll reports an error before a stream, and a hang-up after an unplug`() async throws {
    let camera = try await FakeCamera()
    var look = pollfd(fd: open(camera.folder + "/video0", O_RDWR | O_NONBLOCK), events: Int16(POLLIN), revents: 0)
    defer { close(look.fd) }
    #expect(poll(&look, 1, 0) == 1 && Int32(look.revents) == POLLERR)
    try camera.report("unplug")
    #expect(poll(&look, 1, 0) == 1 && Int32(look.revents) == POLLERR | POLLHUP)
  }
}
