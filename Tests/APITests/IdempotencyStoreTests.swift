import Deadwax
import Foundation
import HTTPServer
import Log
import RequestRecords
import Storage
import TestSupport
import Testing
import Threads
import Wire

@testable import API

@Suite(.timeLimit(.minutes(10)))
struct IdempotencyStoreTests {
  @Test func `the same key makes one job, however often it is sent`() throws {
    let shelf = try TagLibrary()
    defer { shelf.end() }
    try shelf.lay(TagLibrary.uid)
    let first = try shelf.order(key: "shelf 1, copy 1")
    #expect(first.status == 201)
    for _ in 0..<3 {
      let again = try shelf.order(key: "shelf 1, copy 1")
      #expect(again.status == 201 && again.text == first.text)
      #expect(again.header("location") == first.header("location"))
    }
    #expect(try shelf.request(.get, "/tag-jobs", query: "?state=all").items.count == 1)
    let other = try shelf.order(1, key: "shelf 1, copy 1")
    #expect(other.status == 422 && other.code == "id-reused")
    for key in ["", String(repeating: "k", count: 256), "kéy"] {
      #expect(try shelf.order(key: key).status == 422, "\(key)")
    }
    // The same key from another caller is a separate key: the tag is busy, but no response is repeated.
    let staff = try shelf.request(
      .post, "/tag-jobs", body: #"{"action":"write","copy":"\#(shelf.copies[0].id)"}"#,
      headers: [("idempotency-key", "shelf 1, copy 1")], isStaff: true)
    #expect(staff.status == 409)
  }

  @Test func `a refusal is not stored: the same key may succeed later`() throws {
    let shelf = try TagLibrary()
    defer { shelf.end() }
    #expect(try shelf.order(key: "k").code == "no-tag")
    try shelf.lay(TagLibrary.uid)
    #expect(try shelf.order(key: "k").status == 201)
  }

  @Test func `a hub that ended before it stored the response makes no second job`() throws {
    let shelf = try TagLibrary()
    defer { shelf.end() }
    try shelf.lay(TagLibrary.uid)
    let first = try shelf.order(key: "k")
    try shelf.service.database.write { try $0.run("DELETE FROM kept_answer") }
    let again = try shelf.order(key: "k")
    #expect(again.status == 201 && again.json["id"] as? String == first.json["id"] as? String)
    #expect(try shelf.request(.get, "/tag-jobs", query: "?state=all").items.count == 1)
  }

  @Test func `a key in progress has to wait`() throws {
    let shelf = try TagLibrary()
    defer { shelf.end() }
    let keeper = IdempotencyStore(responses: ResponseStore(database: shelf.service.database))
    let request = HTTPRequest(method: .post, target: "/x", headers: [("idempotency-key", "k")], body: [1])
    guard case .firstUse(let ticket) = try keeper.begin(request, isSecret: false) else {
      Issue.record("the first is not the first")
      return
    }
    let refusal = #expect(throws: Problem.self) { try keeper.begin(request, isSecret: false) }
    #expect(refusal?.code == .inFlight && refusal?.code.isRetryable == true)
    // Another address, another key, another method: none of them waits.
    for other in [
      HTTPRequest(method: .post, target: "/y", headers: [("idempotency-key", "k")]),
      HTTPRequest(method: .post, target: "/x", headers: [("idempotency-key", "l")]),
      HTTPRequest(method: .put, target: "/x", headers: [("idempotency-key", "k")]),
    ] {
      guard case .firstUse = try keeper.begin(other, isSecret: false) else {
        Issue.record("another request is taken for the same")
        return
      }
    }
    let finished = Monitor(false)
    keeper.store(.json(Array("{}".utf8), status: 201), of: ticket, .silent) { finished.update { $0 = true } }
    #expect(finished.wait(atMost: .seconds(60)) { $0 ? true : nil } == true)
    guard case .replay(let response) = try keeper.begin(request, isSecret: false) else {
      Issue.record("the answer was not kept")
      return
    }
    #expect(response.status == 201 && response.text == "{}")
  }

