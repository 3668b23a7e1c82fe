import Deadwax
import Foundation
import Imaging
import LabelDrawing
import Pictures
import ReaderProtocol
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct CameraReaderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder("deadwax-camera-reader") }

  /// Writes a picture of a barcode atomically, so that no reader sees half of it.
  private func put(_ kind: BarcodeSymbol.Kind, _ text: String, as name: String) throws {
    let frame = try BarcodeSymbol.encode(kind, text).drawn(moduleSize: 3, barHeight: 100)
    try PictureFile.write(PGMPicture.encode(frame), to: folder.path(name))
  }

  private func reader(_ arguments: String...) throws -> ChildProgram {
    try ChildProgram("deadwax-reader", ["camera", "--pictures", folder.path] + arguments)
  }

  private func messages(_ reader: ChildProgram) throws -> [ReaderMessage] {
    try reader.lines().map { try ReaderLine.decodeReader($0.utf8) }
  }

  private func codes(_ reader: ChildProgram) throws -> [ReaderMessage.CodeSeen] {
    try messages(reader).compactMap { if case .code(let code) = $0 { code } else { nil } }
  }

  @Test func `it reports its name, then its state every second, and ends with its input`() async throws {
    let reader = try reader()
    try await eventually("two heartbeats") {
      try messages(reader).count { $0 == .state(ReaderState(.ready)) } >= 3
    }
    reader.closeInput()
    #expect(try await reader.exit() == .code(0))
    let all = try messages(reader)
    guard case .hello(let hello) = all.first else {
      Issue.record("no hello: \(all)")
      return
    }
    #expect(hello.reader == .camera && hello.version == 1 && hello.device == "picture \(folder.path)/current.pgm")
    #expect(hello.capabilities == [.codes, .presence, .preview])
  }

  @Test func `each photograph comes and goes before the next, and a broken one stops nothing`() async throws {
    let numbers = (0..<12).map { OwnCode(.copy, number: $0 * 7919 + 1).description }
    for (index, text) in numbers.enumerated() {
      try put(index.isMultiple(of: 2) ? .code128 : .qr, text, as: "\(10 + index)")
    }
    try folder.write("no picture", to: "13-letter.jpg")
    let reader = try reader("--each", "--fps", "200", "--station", "desk-1")
    try put(.ean13, "5099902988023", as: "99")
    try await reader.line { $0.contains(#""left""#) && $0.contains("5099902988023") }
    let seen = try codes(reader)
    #expect(seen.map(\.text) == (numbers + ["5099902988023"]).flatMap { [$0, $0] })
    for pair in stride(from: 0, to: seen.count, by: 2) {
      #expect(seen[pair].event == .appeared && seen[pair + 1].event == .left)
      #expect(seen[pair].id == seen[pair + 1].id && seen[pair].at <= seen[pair + 1].at)
    }
    #expect(Set(seen.map(\.id)).count == numbers.count + 1)
    try await reader.line { $0.contains("1 picture could not be read; the last one was 13-letter.jpg: This is not") }
    try await reader.line(on: .error) { $0.contains("camera of desk-1: 13-letter.jpg was skipped") }
    reader.closeInput()
    #expect(try await reader.exit() == .code(0))
    #expect(
      reader.lines(on: .error).last?.contains("13 pictures processed, 1 skipped, 13 codes read; picture to line")
        == true)
  }

  @Test func `an object that stays in view is one code until it is removed`() async throws {
    try put(.upcA, "075678264214", as: "now.pgm")
    let reader = try reader("--current", "now.pgm", "--fps", "20")
    try await reader.line { $0.contains("075678264214") }
    // The picture is captured about thirty times more.
    let beats = try messages(reader).count
    try await eventually("two heartbeats") { try messages(reader).count >= beats + 2 }
    #expect(try codes(reader).count == 1)
    try put(.ean13, "5099902988023", as: "now.pgm")
    try await reader.line { $0.contains(#""left""#) && $0.contains("075678264214") }
    unlink(folder.path("now.pgm"))
    try await reader.line { $0.contains(#""left""#) && $0.contains("5099902988023") }
    try put(.ean13, "5099902988023", as: "now.pgm")
    try await eventually("the second coming") { try codes(reader).count >= 5 }
    let seen = try codes(reader)
    #expect(seen.filter { $0.event == .appeared }.map(\.text) == ["075678264214", "5099902988023", "5099902988023"])
    #expect(Set(seen.map(\.id)).count == 3)
    #expect(seen[0].symbology == .upcA && seen[0].points.count == 4 && seen[0].quality == 1)
  }

  @Test func `previews are small, start on request and end on request`() async throws {
    var frame = LumaFrame(width: 1280, height: 720, filledWith: 200)
    frame.draw(
      try BarcodeSymbol.encode(.ean13, "5099902988023").drawn(moduleSize: 3, barHeight: 200),
      at: PixelPoint(x: 300, y: 200))
    try PictureFile.write(JPEGPicture.encode(frame), to: folder.path("current.pgm"))
    let reader = try reader()
    try await reader.line { $0.contains("5099902988023") }
    #expect(try !messages(reader).contains { if case .preview = $0 { true } else { false } })
    try reader.write(ReaderLine.encode(.preview(framesPerSecond: 30)))
    let line = try await reader.line { $0.contains(#""preview""#) && !$0.contains("capabilities") }
    guard case .preview(let jpeg) = try ReaderLine.decodeReader(line.utf8) else {
      Issue.record("no preview")
      return
    }
    let picture = try PictureFile.decode(jpeg)
    #expect(picture.width == 640 && picture.height == 360)
    // The outline surrounds the code: white next to black where there was plain paper.
    let above = try #require(picture.cropped(to: PixelRectangle(x: 160, y: 88, width: 160, height: 24)))
    #expect((above.pixels.min() ?? 255) < 60 && (above.pixels.max() ?? 0) > 230)
    try reader.write(ReaderLine.encode(.preview(framesPerSecond: 0)))
    try await eventually("quiet") {
      let count = reader.lines().count { $0.contains(#""jpeg""#) }
      let beats = reader.lines().count
      try await eventually("a heartbeat") { reader.lines().count > beats + 1 }
      return reader.lines().count { $0.contains(#""jpeg""#) } == count
    }
  }

  @Test func `lines that mean nothing are skipped, and a stop ends it`() async throws {
    let reader = try reader()
    try await reader.line { $0.contains(#""ready""#) }
    try reader.write("garbage\n\n{\"type\":\"dance\"}\n{\"type\":\"preview\",\"fps\":-1}\n")
    try reader.write([UInt8](repeating: UInt8(ascii: "x"), count: 200_000) + [0x0A, 0xFF, 0x00, 0x0A])
    try await reader.line(on: .error) {
      $0.contains("skipped a line from the host: not JSON; further ones are skipped silently")
    }
    #expect(reader.isRunning)
    try reader.write(ReaderLine.encode(.stop))
    #expect(try await reader.exit() == .code(0))
    #expect(reader.lines(on: .error).count { $0.contains("skipped a line") } == 1)
  }

  @Test func `a folder that is not there yet is waited for`() async throws {
    let reader = try ChildProgram("deadwax-reader", ["camera", "--pictures", folder.path("later"), "--each"])
    let line = try await reader.line { $0.contains(#""absent""#) }
    guard case .state(let state) = try ReaderLine.decodeReader(line.utf8) else {
      Issue.record("no state")
      return
    }
    #expect(state.reason?.contains("No such file or directory") == true && state.hint != nil)
    try FileManager.default.createDirectory(atPath: folder.path("later"), withIntermediateDirectories: false)
    try put(.qr, "DW:I:0123456789ABCX", as: "later/code")
    try await reader.line { $0.contains("DW:I:0123456789ABCX") }
  }

  @Test(arguments: [
    [], ["--pictures"], ["--pictures", ""], ["--pictures", "x", "--each", "--current", "y"],
    ["--pictures", "x", "--current", "a/b"], ["--pictures", "x", "--current", ".hidden"],
    ["--pictures", "x", "--fps", "0"], ["--pictures", "x", "--fps", "fast"], ["--pictures", "x", "y"],
    ["--pictures", "x", "--each=1"], ["--pictures", "x", "--formats", "pdf417"], ["--camera", "/dev/video0"],
  ])
  func `an invalid command is reported`(arguments: [String]) async throws {
    let reader = try ChildProgram("deadwax-reader", ["camera"] + arguments)
    #expect(try await reader.exit() == .code(64))
    #expect(reader.lines().isEmpty)
    #expect(reader.lines(on: .error).first?.hasPrefix("deadwax-reader: ") == true)
    #expect(reader.lines(on: .error).last == "See: deadwax-reader camera --help")
  }

  @Test func `a host that reads no more ends it`() async throws {
    // The reader of the pipe takes one line and exits.
    let reader = try ChildProgram(
      path: "/bin/sh",
      ["-c", "'\(try Repository.program("deadwax-reader"))' camera --pictures '\(folder.path)' | head -n 1"])
    #expect(try await reader.exit() == .code(0))
    #expect(reader.lines().count == 1)
  }
}
