import Deadwax
import Foundation
import HTTPClient
import Log
import OfflineStation
import Secrets
import Storage
import TestSupport
import Testing
import Threads

@testable import Hub

/// Tests of a hub that is stopped while six stations request their replicas.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct ReplicaStopTests {
  private static let names = ["one", "two", "three", "four", "five", "six"]

  let folder: TemporaryFolder
  let tokens: [String]

  /// Creates a library with many codes.
  init() throws {
    folder = try TemporaryFolder("deadwax-replica-stop", inMemory: true)
    try FileManager.default.createDirectory(
      atPath: folder.path("data"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let database = try Database(
      path: folder.path("data/deadwax.sqlite"), migrations: Migration.all, logger: .silent,
      newestSequence: EventJournal.newestSequence)
    defer { database.close() }
    let place = Place(id: .new(at: .now()), kind: .shelf, name: "Shelf 1")
    tokens = try database.write { transaction in
      try transaction.insert(place)
      try transaction.run(
        """
        INSERT INTO code (class, value, place_id, bound_at)
        WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 60000)
        SELECT 'text', 'shelf mark ' || n, ?1, ?2 FROM number
        """, place.id, transaction.now)
      return try Self.names.map { name in
        let token = Token.random()
        let record = TokenRecord(
          id: transaction.newID(), name: name, role: "station", station: nil, createdAt: transaction.now)
        try transaction.insert(record, hash: Token.hash(of: token))
        return token
      }
    }
  }

  private func start() throws -> Hub {
    try Hub(
      configuration: HubConfiguration(
        dataFolder: folder.path("data"), port: 0, pages: Repository.path("www"),
        openAPI: Repository.path("docs/openapi.json"), programs: folder.path("programs")), logger: .silent)
  }

  /// Requests the replicas of six stations at once and returns the statuses; 0 for a broken connection.
  private func request(_ hub: Hub, then: () -> Void = {}) -> [Int] {
    let answers = Locked<[Int]>([])
    let lanes = zip(Self.names, tokens).map { name, token in
      let address = hub.address
      return DedicatedThread("station") {
        let client = HTTPClient(userAgent: "Deadwax-tests/1", timeout: .seconds(200))
        let answer = try? client.send(
          HTTPClientRequest(
            .get, "\(address)api/v1/stations/\(name)/replica", headers: ["authorization": "Bearer \(token)"]))
        // A successful response is complete.
        if let answer, answer.status == 200 { #expect(Replica(bytes: answer.body)?.count == 60_000) }
        answers.withLock { $0.append(answer?.status ?? 0) }
      }
    }
    then()
    for lane in lanes { lane.join() }
    return answers.withLock { $0 }
  }

  @Test func `all of them are answered, and the next start finds everything in order`() throws {
    for milliseconds in [0, 50, 200, 400, 1000] as [UInt32] {
      let hub = try start()
      let answers = request(hub) {
        usleep(milliseconds * 1000)
        hub.stop()
      }
      #expect(answers.count == 6 && answers.allSatisfy { [0, 200, 503].contains($0) }, "\(answers)")
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path("data"))
      // The log was checkpointed and removed, and no temporary file is left.
      #expect(!files.contains { $0.hasSuffix("-wal") || $0.contains("replica") }, "\(files)")
    }
    let hub = try start()
    #expect(request(hub) == [200, 200, 200, 200, 200, 200])
    hub.stop()
  }
}
