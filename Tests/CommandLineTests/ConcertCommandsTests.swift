import Foundation
import HTTPServer
import TestSupport
import Testing

/// Tests of the commands for the concert catalogue with a fake hub.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct ConcertCommandsTests {
  private static let id = "1977-05-08-barton-hall-ithaca-ny-usa"
  private static let summary =
    #"{"id":"\#(id)","date":"1977-05-08","band":"Grateful Dead","venue":"Barton\u001b[31m Hall","city":"Ithaca","state":"NY","country":"USA","recordings":1,"rating":4.8,"reviews":340,"isInLibrary":true}"#
  private static let recording =
    #"{"identifier":"gd77.sbd","show":"\#(id)","sourceType":"SBD","rating":4.86,"rawRating":4.9,"reviews":300,"confidence":0.9,"source":"Nagra"}"#
  private static let show =
    #"{"show":\#(summary),"sets":[{"name":"Set 2","songs":[{"title":"Scarlet Begonias","isSegue":true},{"title":"Fire on the Mountain","isSegue":false}]}],"musicians":[],"recordings":[\#(recording)],"collections":[],"copies":[{"copy":\#(FakeTagHub.copy(12)),"recording":"gd77.sbd"}]}"#
  private static let bound =
    #"{"copy":\#(FakeTagHub.copy(12)),"show":{"id":"\#(id)","date":"1977-05-08","venue":"Barton Hall","place":"Ithaca, NY","sourceType":"SBD"},"version":1}"#
  private static let importID = "01934893-1111-7e0b-a1c3-5d9e8f274b16"

  private static func importing(_ state: String, _ more: String = "") -> String {
    #"{"id":"\#(importID)","state":"\#(state)","phase":"shows","processed":3,"total":9,"bytes":10,"shows":3,"recordings":6,"collections":2,"unnamedRecordings":1,"faults":[{"file":"shows/a.json","detail":"'date' is missing."}],"faultCount":1\#(more)}"#
  }

  @Test func `shows are found by words and filters, and a venue does no harm to the terminal`() async throws {
    let hub = try FakeStaffHub.play(["GET /api/v1/shows": [FakeTagHub.page(Self.summary)]])
    let run = try await hub.run("concert", "find", "Cornell", "77", "--year", "1977", "--library")
    #expect(run.code == 0 && run.output.count == 1, "\(run.errors)")
    #expect(run.output[0].hasPrefix("1977-05-08") && run.output[0].contains("4.80"), "\(run.output)")
    #expect(run.output[0].hasSuffix(Self.id) && !run.output[0].contains("\u{1B}"))
    let sent = try #require(hub.sent("GET /api/v1/shows").first)
    #expect(sent.contains("Cornell") && sent.contains("year=1977") && sent.contains("library=yes"), "\(sent)")
  }

  @Test func `a show is printed with its songs, recordings and copies`() async throws {
    let hub = try FakeStaffHub.play(["GET /api/v1/shows/\(Self.id)": [FakeTagHub.json(Self.show)]])
    let run = try await hub.run("concert", "show", Self.id)
    let text = run.output.joined(separator: "\n")
    #expect(run.code == 0 && text.contains("Set 2: Scarlet Begonias > Fire on the Mountain"), "\(text) \(run.errors)")
    #expect(text.contains("gd77.sbd") && text.contains("copy 12") && text.contains("4.86"), "\(text)")
  }

  @Test func `a copy of a show is added and bound`() async throws {
    let hub = try FakeStaffHub.play(["POST /api/v1/shows/\(Self.id)/copies": [FakeTagHub.json(Self.bound)]])
    let added = try await hub.run("concert", "copy", Self.id, "--medium", "cd", "--recording", "gd77.sbd")
    #expect(added.code == 0 && added.output.first?.contains("1977-05-08, Barton Hall, Ithaca, NY") == true, "\(added)")
    let sent = try #require(hub.sent("POST /api/v1/shows/\(Self.id)/copies").first)
    #expect(sent.contains(#""medium":"cd""#) && sent.contains(#""recording":"gd77.sbd""#), "\(sent)")
    #expect(try await FakeStaffHub.play([:]).run("concert", "copy", Self.id, "--medium", "wax").code == 64)
    #expect(try await FakeStaffHub.play([:]).run("concert", "note", Self.id, "--rating", "6").code == 64)
  }

  @Test func `a package is read, shown and applied; a dry run applies nothing`() async throws {
    let folder = try TemporaryFolder(inMemory: true)
    let file = try folder.write("PK", to: "shows.zip")
    let path = "/api/v1/concert-imports"
    func hub() throws -> FakeTagHub {
      try FakeStaffHub.play([
        "POST \(path)": [FakeTagHub.json(Self.importing("reading"))],
        "GET \(path)/\(Self.importID)": [
          FakeTagHub.json(Self.importing("ready")),
          FakeTagHub.json(Self.importing("done", #","removedShows":1,"keptShows":2"#)),
        ],
        "POST \(path)/\(Self.importID)/apply": [FakeTagHub.json(Self.importing("writing"))],
      ])
    }
    let dry = try hub()
    let looked = try await dry.run("concert", "import", file, "--dry-run")
    let text = looked.output.joined(separator: "\n")
    #expect(looked.code == 0 && text.contains("3 shows, 6 recordings") && text.contains("shows/a.json"), "\(looked)")
    #expect(text.contains("Nothing was imported.") && dry.sent("POST \(path)/\(Self.importID)/apply").isEmpty)
    let whole = try hub()
    let done = try await whole.run("concert", "import", file)
    #expect(done.code == 0 && done.output.last?.contains("1 shows were removed, and 2 others stay") == true, "\(done)")
    let damaged = try await FakeStaffHub.play([
      "POST \(path)": [FakeTagHub.json(Self.importing("reading"))],
      "GET \(path)/\(Self.importID)": [
        FakeTagHub.json(Self.importing("damaged", #","detail":"The file is no ZIP file.""#))
      ],
    ]).run("concert", "import", file)
    #expect(damaged.code == 64 && damaged.errors.joined().contains("no ZIP file"), "\(damaged)")
  }
}
