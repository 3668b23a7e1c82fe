internal import Foundation
internal import Glibc

/// The fixture `fake-camera`, started and mounted: a webcam through FUSE, with words for what it sees and what is wrong
/// with it. Unmounted when the value goes, however the program ended.
package final class FakeCamera: Sendable {
  /// Where it is mounted: device files as below `/dev`, and the files `ctl` and `state`.
  package let folder: String
  /// The lasting name of its camera.
  package var device: String { folder + "/v4l/by-id/usb-Fake_Camera_FX0001-video-index0" }
  /// The lasting name of the metadata node beside it.
  package var twin: String { folder + "/v4l/by-id/usb-Fake_Camera_FX0001-video-index1" }

  private let place: TemporaryFolder
  private let program: ChildProgram

  /// Whether this machine can have one: it takes /dev/fuse and fusermount3. With `DEADWAX_REQUIRE_ALL=1` in the
  /// environment the answer is yes, and a test fails where it cannot be.
  package static let isPossible: Bool = {
    if isRequired { return true }
    // Opened, not only looked at: a container may show a device that it does not let anybody open.
    let device = open("/dev/fuse", O_RDWR | O_CLOEXEC)
    guard device >= 0 else { return false }
    close(device)
    return access(unmounter, X_OK) == 0
  }()

  /// Whether what this machine lacks is a failure.
  package static let isRequired = ProcessInfo.processInfo.environment["DEADWAX_REQUIRE_ALL"] == "1"

  private static let unmounter = "/usr/bin/fusermount3"

  /// - Parameter arguments: of `fake-camera`, without the folder.
  /// - Throws: `TestFailure` when it cannot be mounted, with what the program said.
  package init(_ arguments: [String] = []) async throws {
    place = try TemporaryFolder("deadwax-fake-camera")
    folder = place.path("dev")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    program = try ChildProgram("fake-camera", arguments + [folder])
    try await program.line { $0 == "ready" }
  }

  deinit {
    program.end()
    // The kernel keeps a mount whose program is gone; `-z` takes it away even while somebody has a file of it open.
    let unmount = Process()
    unmount.executableURL = URL(fileURLWithPath: Self.unmounter)
    unmount.arguments = ["-u", "-z", "-q", folder]
    unmount.standardError = FileHandle.nullDevice
    guard (try? unmount.run()) != nil else { return }
    unmount.waitUntilExit()
  }

  /// Says a word to the camera, as `unplug`; it has taken effect at the return.
  ///
  /// - Throws: `TestFailure` when the camera did not take it.
  package func tell(_ word: String) throws(TestFailure) {
    let file = open(folder + "/ctl", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw TestFailure("the fake camera is gone: \(String(cString: strerror(errno)))") }
    defer { close(file) }
    let line = word + "\n"
    guard line.withCString({ write(file, $0, strlen($0)) }) == line.utf8.count else {
      throw TestFailure("the fake camera did not take '\(word)': \(String(cString: strerror(errno)))")
    }
  }

  /// How the camera is: values by name; controls by theirs, without spaces.
  package func state() throws -> [String: String] {
    let text = try String(contentsOfFile: folder + "/state", encoding: .utf8)
    let pairs = text.split(separator: "\n").map { line in
      let words = line.split(separator: " ").map(String.init)
      return words.first == "control" ? (words[1], words[2]) : (words[0], words[1])
    }
    return Dictionary(pairs) { $1 }
  }

  /// Kills the program as a fault would, and leaves the rest to the value's end.
  package func kill() { program.end() }

  /// Stops the program as a fault would: nobody who asks the camera anything gets an answer.
  package func hang() { program.signal(SIGSTOP) }
}
