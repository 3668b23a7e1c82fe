internal import Foundation
internal import Glibc

/// The fixture `fake-camera`, started and mounted: a simulated webcam through FUSE. Its commands set the scene and the
/// faults. The deinitialiser unmounts it, even if the program has crashed.
package final class FakeCamera: Sendable {
  /// The mount point. It contains the device files as in `/dev`, and the files `ctl` and `state`.
  package let folder: String
  /// The persistent path of the camera's device file.
  package var device: String { folder + "/v4l/by-id/usb-Fake_Camera_FX0001-video-index0" }
  /// The persistent path of its metadata node.
  package var twin: String { folder + "/v4l/by-id/usb-Fake_Camera_FX0001-video-index1" }

  private let place: TemporaryFolder
  private let program: ChildProgram

  /// True if this machine can run a fake camera, which needs /dev/fuse and fusermount3. With `DEADWAX_REQUIRE_ALL=1` in
  /// the environment it is always true, so that a test fails if they are absent.
  package static let isPossible: Bool = {
    if isRequired { return true }
    // Opens the device instead of only checking for it: a container may show a device that cannot be opened.
    let device = open("/dev/fuse", O_RDWR | O_CLOEXEC)
    guard device >= 0 else { return false }
    close(device)
    return access(unmounter, X_OK) == 0
  }()

  /// True if missing features of this machine count as failures.
  package static let isRequired = ProcessInfo.processInfo.environment["DEADWAX_REQUIRE_ALL"] == "1"

  private static let unmounter = "/usr/bin/fusermount3"

  /// - Parameter arguments: the arguments of `fake-camera`, without the folder.
  /// - Throws: `TestFailure` with the program's output, if it cannot be mounted.
  package init(_ arguments: [String] = []) async throws {
    place = try TemporaryFolder("deadwax-fake-camera")
    folder = place.path("dev")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    program = try ChildProgram("fake-camera", arguments + [folder])
    try await program.line { $0 == "ready" }
  }

  deinit {
    program.end()
    // The kernel retains a mount after its program has ended; `-z` removes it even while a file in it is open.
    let unmount = Process()
    unmount.executableURL = URL(fileURLWithPath: Self.unmounter)
    unmount.arguments = ["-u", "-z", "-q", folder]
    unmount.standardError = FileHandle.nullDevice
    guard (try? unmount.run()) != nil else { return }
    unmount.waitUntilExit()
  }

  /// Sends a command to the camera, such as `unplug`. It has taken effect when the function returns.
  ///
  /// - Throws: `TestFailure` if the camera refused it.
  package func report(_ word: String) throws(TestFailure) {
    let file = open(folder + "/ctl", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw TestFailure("the fake camera is gone: \(String(cString: strerror(errno)))") }
    defer { close(file) }
    let line = word + "\n"
    guard line.withCString({ write(file, $0, strlen($0)) }) == line.utf8.count else {
      throw TestFailure("the fake camera did not take '\(word)': \(String(cString: strerror(errno)))")
    }
  }

  /// The camera's state: values by name; controls by their names without spaces.
  package func state() throws -> [String: String] {
    let text = try String(contentsOfFile: folder + "/state", encoding: .utf8)
    let pairs = text.split(separator: "\n").map { line in
      let words = line.split(separator: " ").map(String.init)
      return words.first == "control" ? (words[1], words[2]) : (words[0], words[1])
    }
    return Dictionary(pairs) { $1 }
  }

  /// Kills the program to simulate a crash; the deinitialiser cleans up the rest.
  package func kill() { program.end() }

  /// Stops the program to simulate a hang: the camera answers no request.
  package func hang() { program.signal(SIGSTOP) }
}
