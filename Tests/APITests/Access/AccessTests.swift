import API
import Deadwax
import Foundation
import HTTPServer
import Storage
import TestSupport
import Testing
import Threads
import Wire

/// Tests of permissions: every route with every role.
@Suite(.timeLimit(.minutes(30)))
struct AccessTests {
  /// The document that describes the roles is compared with the endpoints in `EndpointTests`.
  @Test func `every endpoint requires its role, and no higher one`() throws {
    let service = try APIUnderTest(isOpenOnLoopback: false)
    defer { service.end() }
    let tokens = try Role.allCases.map { ($0, try service.token($0)) }
    for endpoint in service.surface.endpoints {
      guard let need = endpoint.role else { continue }
      func status(_ headers: [(String, String)]) throws -> Int {
        try service.answer(endpoint.method, endpoint.pattern, headers: headers).status
      }
      #expect(try status([("host", "127.0.0.1")]) == 401, "\(endpoint.name) without a token")
      #expect(try status([("authorization", "Bearer dw_wrong")]) == 401, "\(endpoint.name) with a wrong token")
      for (role, token) in tokens {
        let status = try status([("host", "x"), ("authorization", "Bearer \(token)")])
        #expect((status == 403) == (role < need), "\(endpoint.name) with \(role.rawValue) answered \(status)")
        #expect(status != 401)
      }
    }
  }

