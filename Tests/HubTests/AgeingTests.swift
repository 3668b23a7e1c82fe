import Deadwax
import Foundation
import HTTPClient
import Log
import Storage
import TestSupport
import Testing

@testable import Hub

/// Tests of the data that the whole hub deletes by age, and of what prevents it. The delay after a start is switched
/// off here.
@Suite(.timeLimit(.minutes(5)), .serialized)
struct AgeingTests {
  private static let jobs = ["hold-expiry", "anonymise", "reminders", "label-sheets", "kept-answers"]

  let folder: TemporaryFolder
  private let answer = StoredResponse(
    id: StoredResponse.ID(digest: 1, 2), request: "r", status: 201, location: nil, body: "{}")
  private let sheets = LabelJob(
    id: .new(at: .now()), layout: "a4-3x8", form: .qr, resolution: 300, start: 1, state: .ready, sheets: 1, labels: 1,
    createdAt: .now() + .seconds(-31 * 86_400))

  init() throws {
    folder = try TemporaryFolder("deadwax-ageing", inMemory: true)
    try FileManager.default.createDirectory(
      atPath: folder.path("data/labels"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    #expect(chmod(folder.path("data"), 0o700) == 0)
  }

  private func withDatabase<R: Sendable>(_ body: @escaping @Sendable (WriteTransaction) throws -> R) throws -> R {
    let database = try Database(
      path: folder.path("data/deadwax.sqlite"), migrations: Migration.all, logger: .silent,
      newestSequence: EventJournal.newestSequence)
    defer { database.close() }
    return try database.write(body)
  }

  /// Stores a response and label sheets that have expired by the clock, which was last right the given number of days
  /// ago.
  private func prepare(daysAgo: Int) throws {
    let (answer, sheets) = (answer, sheets)
    try withDatabase { transaction in
      try transaction.store(answer)
      try transaction.run("UPDATE kept_answer SET at = ?1", transaction.now + .seconds(-2 * 86_400))
      try transaction.insert(sheets)
      let right = transaction.now + .seconds(-daysAgo * 86_400)
      try transaction.setPosition(right.milliseconds, ofJob: "clock")
    }
    _ = try folder.write("%PDF", to: "data/labels/\(sheets.id).pdf")
  }

  private func start() throws -> Hub {
    var configuration = HubConfiguration(
      dataFolder: folder.path("data"), port: 0, pages: Repository.path("www"),
      openAPI: Repository.path("docs/openapi.json"), programs: folder.path("programs"))
    configuration.settlingTime = .zero
    return try Hub(configuration: configuration, logger: .silent)
  }

  /// Returns the values of a metric by job, once all of `jobs` have a value other than 0.
  private func metric(_ name: String, of hub: Hub, of jobs: [String] = []) throws -> [String: Int] {
    let client = HTTPClient(userAgent: "Deadwax-tests/1", timeout: .seconds(60))
    let end = ContinuousClock.now + .seconds(200)
    while true {
      let text = try client.send(HTTPClientRequest(.get, hub.address + "metrics")).text
      var values: [String: Int] = [:]
      for line in text.split(separator: "\n") where line.hasPrefix(name + "{job=\"") {
        let parts = line.split(separator: "\"")
        values[String(parts[1])] = parts.last?.split(separator: " ").last.flatMap { Int($0) }
      }
      if jobs.allSatisfy({ values[$0] ?? 0 != 0 }) { return values }
      guard ContinuousClock.now < end else { throw TestFailure("\(jobs) did not run: \(text)") }
    }
  }

  private let succeeded = "deadwax_job_last_success_timestamp_seconds"

  private func isAnswerStored() throws -> Bool {
    let id = answer.id
    return try withDatabase { try $0.storedResponse(id) != nil }
  }

  private func areSheetsStored() throws -> Bool {
    let id = sheets.id
    let isFileThere = FileManager.default.fileExists(atPath: folder.path("data/labels/\(id).pdf"))
    let isRowThere = try withDatabase { try $0.labelJob(id) != nil }
    #expect(isFileThere == isRowThere)
    return isRowThere
  }

  @Test func `under a clock 400 days ahead answers and sheets of labels stay, and nothing else ends for its age`()
    throws
  {
    try prepare(daysAgo: 400)
    let hub = try start()
    // A job that a person requested runs, so the jobs are active.
    let done = try metric(succeeded, of: hub, of: ["erasure"])
    let waiting = try metric("deadwax_job_waiting", of: hub)
    hub.stop()
    for job in Self.jobs {
      #expect(waiting[job] == 1, "\(job)")
      #expect(done[job] == 0, "\(job)")
    }
    #expect(waiting["erasure"] == 0)
    #expect(try isAnswerStored())
    #expect(try areSheetsStored())
  }

  @Test func `under a trusted clock they are deleted after a day and after thirty days`() throws {
    try prepare(daysAgo: 1)
    let begun = Int(Timestamp.now().milliseconds / 1000)
    let hub = try start()
    let done = try metric(succeeded, of: hub, of: Self.jobs)
    hub.stop()
    for job in Self.jobs { #expect(try #require(done[job]) >= begun, "\(job)") }
    #expect(try !isAnswerStored())
    #expect(try !areSheetsStored())
  }
}
