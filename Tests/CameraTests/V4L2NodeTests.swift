import Camera
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct V4L2NodeTests {
  private static func node(_ number: Int, id: String? = nil, port: String? = nil, usb: String? = "046d:082d")
    -> VideoNode
  {
    VideoNode(
      path: "/dev/video\(number)",
      links: [id.map { "/dev/v4l/by-id/\($0)" }, port.map { "/dev/v4l/by-path/\($0)" }].compactMap(\.self), usbID: usb)
  }

  @Test func `a camera is called by its serial number`() {
    let all = [
      Self.node(0, id: "usb-Cam_A1-video-index0", port: "pci-usb-0:1:1.0-video-index0"),
      Self.node(1, id: "usb-Cam_A1-video-index1", port: "pci-usb-0:1:1.0-video-index1"),
      Self.node(2, id: "usb-Cam_B2-video-index0", port: "pci-usb-0:2:1.0-video-index0"),
    ]
    #expect(
      all.map { $0.stableName(among: all) } == [
        "/dev/v4l/by-id/usb-Cam_A1-video-index0", "/dev/v4l/by-id/usb-Cam_A1-video-index1",
        "/dev/v4l/by-id/usb-Cam_B2-video-index0",
      ])
  }

  @Test func `twins without serial numbers are called by their ports`() {
    let all = [
      Self.node(0, port: "pci-usb-0:1:1.0-video-index0"), Self.node(1, port: "pci-usb-0:1:1.0-video-index1"),
      Self.node(2, id: "usb-Cam-video-index0", port: "pci-usb-0:2:1.0-video-index0"),
      Self.node(3, id: "usb-Cam-video-index1", port: "pci-usb-0:2:1.0-video-index1"),
    ]
    #expect(
      all.map { $0.stableName(among: all) } == [
        "/dev/v4l/by-path/pci-usb-0:1:1.0-video-index0", "/dev/v4l/by-path/pci-usb-0:1:1.0-video-index1",
        "/dev/v4l/by-path/pci-usb-0:2:1.0-video-index0", "/dev/v4l/by-path/pci-usb-0:2:1.0-video-index1",
      ])
  }

  @Test func `without udev a number is all there is`() {
    let node = VideoNode(path: "/dev/video3")
    #expect(node.stableName(among: [node]) == "/dev/video3")
  }

  @Test func `a second node leads to the first of its camera`() {
    let all = [
      Self.node(0, id: "usb-Cam_A1-video-index0", port: "pci-usb-0:1:1.0-video-index0"),
      Self.node(1, id: "usb-Cam_A1-video-index1", port: "pci-usb-0:1:1.0-video-index1"),
      Self.node(2, id: "usb-Cam_B2-video-index0", port: "pci-usb-0:2:1.0-video-index0"),
    ]
    #expect(all[1].firstSibling(among: all) == "/dev/v4l/by-id/usb-Cam_A1-video-index0")
    #expect(VideoNode(path: "/dev/video9").firstSibling(among: all) == nil)
  }

  @Test func `lasting names are tried first, in their order, then numbers in theirs`() {
    let all = [
      VideoNode(path: "/dev/video2"), Self.node(0, id: "usb-Z-video-index0"), Self.node(10, id: "usb-A-video-index0"),
      VideoNode(path: "/dev/video11"),
    ]
    #expect(VideoNode.inOrder(all).map(\.node.path) == ["/dev/video10", "/dev/video0", "/dev/video2", "/dev/video11"])
  }

  @Test func `a folder of devices is read with its links`() throws {
    let folder = try TemporaryFolder("deadwax-dev")
    for name in ["video0", "video10", "video2", "videodrome", "video+1", "video-1", "video07", "video", "null"] {
      try folder.write([], to: name)
    }
    for (link, target) in [
      ("by-id/usb-Cam-video-index0", "video10"), ("by-path/pci-video-index0", "video10"), ("by-id/gone", "video7"),
    ] {
      let path = folder.path("v4l/" + link)
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "../../" + target)
    }
    let nodes = VideoNode.all(in: folder.path)
    #expect(nodes.map(\.path) == ["video0", "video2", "video10"].map(folder.path))
    #expect(
      nodes[2].links == ["by-id/usb-Cam-video-index0", "by-path/pci-video-index0"].map { folder.path("v4l/" + $0) })
    #expect(nodes[0].links.isEmpty)
  }

  @Test func `a folder that is not there has no cameras`() { #expect(VideoNode.all(in: "/no/such/folder").isEmpty) }
}
