import Deadwax
import Foundation
import Housekeeping
import Log
import Storage
import TestSupport
import Testing
import Threads

@testable import Hub

/// Tests of the time zone at the start of the whole hub, with a made time zone database.
@Suite(.timeLimit(.minutes(5)), .serialized)
struct ZoneAtStartTests {
  private let key = "calendar.time-zone"
  private let berlin = "Europe/Berlin=CET-1CEST,M3.5.0,M10.5.0/3"
  private let folder: TemporaryFolder
  private let zones: ZoneFolder

  init() throws {
    folder = try TemporaryFolder("deadwax-start", inMemory: true)
    zones = try ZoneFolder(["Europe/Berlin": "CET-1CEST,M3.5.0,M10.5.0/3"])
    try FileManager.default.createDirectory(
      atPath: folder.path("data"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  private func withDatabase<R: Sendable>(_ body: @escaping @Sendable (WriteTransaction) throws -> R) throws -> R {
    let database = try Database(
      path: folder.path("data/deadwax.sqlite"), migrations: Migration.all, logger: .silent,
      newestSequence: EventJournal.newestSequence)
    defer { database.close() }
    return try database.write(body)
  }

  private func store(_ text: String) throws {
    try withDatabase { [key] transaction in
      try transaction.set(key, to: text)
      try transaction.recordChange(.setting)
    }
  }

  /// Starts and stops the hub; returns its log, the stored text, and the author of the last change.
  private func start() throws -> (log: [String], stored: String?, by: String?) {
    var configuration = HubConfiguration(
      dataFolder: folder.path("data"), port: 0, pages: Repository.path("www"),
      openAPI: Repository.path("docs/openapi.json"), programs: folder.path("programs"))
    configuration.zoneInfo = zones.source.folder
    let lines = Locked<[String]>([])
    let logger = Logger(part: "hub") { _, line in lines.withLock { $0.append(line) } }
    try Hub(configuration: configuration, logger: logger).stop()
    let (stored, change) = try withDatabase { [key] in (try $0.setting(key), try $0.changes(limit: 1).first) }
    return (lines.withLock { $0 }, stored, change?.by)
  }

  @Test func `the hub updates a changed rule once, and reports it`() throws {
    try store(berlin)
    let same = try start()
    #expect(same.stored == berlin && same.by == nil)
    try zones.set("CET-1", of: "Europe/Berlin")
    let updated = try start()
    #expect(updated.stored == "Europe/Berlin=CET-1" && updated.by == "hub")
    let line = updated.log.first { $0.contains("calendar.time-zone") }
    #expect(line?.contains("Europe/Berlin") == true && line?.contains("CET-1CEST") == true, "\(updated.log)")
    let again = try start()
    #expect(again.stored == "Europe/Berlin=CET-1" && !again.log.contains { $0.contains("calendar.time-zone") })
  }

  @Test(arguments: [
    "CET-1CEST,M3.5.0,M10.5.0/3", "Europe/Vanished=CET-1CEST,M3.5.0,M10.5.0/3", "Europe/Berlin", "",
  ])
  func `a rule without a name, an unknown name and an unreadable text stay`(text: String) throws {
    try store(text)
    try zones.set("CET-1", of: "Europe/Berlin")
    let started = try start()
    #expect(started.stored == text && started.by == nil)
  }

  @Test func `without a database the stored rule stays`() throws {
    try store(berlin)
    try FileManager.default.removeItem(atPath: zones.source.folder)
    #expect(try start().stored == berlin)
  }

  @Test func `a setting that was never made stays unset`() throws {
    #expect(try start().stored == nil)
  }
}
