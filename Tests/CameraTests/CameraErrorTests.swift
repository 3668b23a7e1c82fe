import Camera
import Glibc
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct CameraErrorTests {
  private static let device = "/dev/v4l/by-id/usb-Cam-video-index0"

  @Test(arguments: [
    (CameraError.denied(device: device), "group 'video'"), (.missing(device: device), "Connect the camera"),
    (.missing(device: "/dev/video0"), "--list"), (.gone(device: device), "Connect the camera again"),
    (.noBandwidth(device: device), "MJPEG"), (.metadataNode(device: device, camera: "/dev/video0"), "Use /dev/video0."),
    (.metadataNode(device: device, camera: nil), "video-index0"), (.noneAttached(refused: []), "Connect a camera"),
    (.busy(device: device, holders: [DeviceHolder(processID: 12, program: "cheese")]), "End cheese (process 12)"),
    (.busy(device: device, holders: []), "End the program"), (.noUsableFormat(device: device, detail: "x"), "--size"),
    (.notACamera(device: device, detail: "x"), "--list"),
    (.failed(device: device, call: "VIDIOC_S_FMT", code: 5, reason: "Input/output error"), "another port"),
  ])
  func `each error has a hint of its own`(_ error: CameraError, _ hint: String) {
    #expect(error.hint.contains(hint))
    for sentence in [error.description, error.hint] {
      #expect(sentence.hasSuffix(".") && !sentence.hasSuffix(".."))
    }
  }

  @Test func `other processes that hold a device open are found`() async throws {
    let folder = try TemporaryFolder("deadwax-holder")
    let file = try folder.write([1], to: "video0")
    let own = open(file, O_RDONLY | O_CLOEXEC)
    defer { close(own) }
    #expect(DeviceHolder.all(of: file).isEmpty)
    let other = try ChildProgram(path: "/bin/sh", ["-c", "exec 3<'\(file)'; echo open; read line"])
    try await other.line { $0 == "open" }
    let holders = await onLane { DeviceHolder.all(of: file) }
    #expect(holders == [DeviceHolder(processID: Int(other.processID), program: "sh")])
    #expect(DeviceHolder.all(of: folder.path("no-such")).isEmpty)
  }
}
