import Camera
import Foundation
import Imaging
import TestSupport
import Testing
import Threads

/// Tests of the camera source without a camera; the tests of the whole reader use one.
@Suite(.timeLimit(.minutes(5)), .serialized, .ownThread) struct V4L2CameraTests {
  private struct NoPicture: Error {}

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder("deadwax-video") }

  private func camera(_ device: CameraSettings.Device, doorbell: DeviceChangeSignal? = nil) -> V4L2Camera {
    let path = folder.path
    return V4L2Camera(
      CameraSettings(device: device, nodes: { VideoNode.all(in: path) }) { _ in throw NoPicture() }, doorbell: doorbell)
  }

  /// Returns the next event within a few seconds.
  private func next(_ camera: V4L2Camera) -> FrameEvent? { camera.next(until: .now + .seconds(10)) }

  @Test func `the reader waits for a missing camera, and reports it once`() {
    let camera = camera(.path(folder.path("by-id/camera")))
    #expect(next(camera) == .state(.opening))
    guard case .state(.absent(let reason, let hint)) = next(camera) else {
      Issue.record("not reported as absent")
      return
    }
    #expect(reason == "\(folder.path("by-id/camera")) does not exist.")
    #expect(hint == "Connect the camera; it is detected automatically.")
    #expect(camera.next(until: .now + .milliseconds(1300)) == nil, "the second look says nothing new")
  }

  @Test func `with no camera at all, any camera is waited for`() {
    let camera = camera(.any)
    #expect(camera.device == "auto")
    _ = next(camera)
    #expect(
      next(camera)
        == .state(.absent(reason: "No camera is connected.", hint: "Connect a camera; it is detected automatically.")))
  }

  @Test func `a file, a folder and a device of another kind are no cameras`() throws {
    let file = try folder.write([1, 2, 3], to: "video0")
    for path in [file, folder.path, "/dev/null"] {
      let camera = camera(.path(path))
      _ = next(camera)
      guard case .state(.absent(let reason, _)) = next(camera) else {
        Issue.record("\(path) was taken")
        continue
      }
      #expect(reason.hasPrefix("\(path) is not a camera: "))
    }
  }

  @Test func `options that do not fit any camera are named`() throws {
    try folder.write([1, 2, 3], to: "video7")
    let camera = camera(.any)
    _ = next(camera)
    guard case .state(.absent(let reason, _)) = next(camera) else {
      Issue.record("not reported as absent")
      return
    }
    #expect(reason == "No camera is connected; \(folder.path("video7")) cannot capture pictures.")
  }

  @Test func `the doorbell makes it look at once`() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let reading = ends[0]
    let bell = DeviceChangeSignal(descriptor: reading) {
      var byte: UInt8 = 0
      read(reading, &byte, 1)
    }
    let path = folder.path("video0")
    let camera = camera(.path(path), doorbell: bell)
    _ = next(camera)
    guard case .state(.absent) = next(camera) else {
      Issue.record("not reported as absent")
      return
    }
    try folder.write([1], to: "video0")
    var byte: UInt8 = 1
    #expect(write(ends[1], &byte, 1) == 1)
    guard case .state(.absent(let reason, _)) = next(camera) else {
      Issue.record("nothing was reported")
      return
    }
    #expect(reason.hasPrefix("\(path) is not a camera"))
  }

  @Test func `a waker ends the wait`() async {
    let camera = camera(.path(folder.path("video0")))
    _ = next(camera)
    _ = next(camera)
    let waker = camera.waker
    waker.wake()
    // Longer than the time limit of this suite.
    #expect(camera.next(until: .now + .seconds(3600)) == nil)
  }
}
