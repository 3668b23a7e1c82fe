import Archives
import Deadwax
import Foundation
import HTTPClient
import Log
import Storage
import TestSupport
import Testing

/// Tests that a hub which is killed in the middle of an import has a whole catalogue: the one before, or that of the package.
@Suite(.timeLimit(.minutes(30)))
struct ConcertKillTests {
  private static let (shows, recordings) = (1200, 4800)

  @Test func `an import that is killed in its middle leaves the whole catalogue before it`() async throws {
    let running = try await HubUnderTest(withHardware: false, withDemo: false, ["--nfc", "none"])
    defer { running.end() }
    let token = String(try String(contentsOfFile: try await running.administrator(), encoding: .utf8).dropLast())
    let first = try await begin(Self.package("1"), on: running, by: token)
    #expect(try await state(of: first, "done", on: running, by: token)["state"].text == "done")
    let noted = "1970-01-01-hall-0-town-ny-usa"
    let note = try await running.send(
      HTTPClientRequest(
        .put, running.url + "/api/v1/shows/\(noted)/library", headers: Self.headers(token), body: Array("{}".utf8)))
    #expect(note.status == 200, "\(note.text)")
    var version = "1"
    var (kills, rolledBack) = (0, 0)
    // A kill may come a moment after the commit, so a few rounds are needed.
    while kills < 12, rolledBack < 3 {
      kills += 1
      let next = "\(kills + 1)"
      let id = try await begin(Self.package(next), on: running, by: token)
      // Only the transaction of the import has this phase.
      let seen = try await state(of: id, "search", on: running, by: token)
      let before = version
      try await running.killHubAndStartAgain {
        version = try Self.checked(running.folder.path("data/deadwax.sqlite"), noted: noted)
      }
      #expect([before, next].contains(version), "\(version) after \(before) and \(next)")
      if version == before {
        rolledBack += 1
        #expect(seen["state"].text == "writing")
      }
      let found = try await running.json("/api/v1/shows?search=hall&limit=1")
      #expect(found["items"].array.count == 1)
    }
    print("concert import: \(kills) kills, \(rolledBack) of them before the commit")
    #expect(rolledBack > 0)
    let last = try await begin(Self.package("last"), on: running, by: token)
    #expect(try await state(of: last, "done", on: running, by: token)["state"].text == "done")
  }

  /// Sends a package, and applies it when it was read.
  ///
  /// - Returns: the id of the import.
  private func begin(_ package: [UInt8], on hub: HubUnderTest, by token: String) async throws -> String {
    let sent = try await hub.send(
      HTTPClientRequest(.post, hub.url + "/api/v1/concert-imports", headers: Self.headers(token), body: package))
    let id = try #require(try JSONValue(sent.body)["id"].text, "\(sent.text)")
    #expect(try await state(of: id, "ready", on: hub, by: token)["state"].text == "ready")
    let bearer: HTTPClientHeaders = ["authorization": "Bearer \(token)"]
    let applied = try await hub.post("/api/v1/concert-imports/\(id)/apply", "{}", headers: bearer)
    #expect(applied.status == 202, "\(applied.text)")
    return id
  }

  /// Waits for a state or a phase of an import, or for its end.
  private func state(
    of id: String, _ wanted: String, on hub: HubUnderTest, by token: String
  ) async throws -> JSONValue {
    while true {
      let view = try JSONValue(
        try await hub.get("/api/v1/concert-imports/\(id)", headers: ["authorization": "Bearer \(token)"]).body)
      let state = view["state"].text ?? ""
      if state == wanted || view["phase"].text == wanted { return view }
      if !["reading", "writing"].contains(state), !(wanted == "done" && state == "ready") { return view }
    }
  }

  private static func headers(_ token: String) -> HTTPClientHeaders {
    ["authorization": "Bearer \(token)", "content-type": "application/json"]
  }

  /// Checks that a catalogue is that of one package, and returns its version.
  private static func checked(_ path: String, noted: String) throws -> String {
    let database = try Database(
      path: path, migrations: Migration.all, logger: .silent, newestSequence: EventJournal.newestSequence)
    defer { database.close() }
    return try database.read { reading in
      let version = try #require(try reading.concertPackageVersion()).version
      func number(_ sql: String) throws -> Int64? { try reading.first(sql) { try $0.integer(0) } }
      // Every file of a package bears the version of the package.
      for (table, column) in [("shows", "url"), ("recordings", "lineage"), ("collections", "name")] {
        let other = try number("SELECT count(*) FROM \(table) WHERE \(column) <> '\(version)'")
        #expect(other == 0, "\(table) has rows of two packages")
      }
      #expect(try number("SELECT count(*) FROM shows") == Int64(shows))
      #expect(try number("SELECT count(*) FROM recordings") == Int64(recordings))
      #expect(try number("SELECT count(*) FROM show_search") == Int64(shows))
      #expect(try number("SELECT count(*) FROM collections") == 1)
      #expect(try reading.libraryEntry(ofShow: noted) != nil && reading.show(noted)?.libraryAddedAt != nil)
      #expect(try reading.first("PRAGMA integrity_check") { try $0.text(0) } == "ok")
      #expect(try reading.first("PRAGMA foreign_key_check") { try $0.text(0) } == nil)
      return version
    }
  }

  /// Returns a package whose files all bear its version.
  private static func package(_ version: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let writer = try ArchiveWriter(isCompressed: false) { bytes += $0 }
    func add(_ name: String, _ content: String) throws { try writer.add(name, Array(content.utf8)) }
    try add("manifest.json", #"{"data_version":"\#(version)","package_name":"Sample"}"#)
    for number in 0..<shows {
      let id = "1970-01-01-hall-\(number)-town-ny-usa"
      let own = stride(from: number, to: recordings, by: shows).map { "r\($0)" }
      try add(
        "shows/\(id).json",
        #"""
        {"show_id":"\#(id)","band":"The Band","date":"1970-01-01","venue":"Hall \#(number)","city":"Town","state":"NY",
         "url":"\#(version)","recordings":[\#(own.map { #""\#($0)""# }.joined(separator: ","))]}
        """#)
      for identifier in own {
        try add("recordings/\(identifier).json", #"{"rating":4,"source_type":"SBD","lineage":"\#(version)"}"#)
      }
    }
    try add("collections.json", #"[{"id":"all","name":"\#(version)"}]"#)
    try writer.finish()
    return bytes
  }
}
