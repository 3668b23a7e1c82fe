import Foundation
import HTTPServer
import HubClient
import TestSupport
import Testing

@testable import deadwax

/// The settings of devices, and folders of property lists, by the commands.
@Suite(.timeLimit(.minutes(5)))
struct DeviceCommandsTests {
  @Test func `settings of devices are listed for one device or all, remembered, cleared and moved`() async throws {
    let page = FakeTagHub.page(
      #"{"device":"kitchen","name":"volume","value":"7"}"#, #"{"device":"loft","name":"gain","value":"1"}"#)
    let list = try await FakeStaffHub.play(["GET /api/v1/device-settings": [page]]).run("device", "list", "loft")
    #expect(
      list.code == 0 && list.output.count == 1 && list.output[0].contains("gain"), "\(list.errors) \(list.output)")
    // Each run ends its hub.
    func answering() throws -> FakeTagHub {
      try FakeStaffHub.play([
        "POST /api/v1/device-settings": [HTTPResponse(status: 204)],
        "DELETE /api/v1/device-settings": [HTTPResponse(status: 204), HTTPResponse(status: 204)],
        "POST /api/v1/device-settings/move": [
          HTTPResponse(status: 200, body: .bytes(Array(#"{"store":"file","moved":4,"kept":1}"#.utf8)))
        ],
      ])
    }
    let set = try await answering().run("device", "set", "kitchen", "volume", "7")
    #expect(set.code == 0 && set.output == ["Remembered."], "\(set.errors)")
    let hub = try answering()
    let clear = try await hub.run("device", "clear", "AA:BB/ä")
    #expect(clear.code == 0 && clear.output == ["Cleared."], "\(clear.errors)")
    let sent = try #require(hub.sent("DELETE /api/v1/device-settings").first?.removingPercentEncoding)
    #expect(sent.contains("device=AA:BB/ä"), "\(sent)")
    let move = try await answering().run("device", "move")
    #expect(move.output == ["4 moved to the file, 1 were there with a value that stays."], "\(move.errors)")
  }

  @Test func `the property lists of a folder are one ZIP file that other programs read`() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path("inner"), withIntermediateDirectories: true)
    let contents = ["a.plist": "first", "inner/b.PLIST": String(repeating: "x", count: 70_000), "c.txt": "no list"]
    for (name, text) in contents { try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path(name))) }
    let packed = try #require(try FolderOfLists(folder.path))
    try Data(packed.bytes).write(to: URL(fileURLWithPath: folder.path("packed.zip")))
    let program = Process()
    program.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    program.arguments = [
      "-c",
      "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip(), [(i.filename, i.file_size) for i in z.infolist()])",
      folder.path("packed.zip"),
    ]
    let output = Pipe()
    program.standardOutput = output
    try program.run()
    program.waitUntilExit()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(text == "None [('a.plist', 5), ('inner/b.PLIST', 70000)]\n", "\(text)")
    #expect(try FolderOfLists(folder.path("a.plist")) == nil)
    try FileManager.default.createDirectory(atPath: folder.path("empty"), withIntermediateDirectories: true)
    #expect(throws: Failure.self) { try FolderOfLists(folder.path("empty")) }
  }
}
