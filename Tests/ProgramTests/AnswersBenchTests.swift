import Foundation
import TestSupport
import Testing

/// The count of a folder of Discogs' answers.
@Suite(.timeLimit(.minutes(5)))
struct AnswersBenchTests {
  @Test func `each file is counted as a release, as a page of hits, or with its error`() async throws {
    let folder = try TemporaryFolder()
    let files = [
      "release.json":
        #"{"id": 7, "status": "Accepted", "title": "Suite", "tracklist": [], "artists": [{"name": "Trio"}]}"#,
      "page.json": #"{"pagination": {"items": 2}, "results": [{"id": 7, "type": "release", "title": "Trio - Suite"}]}"#,
      "cut.json": #"{"id": 7, "ti"#, "gateway.html": "<html>", "error.json": #"{"message": "Release not found."}"#,
    ]
    try FileManager.default.createDirectory(atPath: folder.path("answers"), withIntermediateDirectories: true)
    for (name, text) in files { try folder.write(text, to: "answers/\(name)") }
    let bench = try ChildProgram("deadwax-bench", ["answers", folder.path("answers")])
    #expect(try await bench.exit(within: .seconds(60)) == .code(0), "\(bench.transcript)")
    let lines = bench.lines()
    #expect(lines.first?.contains(" 5 files") ?? false, "\(lines)")
    #expect(lines.contains("  1  releases") && lines.contains("  1  pages of search results"), "\(lines)")
    #expect(lines.contains("  3  neither, with the typed error"), "\(lines)")
  }

  @Test func `a folder that is empty is a failure`() async throws {
    let folder = try TemporaryFolder()
    let bench = try ChildProgram("deadwax-bench", ["answers", folder.path("")])
    #expect(try await bench.exit(within: .seconds(60)) == .code(1))
  }
}
