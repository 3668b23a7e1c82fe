import Foundation
import TestSupport
import Testing

/// The count of a folder of Discogs' answers.
@Suite(.timeLimit(.minutes(5)))
struct AnswersBenchTests {
  private static let item = #"{"id": 7, "instance_id": 9, "folder_id": 1, "basic_information": {"title": "Suite"}}"#
  private static let files = [
    "release.json":
      #"{"id": 7, "status": "Accepted", "title": "Suite", "tracklist": [], "artists": [{"name": "Trio"}]}"#,
    "page.json": #"{"pagination": {"items": 2}, "results": [{"id": 7, "type": "release", "title": "Trio - Suite"}]}"#,
    "master.json": #"{"id": 7, "title": "Suite", "main_release": 7, "versions_url": ""}"#,
    "versions.json": #"{"pagination": {}, "versions": [{"id": 7, "title": "Suite"}, {"title": "no id"}]}"#,
    "collection.json": #"{"pagination": {"pages": 1, "items": 1}, "releases": [\#(item)]}"#,
    "wants.json": #"{"pagination": {"pages": 1, "items": 1}, "wants": [\#(item)]}"#,
    "folders.json": #"{"folders": [{"id": 0, "name": "All", "count": 1}]}"#,
    "added.json": #"{"instance_id": 9, "resource_url": ""}"#,
    "identity.json": #"{"id": 1, "username": "ada", "consumer_name": "Deadwax"}"#,
    "exchange.json": #"{"request": {}, "response": {"status": 404, "body": {"message": "Release not found."}}}"#,
    "error.json": #"{"message": "Release not found."}"#, "artist.json": #"{"id": 7, "name": "Trio"}"#,
    "cut.json": #"{"id": 7, "ti"#, "gateway.html": "<html>", "empty.json": "",
    "comma.json": #"{"id": 7, "title": "Suite", "tracklist": [],}"#,
  ]

  private func count(_ files: [String: String]) async throws -> (code: ChildProgram.Exit, lines: [String]) {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path("answers"), withIntermediateDirectories: true)
    for (name, text) in files { try folder.write(text, to: "answers/\(name)") }
    let bench = try ChildProgram("deadwax-bench", ["answers", folder.path("answers")])
    let code = try await bench.exit(within: .seconds(60))
    return (code, bench.lines())
  }

  @Test func `each file is counted by its kind, or with its typed error`() async throws {
    let (code, lines) = try await count(Self.files)
    #expect(code == .code(0), "\(lines)")
    for line in [
      "answers: 16 files, each parsed as the answer that its shape shows", "  1  releases",
      "  1  pages of search results", "  1  masters", "  1  pages of the releases of a master",
      "  2  pages of a collection or a wantlist", "  1  lists of folders", "  1  additions to a collection",
      "  1  owners of a token", "  7  refused with the typed error, of which",
      "    1  answers that Deadwax does not request: Discogs sent a response that cannot be parsed",
      "    4  files that are not JSON: Discogs sent a response that cannot be parsed",
      "    2  messages of an error: Discogs sent a response that cannot be parsed", "  1 invalid parts were skipped",
    ] {
      #expect(lines.contains(line), "\(line) is not in \(lines)")
    }
  }

  @Test func `an answer that is not parsed as its shape shows is a failure that names the file`() async throws {
    let (code, lines) = try await count(["untitled.json": #"{"id": "x", "tracklist": []}"#])
    #expect(code == .code(1))
    #expect(lines.contains { $0.contains("untitled.json") }, "\(lines)")
  }

  @Test func `a folder that is empty is a failure`() async throws {
    #expect(try await count([:]).code == .code(1))
  }
}
