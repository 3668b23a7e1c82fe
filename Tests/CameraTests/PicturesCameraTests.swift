import Camera
import Foundation
import Imaging
import TestSupport
import Testing
import Threads

@Suite(.timeLimit(.minutes(5))) struct PicturesCameraTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder("deadwax-camera") }

  private struct Unreadable: Error, CustomStringConvertible {
    let description: String
  }

  /// Reads a picture of these tests: a file of one byte gives a frame of that brightness.
  private static func read(_ path: String) throws -> LumaFrame {
    guard let file = fopen(path, "r") else { throw Unreadable(description: "not there") }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 8)
    let count = fread(&bytes, 1, bytes.count, file)
    guard count == 1 else { throw Unreadable(description: "\(count) bytes") }
    return LumaFrame(width: 1, height: 1, pixels: [bytes[0]])
  }

  private func camera(_ mode: PicturesCamera.Mode, in path: String? = nil) -> PicturesCamera {
    PicturesCamera(folder: path ?? folder.path, mode: mode, framesPerSecond: 500) { try Self.read($0) }
  }

  /// Returns the next event within a few seconds.
  private func next(_ camera: PicturesCamera) -> FrameEvent? { camera.next(until: .now + .seconds(10)) }

  /// Returns true if no event occurs for a moment.
  private func isQuiet(_ camera: PicturesCamera) -> Bool { camera.next(until: .now + .milliseconds(30)) == nil }

  private func expectFrame(
    _ sight: FrameEvent?, _ name: String, _ value: UInt8, number: Int? = nil,
    _ location: SourceLocation = #_sourceLocation
  ) {
    guard case .frame(let frame) = sight else {
      Issue.record("\(String(describing: sight)) in the place of \(name)", sourceLocation: location)
      return
    }
    #expect(frame.name == name && frame.luma.pixels == [value], sourceLocation: location)
    if let number { #expect(frame.number == number, sourceLocation: location) }
  }

  // MARK: - Each picture in turn

  @Test func `pictures are shown in the order of their names, once each, and removed`() throws {
    for (name, value) in [("b.pgm", 2), ("a.png", 1), ("c", 3)] { try folder.write([UInt8(value)], to: name) }
    try folder.write([9], to: ".hidden")
    try folder.write([9], to: "folder/picture")
    let camera = camera(.each)
    #expect(next(camera) == .state(.ready))
    for (number, name) in ["a.png", "b.pgm", "c"].enumerated() {
      expectFrame(next(camera), name, UInt8(number + 1), number: number + 1)
      #expect(next(camera) == .cleared)
    }
    #expect(isQuiet(camera))
  }

  @Test func `a picture is shown when it is whole, not while it is written`() throws {
    let camera = camera(.each)
    #expect(next(camera) == .state(.ready))
    #expect(FileManager.default.createFile(atPath: folder.path("slow"), contents: nil))
    // Created and closed while empty: a complete file of zero bytes.
    #expect(next(camera) == .skipped(name: "slow", reason: "0 bytes"))
    let handle = try #require(FileHandle(forWritingAtPath: folder.path("slow")))
    #expect(isQuiet(camera))
    try handle.write(contentsOf: Data([7]))
    #expect(isQuiet(camera))
    try handle.close()
    expectFrame(next(camera), "slow", 7)
  }

  @Test func `pictures that are moved or linked in are shown in order of arrival`() throws {
    let elsewhere = try TemporaryFolder("deadwax-elsewhere")
    let camera = camera(.each)
    #expect(next(camera) == .state(.ready))
    for (value, name) in ["z", "m", "a"].enumerated() { try elsewhere.write([UInt8(value)], to: name) }
    let files = FileManager.default
    try files.moveItem(atPath: elsewhere.path("z"), toPath: folder.path("z"))
    try files.createSymbolicLink(atPath: folder.path("m"), withDestinationPath: elsewhere.path("m"))
    try files.linkItem(atPath: elsewhere.path("a"), toPath: folder.path("a"))
    for (value, name) in ["z", "m", "a"].enumerated() {
      expectFrame(next(camera), name, UInt8(value))
      #expect(next(camera) == .cleared)
    }
    #expect(isQuiet(camera))
  }

  @Test func `a picture that is replaced is shown again`() throws {
    try folder.write([1], to: "a")
    let camera = camera(.each)
    #expect(next(camera) == .state(.ready))
    expectFrame(next(camera), "a", 1)
    #expect(next(camera) == .cleared)
    try folder.write([2], to: ".a")
    #expect(rename(folder.path(".a"), folder.path("a")) == 0)
    expectFrame(next(camera), "a", 2)
  }

  @Test func `unreadable and vanishing pictures are reported and skipped`() throws {
    for name in ["a", "c", "d"] { try folder.write([5], to: name) }
    try folder.write([1, 2], to: "b")
    let camera = PicturesCamera(folder: folder.path, mode: .each, framesPerSecond: 500) { [folder] path in
      // Another program deletes a file meanwhile.
      if path.hasSuffix("/a") { unlink(folder.path("c")) }
      return try Self.read(path)
    }
    #expect(next(camera) == .state(.ready))
    expectFrame(next(camera), "a", 5)
    #expect(next(camera) == .cleared)
    #expect(next(camera) == .skipped(name: "b", reason: "2 bytes"))
    #expect(next(camera) == .skipped(name: "c", reason: "not there"))
    expectFrame(next(camera), "d", 5)
  }

  @Test func `hundreds of pictures at once are all shown`() throws {
    let camera = PicturesCamera(folder: folder.path, mode: .each, framesPerSecond: 1000) { try Self.read($0) }
    #expect(next(camera) == .state(.ready))
    for index in 0..<300 { try folder.write([UInt8(index & 255)], to: "\(index)") }
    var names: [String] = []
    while names.count < 300, let sight = next(camera) {
      if case .frame(let frame) = sight { names.append(frame.name ?? "") }
    }
    #expect(names == (0..<300).map { "\($0)" })
  }

  // MARK: - One current picture

  @Test func `the current picture is shown again and again under one number`() throws {
    try folder.write([1], to: "other")
    try folder.write([2], to: "now")
    let camera = camera(.current(name: "now"))
    #expect(next(camera) == .state(.ready))
    for _ in 0..<5 { expectFrame(next(camera), "now", 2, number: 1) }
    try folder.write([3], to: ".now")
    #expect(rename(folder.path(".now"), folder.path("now")) == 0)
    for _ in 0..<3 { expectFrame(next(camera), "now", 3, number: 2) }
    try FileManager.default.removeItem(atPath: folder.path("now"))
    #expect(next(camera) == .cleared)
    #expect(isQuiet(camera))
    try folder.write([4], to: "now")
    expectFrame(next(camera), "now", 4, number: 3)
  }

  @Test func `a current picture that cannot be read is nothing before the camera`() throws {
    try folder.write([1], to: "now")
    let camera = camera(.current(name: "now"))
    #expect(next(camera) == .state(.ready))
    expectFrame(next(camera), "now", 1)
    try folder.write([1, 2, 3], to: ".now")
    #expect(rename(folder.path(".now"), folder.path("now")) == 0)
    #expect(next(camera) == .skipped(name: "now", reason: "3 bytes"))
    #expect(next(camera) == .cleared)
    #expect(isQuiet(camera))
    try folder.write([8], to: ".now")
    #expect(rename(folder.path(".now"), folder.path("now")) == 0)
    expectFrame(next(camera), "now", 8)
  }

  // MARK: - The folder

  @Test(arguments: [PicturesCamera.Mode.each, .current(name: "a")])
  func `a missing folder is waited for, and its removal is reported`(mode: PicturesCamera.Mode) throws {
    let path = folder.path("later")
    let camera = camera(mode, in: path)
    guard case .state(.absent(let reason, let hint)) = next(camera) else {
      Issue.record("no word about the missing folder")
      return
    }
    #expect(reason.contains("No such file or directory") && hint.hasSuffix("."))
    #expect(isQuiet(camera))
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try folder.write([6], to: "later/a")
    #expect(next(camera) == .state(.ready))
    expectFrame(next(camera), "a", 6)
    try FileManager.default.removeItem(atPath: path)
    var sights: [FrameEvent] = []
    while sights.last.map({ if case .state = $0 { false } else { true } }) ?? true, let sight = next(camera) {
      if case .frame = sight { continue }
      sights.append(sight)
    }
    #expect(sights.first == .cleared)
    guard case .state(.absent) = sights.last else {
      Issue.record("no word about the folder's going: \(sights)")
      return
    }
  }

  @Test func `a file instead of the folder is reported`() throws {
    try folder.write([1], to: "file")
    guard case .state(.absent(let reason, _)) = next(camera(.each, in: folder.path("file"))) else {
      Issue.record("no word about it")
      return
    }
    #expect(reason.contains("Not a directory"))
  }

  // MARK: - Waiting

  @Test func `a wait ends at its deadline, and when it is woken`() async throws {
    let camera = camera(.each)
    #expect(next(camera) == .state(.ready))
    #expect(isQuiet(camera))
    let waker = camera.waker
    // Called before the wait: it must not be lost.
    waker.wake()
    waker.wake()
    #expect(camera.next(until: .now + .seconds(600)) == nil)
    let alarm = Task.detached { waker.wake() }
    #expect(camera.next(until: .now + .seconds(600)) == nil)
    await alarm.value
    #expect(isQuiet(camera))
  }
}
