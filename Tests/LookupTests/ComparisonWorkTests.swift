import Deadwax
import Lookup
import Storage
import TestSupport
import Testing
import Threads

/// Tests of the comparison with the lists at Discogs.
@Suite(.timeLimit(.minutes(5)))
struct ComparisonWorkTests {
  private func begin(_ database: Database) throws {
    try database.write { transaction in
      try transaction.removeDiscogsItems()
      try transaction.store(DiscogsComparison(startedBy: "test", at: transaction.now))
    }
  }

  private func comparison(_ database: Database) throws -> DiscogsComparison {
    try #require(try database.read { try $0.discogsComparison() })
  }

  private func numbers(_ database: Database, _ list: DiscogsList) throws -> [Int64] {
    try database.read { try $0.discogsItems() }.filter { $0.list == list }.map(\.number).sorted()
  }

  @Test func `every page of both lists is read once`() async throws {
    let catalogue = try SimulatedCatalogue()
    catalogue.outside.withLock {
      $0.collection = (1...250).map { $0 } + [7, 7]
      $0.wants = [5, 600]
    }
    let database = try catalogue.open()
    defer { database.close() }
    try begin(database)
    let service = catalogue.service(database)
    defer { service.stop() }
    try await eventually("the end") { try comparison(database).state == .done }
    let end = try comparison(database)
    #expect(end.user == "some one" && end.items == 254 && end.total == 254 && end.problem == nil)
    #expect(try numbers(database, .collection) == ((1...250).map { $0 } + [7, 7]).sorted())
    #expect(try numbers(database, .wishlist) == [5, 600])
    #expect(catalogue.answered.count == 5)
  }

  @Test func `a comparison continues behind the last stored page after the end of the program`() async throws {
    let catalogue = try SimulatedCatalogue()
    catalogue.outside.withLock {
      $0.collection = (1...450).map { $0 }
      $0.responsesLeft = 3
    }
    do {
      let database = try catalogue.open()
      try begin(database)
      let service = catalogue.service(database)
      try await eventually("two pages and a failure") { try comparison(database).problem != nil }
      service.stop()
      #expect(try comparison(database).page == 2 && comparison(database).state == .running)
      database.close()
    }
    catalogue.outside.withLock { ($0.isOffline, $0.responsesLeft) = (false, nil) }
    let database = try catalogue.open()
    defer { database.close() }
    let service = catalogue.service(database)
    defer { service.stop() }
    try await eventually("the end") { try comparison(database).state == .done }
    #expect(try numbers(database, .collection) == (1...450).map { $0 })
    #expect(catalogue.answered.count == Set(catalogue.answered).count)
    #expect(try comparison(database).items == 450)
  }

  @Test(arguments: [401, 403, 404, 422])
  func `a refusal pauses the comparison with its reason`(status: Int) async throws {
    let catalogue = try SimulatedCatalogue()
    catalogue.outside.withLock { $0.listResponse = (status, #"{"message":"no"}"#) }
    let database = try catalogue.open()
    defer { database.close() }
    try begin(database)
    let service = catalogue.service(database)
    defer { service.stop() }
    try await eventually("the pause") { try comparison(database).state == .paused }
    #expect(try comparison(database).problem?.isEmpty == false)
    #expect(try numbers(database, .collection).isEmpty)
  }

  @Test func `too many requests and broken answers only delay the comparison`() async throws {
    for (status, body) in [(429, "{}"), (503, "<html>"), (200, ""), (200, #"{"releases":[]}"#), (200, "[1")] {
      let catalogue = try SimulatedCatalogue()
      catalogue.outside.withLock { ($0.collection, $0.listResponse) = ([1, 2], (status, body)) }
      let database = try catalogue.open()
      try begin(database)
      let service = catalogue.service(database)
      try await eventually("the reason") { try comparison(database).problem != nil }
      #expect(try comparison(database).state == .running, "\(status) \(body)")
      catalogue.outside.withLock { $0.listResponse = nil }
      catalogue.advance(.seconds(300))
      try await eventually("the end") { try comparison(database).state == .done }
      #expect(try comparison(database).problem == nil && numbers(database, .collection) == [1, 2])
      service.stop()
      database.close()
    }
  }

  @Test(arguments: [
    #"{"pagination":{"pages":999999999999,"items":-5},"releases":[]}"#,
    #"{"pagination":{"pages":"1","items":"2"},"releases":[{"id":1,"instance_id":4},{"id":-1,"instance_id":5},7,null]}"#,
    #"{"pagination":{},"releases":[{"id":1,"instance_id":4,"basic_information":7},{"id":3}]}"#,
  ])
  func `a hostile page ends, and only its whole items are stored`(body: String) async throws {
    let catalogue = try SimulatedCatalogue()
    catalogue.outside.withLock { $0.listResponse = (200, body) }
    let database = try catalogue.open()
    defer { database.close() }
    try begin(database)
    let service = catalogue.service(database)
    defer { service.stop() }
    try await eventually("the end") { try comparison(database).state == .done }
    #expect(try numbers(database, .collection) == (body.contains(#""id":1"#) ? [1] : []))
    #expect(try comparison(database).total >= 0)
  }
}