  @Test func `on this machine a station works without a token, and from elsewhere it does not`() throws {
    let service = try APIUnderTest()
    defer { service.end() }
    #expect(try service.answer(.get, "/api/v1/scans").status == 200)
    #expect(try service.answer(.get, "/api/v1/scans", peerIsLoopback: false).status == 401)
    #expect(try service.answer(.get, "/api/v1/tokens").status == 403)
    // A wrong token is refused even where none is needed; the refusal clears a browser's stale cookie.
    let refusal = try service.answer(.get, "/api/v1/scans", headers: [("cookie", "deadwax=dw_wrong")])
    #expect(refusal.status == 401)
    #expect(
      refusal.headers.contains { $0.0 == "set-cookie" && $0.1.hasPrefix("deadwax=;") && $0.1.contains("Max-Age=0") })
  }

  @Test func `a revoked token is invalid from that moment`() throws {
    let service = try APIUnderTest(isOpenOnLoopback: false)
    defer { service.end() }
    let (token, record) = try service.access.makeToken(name: "wall screen", role: .readerOnly)
    let headers = [("authorization", "Bearer \(token)")]
    #expect(try service.answer(.get, "/api/v1/scans", headers: headers).status == 200)
    #expect(try service.access.revoke(record.id, by: nil))
    #expect(try service.answer(.get, "/api/v1/scans", headers: headers).status == 401)
    #expect(try !service.access.revoke(record.id, by: nil))
  }

  @Test func `an administrator can revoke neither the last token of the role nor its own, and gets advice`() throws {
    let service = try APIUnderTest(isOpenOnLoopback: false)
    defer { service.end() }
    func revoke(_ record: TokenRecord, by token: String) throws -> HTTPResponse {
      try service.answer(
        .delete, "/api/v1/tokens/{id}", parameters: [("id", record.id.text)],
        headers: [("host", "x"), ("authorization", "Bearer \(token)")])
    }
    let (first, firstRecord) = try service.access.makeToken(name: "set-up", role: .admin)
    _ = try service.access.makeToken(name: "counter", role: .staff)
    let refusal = try revoke(firstRecord, by: first)
    #expect(refusal.status == 409 && refusal.text.contains(#""code":"last-administrator""#))
    #expect(refusal.text.contains("Create another token"))
    let (second, secondRecord) = try service.access.makeToken(name: "chief", role: .admin)
    // A program that revokes all tokens of a list does not lock itself out.
    let own = try revoke(secondRecord, by: second)
    #expect(own.status == 409 && own.text.contains(#""code":"own-token""#))
    #expect(own.text.contains("another administrator"))
    #expect(try revoke(firstRecord, by: second).status == 204)
    // The revoked one no longer counts.
    #expect(try revoke(secondRecord, by: second).status == 409)
    #expect(try service.access.beginSetup(another: false, at: nil) == nil)
  }

  @Test func `of two administrators who revoke each other at once, one remains`() throws {
    let service = try APIUnderTest(isOpenOnLoopback: false)
    defer { service.end() }
    var remaining = try service.access.makeToken(name: "first", role: .admin).record.id
    for _ in 0..<50 {
      let pair = [remaining, try service.access.makeToken(name: "other", role: .admin).record.id]
      let lanes = pair.map { id in DedicatedThread("administrator") { _ = try? service.access.revoke(id, by: nil) } }
      for lane in lanes { lane.join() }
      let left = try service.access.tokens().filter { $0.role == "admin" && $0.revokedAt == nil }
      remaining = try #require(left.first?.id)
      #expect(left.count == 1)
    }
  }

  @Test func `a hub without a live administrator offers the set-up way again`() throws {
    let service = try APIUnderTest()
    defer { service.end() }
    let (token, record) = try service.access.makeToken(name: "set-up", role: .admin)
    #expect(try service.access.beginSetup(another: false, at: nil) == nil)
    // The state that a hub could leave that revoked the last administrator.
    #expect(try service.database.write { try $0.revoke(record.id) })
    let secret = try #require(try service.access.beginSetup(another: false, at: nil))
    let new = try service.access.finishSetup(secret: secret).token
    #expect(new != token)
    #expect(try service.access.caller(of: new).role == .admin)
    #expect(try service.access.beginSetup(another: false, at: nil) == nil)
  }

  @Test func `a start that requests it creates another administrator for a lost token`() throws {
    let service = try APIUnderTest()
    defer { service.end() }
    let (lost, _) = try service.access.makeToken(name: "set-up", role: .admin)
    #expect(try service.access.beginSetup(another: false, at: nil) == nil)
    let secret = try #require(try service.access.beginSetup(another: true, at: nil))
    let (token, name) = try service.access.finishSetup(secret: secret)
    #expect(try service.access.caller(of: token).role == .admin)
    // The list shows its origin, and the previous administrator can be revoked with it.
    #expect(name == "set-up with --new-administrator")
    let listed = try service.access.tokens().filter { $0.role == "admin" }
    #expect(Set(listed.map(\.name)) == ["set-up", name])
    #expect(try service.access.caller(of: lost).role == .admin)
    // Only once.
    #expect(throws: Problem.self) { try service.access.finishSetup(secret: secret) }
  }

  @Test func `the stream of a revoked token ends at once, and no other`() throws {
    let service = try APIUnderTest(isOpenOnLoopback: false)
    defer { service.end() }
    func listen(_ token: String) throws -> EventStream {
      let answer = try service.answer(.get, "/api/v1/events", headers: [("authorization", "Bearer \(token)")])
      guard case .stream(let stream) = answer.body else { throw TestFailure("no stream: \(answer.status)") }
      return stream
    }
    let (token, record) = try service.access.makeToken(name: "wall screen", role: .readerOnly)
    let (other, _) = try service.access.makeToken(name: "desk screen", role: .readerOnly)
    let (first, second, stored) = (try listen(token), try listen(token), try listen(other))
    #expect(try service.access.revoke(record.id, by: nil))
    #expect(!first.send(Array(": \n\n".utf8)) && !second.send(Array(": \n\n".utf8)))
    #expect(stored.send(Array(": \n\n".utf8)))
  }

  @Test func `a stream that opens while its token is revoked is closed`() throws {
    let service = try APIUnderTest(isOpenOnLoopback: false)
    defer { service.end() }
    for _ in 0..<60 {
      let (token, record) = try service.access.makeToken(name: "wall screen", role: .readerOnly)
      let begun = Locked<EventStream?>(nil)
      let lane = DedicatedThread("listener") {
        let answer = try? service.answer(.get, "/api/v1/events", headers: [("authorization", "Bearer \(token)")])
        if case .stream(let stream) = answer?.body { begun.withLock { $0 = stream } }
      }
      #expect(try service.access.revoke(record.id, by: nil))
      lane.join()
      if let stream = begun.withLock({ $0 }) { #expect(!stream.send(Array(": \n\n".utf8))) }
    }
  }

  @Test func `a token that is revoked while it is used is never remembered`() throws {
    let service = try APIUnderTest(isOpenOnLoopback: false)
    defer { service.end() }
    for _ in 0..<300 {
      let (token, record) = try service.access.makeToken(name: "wall screen", role: .readerOnly)
      let headers = [("authorization", "Bearer \(token)")]
      let isUsed = Latch()
      let lanes = (0..<2).map { _ in
        DedicatedThread("user") {
          // Until the revocation is seen, so that it always meets a token in use.
          for _ in 0..<1000 {
            let answer = try? service.answer(.get, "/api/v1/readers", headers: headers)
            isUsed.raise()
            if answer?.status == 401 { break }
          }
        }
      }
      isUsed.wait()
      #expect(try service.access.revoke(record.id, by: nil))
      for lane in lanes { lane.join() }
      #expect(try service.answer(.get, "/api/v1/readers", headers: headers).status == 401)
    }
  }

  @Test func `a token is nowhere in the database`() throws {
    let service = try APIUnderTest()
    let token = try service.token(.admin)
    service.end()
    for name in ["deadwax.sqlite", "deadwax.sqlite-wal"] {
      let bytes = FileManager.default.contents(atPath: service.folder.path(name)) ?? Data()
      #expect(bytes.range(of: Data(token.utf8)) == nil)
    }
  }

  @Test func `the set-up link gives the first administrator a token, once`() throws {
    let service = try APIUnderTest()
    defer { service.end() }
    let secret = try #require(try service.access.beginSetup(another: false, at: nil))
    func exchange(_ secret: String) throws -> HTTPResponse {
      try service.answer(
        .post, "/api/v1/setup", headers: [("host", "x"), ("content-type", "application/json")],
        body: #"{"secret":"\#(secret)"}"#)
    }
    #expect(try exchange("wrong").status == 401)
    let answer = try exchange(secret)
    #expect(answer.status == 201)
    #expect(
      answer.headers.contains { $0.0 == "set-cookie" && $0.1.contains("HttpOnly") && $0.1.contains("SameSite=Strict") })
    #expect(try exchange(secret).status == 409)
    #expect(try service.access.beginSetup(another: false, at: nil) == nil)
  }

  @Test(arguments: ["http://evil.example", "null", "http://127.0.0.1:1"])
  func `a page of another origin may change nothing`(origin: String) throws {
    let service = try APIUnderTest()
    defer { service.end() }
    let headers = [("host", "127.0.0.1"), ("content-type", "application/json"), ("origin", origin)]
    let answer = try service.answer(.post, "/api/v1/scans", headers: headers, body: #"{"code":"x"}"#)
    #expect(answer.status == 403)
    #expect(try service.database.read { try $0.scans(before: nil, station: nil, outcome: nil, limit: 1) }.isEmpty)
  }
}