  @Test func `another secret under the same key is refused, and nothing that helps to guess one is stored`() throws {
    let folder = try TemporaryFolder("deadwax-keys", inMemory: true)
    let database = try Database(
      path: folder.path("deadwax.sqlite"), migrations: Migration.all, logger: .silent, now: { .now() })
    defer { database.close() }
    func request(_ pin: String) -> HTTPRequest {
      HTTPRequest(
        method: .post, target: "/x", headers: [("idempotency-key", "k")], body: Array(#"{"pin":"\#(pin)"}"#.utf8))
    }
    func isReplayed(_ request: HTTPRequest, by store: IdempotencyStore) throws -> Bool {
      guard case .replay = try store.begin(request, isSecret: true) else { return false }
      return true
    }
    let store = IdempotencyStore(responses: ResponseStore(database: database))
    guard case .firstUse(let claim) = try store.begin(request("271828"), isSecret: true) else {
      throw TestFailure("the first is not the first")
    }
    let stored = Monitor(false)
    store.store(.json(Array("{}".utf8), status: 201), of: claim, .silent) { stored.update { $0 = true } }
    #expect(stored.wait(atMost: .seconds(60)) { $0 ? true : nil } == true)
    #expect(try isReplayed(request("271828"), by: store))
    let refusal = #expect(throws: Problem.self) { try isReplayed(request("314159"), by: store) }
    #expect(refusal?.code == .idReused)
    // Two starts of the hub have different digests of one secret. After another start, the key alone decides.
    let next = IdempotencyStore(responses: ResponseStore(database: database))
    #expect(try isReplayed(request("271828"), by: next) && isReplayed(request("314159"), by: next))
    let again = try next.begin(
      HTTPRequest(method: .post, target: "/y", headers: [("idempotency-key", "k")], body: request("271828").body),
      isSecret: true)
    guard case .firstUse(let own) = again else { throw TestFailure("another address is taken for the same") }
    #expect(own.request != claim.request)
  }

  @Test func `many at once with one key make one job`() async throws {
    let shelf = try TagLibrary()
    defer { shelf.end() }
    try shelf.lay(TagLibrary.uid)
    let reported = Locked<[Int]>([])
    await onLane {
      let lanes = (0..<8).map { _ in
        DedicatedThread("sender") {
          for _ in 0..<10 {
            let status = (try? shelf.order(key: "one"))?.status ?? 0
            reported.withLock { $0.append(status) }
          }
        }
      }
      for lane in lanes { lane.join() }
    }
    let all = reported.withLock { $0 }
    #expect(all.count == 80 && all.allSatisfy { $0 == 201 || $0 == 409 } && all.contains(201))
    #expect(try shelf.request(.get, "/tag-jobs", query: "?state=all").items.count == 1)
  }

  @Test func `a stored response is valid until it is deleted, and that is not before a day`() throws {
    let folder = try TemporaryFolder("deadwax-keys", inMemory: true)
    let clock = Locked(Timestamp(milliseconds: 1_795_165_520_000))
    let database = try Database(
      path: folder.path("deadwax.sqlite"), migrations: Migration.all, logger: .silent, now: { clock.withLock { $0 } })
    defer { database.close() }
    let keeper = IdempotencyStore(responses: ResponseStore(database: database))
    let request = HTTPRequest(method: .post, target: "/x", headers: [("idempotency-key", "k")], body: [1])
    guard case .firstUse(let ticket) = try keeper.begin(request, isSecret: false) else {
      throw TestFailure("the first is not the first")
    }
    keeper.store(.json(Array("{}".utf8), status: 201), of: ticket, .silent) {}
    func isStored() throws -> Bool {
      guard case .firstUse(let ticket) = try keeper.begin(request, isSecret: false) else { return true }
      keeper.store(nil, of: ticket, .silent) {}
      return false
    }
    // Waits until the earlier submissions are done.
    try database.write { _ in }
    clock.withLock { $0 = $0 + .seconds(24 * 3600 - 1) }
    #expect(try keeper.removeOld() == 0)
    #expect(try isStored())
    // The clock alone does not delete the response: it may have jumped.
    clock.withLock { $0 = $0 + .seconds(400 * 86_400) }
    #expect(try isStored())
    #expect(try keeper.removeOld() == 1)
    #expect(try !isStored())
  }
}
