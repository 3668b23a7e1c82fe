import Foundation
import Imaging
import Pictures
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct FramesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder("deadwax-frames") }

  private func run(_ arguments: [String]) async throws -> (exit: ChildProgram.Exit, error: [String]) {
    let program = try ChildProgram("deadwax-virtual", ["frames"] + arguments)
    return (try await program.exit(), program.lines(on: .error))
  }

  private struct Entry: Decodable, Equatable {
    var file: String
    var family: String
    var text: String?
    var module: Double?
    var angle: Double?
    var corners: [[Int]]?
  }

  private func entries(in name: String) throws -> [Entry] {
    try JSONDecoder().decode(
      [Entry].self, from: Data(contentsOf: URL(fileURLWithPath: folder.path(name + "/truth.json"))))
  }

  @Test func `a folder of made frames has the truth about each of them, the same for the same seed`() async throws {
    let words = ["--seed", "7", "--kinds", "qr,upce", "--modules", "2,3", "--angles", "0", "--motions", "0"]
    for name in ["one", "two"] {
      let ended = try await run([folder.path(name), "--each", "1", "--empty", "2", "--width", "320"] + words)
      #expect(ended.exit == .code(0), "\(ended.error)")
    }
    let entries = try entries(in: "one")
    #expect(entries.map(\.family) == ["QR", "QR", "UPCE", "UPCE", "NONE", "NONE"])
    #expect(entries.map { $0.text == nil } == [false, false, false, false, true, true])
    #expect(entries.compactMap(\.module) == [2, 3, 2, 3] && entries.compactMap(\.corners?.count) == [4, 4, 4, 4])
    #expect(try self.entries(in: "two") == entries)
    for entry in entries {
      let frame = try PictureFile.read(folder.path("one/" + entry.file))
      #expect(frame.width == 320 && frame.height == 480)
      #expect(try PictureFile.read(folder.path("two/" + entry.file)) == frame)
    }
  }

  @Test(arguments: [[], ["a", "b"], ["x", "--kinds", "pdf417"], ["x", "--modules", "0"], ["x", "--blur", "much"]])
  func `impossible pictures are refused`(words: [String]) async throws {
    let ended = try await run(words.map { $0 == "x" ? folder.path($0) : $0 })
    #expect(ended.exit == .code(64))
    #expect(ended.error.first?.hasPrefix("deadwax-virtual: ") == true)
  }
}
