import API
import Deadwax
import Foundation
import HTTPServer
import RequestRecords
import Storage
import TestSupport
import Testing
import Wire

/// Tests of accounts and sign-ins.
@Suite(.timeLimit(.minutes(60)))
struct SignInTests {
  private static let passphrase = "seven quiet records"

  private func with(_ body: (APIUnderTest) throws -> Void) throws {
    let service = try APIUnderTest(isOpenOnLoopback: false)
    defer { service.end() }
    try body(service)
  }

  private func account(_ role: Role, _ name: String, in service: APIUnderTest) throws -> AccountRecord {
    try service.access.accounts.make(id: nil, name: name, role: role.rawValue, passphrase: Self.passphrase)
  }

  private func signIn(
    _ service: APIUnderTest, name: String, passphrase: String = passphrase, cookie: String? = nil,
    network: UInt64 = 1
  ) throws -> HTTPResponse {
    var headers = [("host", "x"), ("content-type", "application/json")]
    if let cookie { headers.append(("cookie", "deadwax=\(cookie)")) }
    return try service.answer(
      .post, "/api/v1/sign-in", headers: headers, body: #"{"name":"\#(name)","passphrase":"\#(passphrase)"}"#,
      peerNetwork: network)
  }

  private func cookie(_ response: HTTPResponse) throws -> String {
    let field = try #require(response.headers.first { $0.0 == "set-cookie" }?.1, "\(response.text)")
    return String(try #require(field.split(separator: ";").first).dropFirst("deadwax=".count))
  }

  private func read(_ service: APIUnderTest, _ path: String, cookie: String) throws -> HTTPResponse {
    try service.answer(.get, path, headers: [("host", "x"), ("cookie", "deadwax=\(cookie)")])
  }

  @Test func `every endpoint requires its role of a person who is signed in, and no higher one`() throws {
    try with { service in
      for role in Role.allCases {
        let account = try account(role, role.rawValue, in: service)
        for endpoint in service.surface.endpoints {
          guard let need = endpoint.role else { continue }
          let token = try service.access.accounts.signIn(account, replacing: nil, idleLimit: .seconds(3600)).token
          let status = try service.answer(
            endpoint.method, endpoint.pattern,
            headers: [("host", "x"), ("origin", "http://x"), ("cookie", "deadwax=\(token)")]
          ).status
          #expect((status == 403) == (role < need), "\(endpoint.name) with \(role.rawValue) answered \(status)")
          // These are for a station's own token.
          let isOfStation = ["/replica", "/offline-journal"].contains { endpoint.pattern.hasSuffix($0) }
          #expect(isOfStation || status != 401, "\(endpoint.name) with \(role.rawValue)")
        }
      }
    }
  }

  @Test func `the role reader-only changes nothing: its endpoints only read`() throws {
    try with { service in
      for endpoint in service.surface.endpoints where endpoint.role == .readerOnly {
        #expect(endpoint.method == .get, "\(endpoint.name)")
      }
    }
  }

  @Test func `a sign-in has a new random token, and a cookie that an attacker planted never becomes valid`() throws {
    try with { service in
      _ = try account(.staff, "Ada", in: service)
      let planted = "dw_planted-by-an-attacker"
      let first = try cookie(try signIn(service, name: "ada", cookie: planted))
      #expect(first != planted)
      #expect(try read(service, "/api/v1/scans", cookie: planted).status == 401)
      #expect(try read(service, "/api/v1/scans", cookie: first).status == 200)
      // Signing in again in the same browser ends the earlier sign-in.
      let second = try cookie(try signIn(service, name: "ADA", cookie: first))
      #expect(second != first)
      #expect(try read(service, "/api/v1/scans", cookie: first).status == 401)
      #expect(try read(service, "/api/v1/scans", cookie: second).status == 200)
    }
  }

  @Test func `the cookie is hidden from scripts and from other sites`() throws {
    try with { service in
      _ = try account(.staff, "Ada", in: service)
      let response = try signIn(service, name: "Ada")
      let field = try #require(response.headers.first { $0.0 == "set-cookie" }?.1)
      #expect(field.contains("HttpOnly") && field.contains("SameSite=Strict"))
      #expect(!response.text.contains(try cookie(response)))
      #expect(response.text.contains(#""role":"staff""#) && response.text.contains(#""name":"Ada""#))
    }
  }

  @Test(arguments: [[("origin", "http://evil.example")], [("sec-fetch-site", "cross-site")], []])
  func `a change by cookie that no page of the hub sent is refused`(fields: [(String, String)]) throws {
    try with { service in
      _ = try account(.admin, "Ada", in: service)
      let cookie = try cookie(try signIn(service, name: "Ada"))
      let headers = [("host", "x"), ("content-type", "application/json"), ("cookie", "deadwax=\(cookie)")]
      let body = #"{"name":"wall","role":"admin"}"#
      #expect(try service.answer(.post, "/api/v1/tokens", headers: headers + fields, body: body).status == 403)
      #expect(try service.access.tokens().isEmpty)
      let own = headers + [("origin", "http://x")]
      #expect(try service.answer(.post, "/api/v1/tokens", headers: own, body: body).status == 201)
    }
  }

  @Test func `signing out, and ending a sign-in, is effective at once and ends its streams`() throws {
    try with { service in
      let account = try account(.staff, "Ada", in: service)
      let (first, second) = (try cookie(try signIn(service, name: "Ada")), try cookie(try signIn(service, name: "Ada")))
      func listen(_ cookie: String) throws -> EventStream {
        let answer = try read(service, "/api/v1/events", cookie: cookie)
        guard case .stream(let stream) = answer.body else { throw TestFailure("no stream: \(answer.status)") }
        return stream
      }
      let (one, other) = (try listen(first), try listen(second))
      let out = try service.answer(
        .delete, "/api/v1/sign-in", headers: [("host", "x"), ("origin", "http://x"), ("cookie", "deadwax=\(first)")])
      #expect(out.status == 204)
      #expect(try read(service, "/api/v1/scans", cookie: first).status == 401)
      #expect(!one.send(Array(": \n\n".utf8)) && other.send(Array(": \n\n".utf8)))
      let left = try service.access.accounts.signIns(of: account.id)
      #expect(left.count == 1)
      let admin = try service.token(.admin)
      let ended = try service.answer(
        .delete, "/api/v1/sign-ins/{id}", parameters: [("id", try #require(left.first).id.text)],
        headers: [("host", "x"), ("authorization", "Bearer \(admin)")])
      #expect(ended.status == 204)
      #expect(try read(service, "/api/v1/scans", cookie: second).status == 401)
      #expect(!other.send(Array(": \n\n".utf8)))
    }
  }

  @Test func `people list and end only their own sign-ins, an administrator all of them`() throws {
    try with { service in
      _ = try account(.staff, "Ada", in: service)
      _ = try account(.staff, "Bob", in: service)
      _ = try account(.admin, "Cleo", in: service)
      let ada = try cookie(try signIn(service, name: "Ada"))
      let bob = try cookie(try signIn(service, name: "Bob"))
      let cleo = try cookie(try signIn(service, name: "Cleo"))
      let list = try read(service, "/api/v1/sign-ins", cookie: ada)
      #expect(list.text.contains(#""name":"Ada""#) && !list.text.contains(#""name":"Bob""#))
      #expect(try read(service, "/api/v1/sign-ins", cookie: cleo).text.contains(#""name":"Bob""#))
      let id = try #require(try service.access.accounts.signIns(of: nil).first { $0.name == "Bob" }).id
      let refusal = try service.answer(
        .delete, "/api/v1/sign-ins/{id}", parameters: [("id", id.text)],
        headers: [("host", "x"), ("origin", "http://x"), ("cookie", "deadwax=\(ada)")])
      #expect(refusal.status == 404)
      #expect(try read(service, "/api/v1/scans", cookie: bob).status == 200)
    }
  }

  @Test func `the last administrator can neither be disabled nor get a lower role`() throws {
    try with { service in
      let first = try account(.admin, "Ada", in: service)
      let cookie = try cookie(try signIn(service, name: "Ada"))
      func change(_ id: AccountRecord.ID, _ body: String) throws -> HTTPResponse {
        try service.answer(
          .patch, "/api/v1/accounts/{id}", parameters: [("id", id.text)],
          headers: [
            ("host", "x"), ("origin", "http://x"), ("cookie", "deadwax=\(cookie)"), ("if-match", "*"),
            ("content-type", "application/json"),
          ], body: body)
      }
      for body in [#"{"isDisabled":true}"#, #"{"role":"staff"}"#] {
        let refusal = try change(first.id, body)
        #expect(refusal.status == 409 && refusal.text.contains("last-administrator"), "\(refusal.text)")
      }
      let second = try account(.admin, "Bob", in: service)
      let bob = try self.cookie(try signIn(service, name: "Bob"))
      #expect(try change(second.id, #"{"name":"Bert"}"#).status == 200)
      #expect(try read(service, "/api/v1/tokens", cookie: bob).status == 200)
      #expect(try change(second.id, #"{"role":"staff"}"#).status == 200)
      #expect(try read(service, "/api/v1/scans", cookie: bob).status == 401)
      #expect(try change(second.id, #"{"isDisabled":true}"#).status == 200)
      #expect(try signIn(service, name: "Bert").status == 401)
    }
  }

  @Test func `another passphrase needs the present one, and ends the other sign-ins`() throws {
    try with { service in
      let ada = try account(.staff, "Ada", in: service)
      let bob = try account(.staff, "Bob", in: service)
      let (here, there) = (try cookie(try signIn(service, name: "Ada")), try cookie(try signIn(service, name: "Ada")))
      func set(_ id: AccountRecord.ID, _ body: String) throws -> Int {
        try service.answer(
          .put, "/api/v1/accounts/{id}/passphrase", parameters: [("id", id.text)],
          headers: [
            ("host", "x"), ("origin", "http://x"), ("cookie", "deadwax=\(here)"), ("content-type", "application/json"),
          ], body: body
        ).status
      }
      #expect(try set(ada.id, #"{"passphrase":"eight quiet records"}"#) == 422)
      #expect(try set(ada.id, #"{"passphrase":"eight quiet records","current":"some other words"}"#) == 403)
      #expect(try set(bob.id, #"{"passphrase":"eight quiet records","current":"seven quiet records"}"#) == 403)
      #expect(try set(ada.id, #"{"passphrase":"short","current":"seven quiet records"}"#) == 422)
      let long = String(repeating: "1", count: 201)
      #expect(try set(ada.id, #"{"passphrase":"eight quiet records","current":"\#(long)"}"#) == 422)
      // A passphrase may have any character, so a present one is never refused for one.
      #expect(try set(ada.id, #"{"passphrase":"eight quiet records","current":"some\tother words"}"#) == 403)
      #expect(try read(service, "/api/v1/scans", cookie: there).status == 200)
      #expect(try set(ada.id, #"{"passphrase":"eight quiet records","current":"seven quiet records"}"#) == 200)
      #expect(try read(service, "/api/v1/scans", cookie: here).status == 200)
      #expect(try read(service, "/api/v1/scans", cookie: there).status == 401)
      #expect(try signIn(service, name: "Ada").status == 401)
      #expect(try signIn(service, name: "Ada", passphrase: "eight quiet records").status == 200)
    }
  }

  @Test(arguments: [
    (#"{"token":"short"}"#, 422), (#"{"token":"\#(String(repeating: "1", count: 513))"}"#, 422),
    (#"{"token":"\#(String(repeating: "1", count: 512))"}"#, 401),
    // The length is that of the text as it was sent, by code points.
    (#"{"token":" 123456 "}"#, 401), (#"{"token":"e\u0301e\u0301e\u0301e\u0301"}"#, 401),
    (#"{"token":"\#(String(repeating: #"e\u0301"#, count: 257))"}"#, 422),
    (#"{"name":"","passphrase":"seven quiet records"}"#, 422),
    (#"{"name":"\#(String(repeating: "1", count: 81))","passphrase":"seven quiet records"}"#, 422),
    (#"{"name":"\#(String(repeating: "1", count: 80))","passphrase":"seven quiet records"}"#, 401),
    (#"{"name":"Ada","passphrase":"\#(String(repeating: "1", count: 201))"}"#, 422),
    (#"{"name":"Ada","passphrase":"","returnsToken":null}"#, 401),
    (#"{"name":"Ada","passphrase":"seven quiet records","token":"12345678"}"#, 422), ("{}", 422),
  ])
  func `a sign-in outside the described lengths is invalid, and counts as no attempt`(
    body: String, status: Int
  ) throws {
    try with { service in
      let headers = [("host", "x"), ("content-type", "application/json")]
      for _ in 1...6 {
        let answer = try service.answer(.post, "/api/v1/sign-in", headers: headers, body: body, peerNetwork: 1)
        // The sixth wrong passphrase for a name is too many.
        if status == 422 { #expect(answer.status == status, "\(answer.text)") }
        if status == 401 { #expect([401, 429].contains(answer.status), "\(answer.text)") }
      }
    }
  }

  @Test func `after 10,000 wrong passphrases from one network, people elsewhere sign in`() throws {
    try with { service in
      _ = try account(.staff, "Ada", in: service)
      var statuses: [Int: Int] = [:]
      for number in 0..<10_000 {
        let name = number.isMultiple(of: 2) ? "Ada" : "name \(number)"
        let status = try signIn(service, name: name, passphrase: "a wrong passphrase", network: 7).status
        statuses[status, default: 0] += 1
      }
      #expect(Set(statuses.keys) == [401, 429])
      #expect((statuses[401] ?? 0) < 1000, "\(statuses)")
      let refusal = try signIn(service, name: "Ada", network: 7)
      #expect(refusal.status == 429 && refusal.headers.contains { $0.0 == "retry-after" })
      #expect(try signIn(service, name: "Ada", network: 8).status == 200)
    }
  }

  @Test func `attempts side by side count before their passphrases are checked, and a right one does not count`() throws
  {
    let limit = AttemptLimit()
    let start = Timestamp(milliseconds: 1_700_000_000_000)
    for _ in 0..<5 { try limit.take("Ada", from: 7, at: start) }
    let refusal = #expect(throws: Problem.self) { try limit.take("ada", from: 7, at: start) }
    #expect(refusal?.code == .tooMany)
    #expect(refusal?.headers.contains { $0 == ("retry-after", "30") } == true)
    try limit.take("Ada", from: 8, at: start)
    limit.restore("Ada", from: 7)
    try limit.take("Ada", from: 7, at: start)
    #expect(throws: Problem.self) { try limit.take("Ada", from: 7, at: start) }
    // A clock that goes back grants no more.
    #expect(throws: Problem.self) { try limit.take("Ada", from: 7, at: start + .seconds(-3600)) }
    #expect(throws: Problem.self) { try limit.take("Ada", from: 7, at: start + .seconds(1)) }
    try limit.take("Ada", from: 7, at: start + .seconds(31))
  }

  @Test func `the set-up link creates the account of an administrator, and signs it in`() throws {
    try with { service in
      let secret = try #require(try service.access.beginSetup(another: false, at: nil))
      func setUp(_ secret: String, _ passphrase: String) throws -> HTTPResponse {
        try service.answer(
          .post, "/api/v1/setup", headers: [("host", "x"), ("content-type", "application/json")],
          body: #"{"secret":"\#(secret)","name":"Ada","passphrase":"\#(passphrase)"}"#)
      }
      #expect(try setUp("wrong", Self.passphrase).status == 401)
      #expect(try setUp(secret, "short").status == 422)
      let response = try setUp(secret, Self.passphrase)
      #expect(response.status == 201 && !response.text.contains("dw_"), "\(response.text)")
      #expect(try read(service, "/api/v1/accounts", cookie: try cookie(response)).status == 200)
      let used = try setUp(secret, Self.passphrase)
      #expect(used.status == 409 && used.text.contains(#""code":"set-up-used""#), "\(used.text)")
      #expect(try service.access.beginSetup(another: false, at: nil) == nil)
      // A taken name is another reason, after which the link is still valid.
      let another = try #require(try service.access.beginSetup(another: true, at: nil))
      let taken = try setUp(another, Self.passphrase)
      #expect(taken.status == 409 && taken.text.contains(#""code":"name-taken""#), "\(taken.text)")
      #expect(try service.access.beginSetup(another: false, at: nil) == nil)
    }
  }

  @Test func `no passphrase and no token of a sign-in is in the database`() throws {
    let service = try APIUnderTest(isOpenOnLoopback: false)
    _ = try account(.staff, "Ada", in: service)
    let token = try cookie(try signIn(service, name: "Ada"))
    service.end()
    for name in ["deadwax.sqlite", "deadwax.sqlite-wal"] {
      let bytes = FileManager.default.contents(atPath: service.folder.path(name)) ?? Data()
      for secret in [token, Self.passphrase] { #expect(bytes.range(of: Data(secret.utf8)) == nil) }
    }
  }

  @Test func `the author of a change is the account that is signed in`() throws {
    try with { service in
      _ = try account(.staff, "Ada Lovelace", in: service)
      let cookie = try cookie(try signIn(service, name: "Ada Lovelace"))
      let made = try service.answer(
        .post, "/api/v1/borrowers",
        headers: [
          ("host", "x"), ("origin", "http://x"), ("cookie", "deadwax=\(cookie)"), ("content-type", "application/json"),
        ], body: #"{"name":"Bob"}"#)
      #expect(made.status == 201, "\(made.text)")
      #expect(try read(service, "/api/v1/changes", cookie: cookie).text.contains(#""by":"Ada Lovelace""#))
    }
  }

  @Test func `a scan and an undo that a signed-in person sends name the person`() throws {
    try with { service in
      for role in [Role.station, .staff] {
        let name = "Ada \(role.rawValue)"
        _ = try account(role, name, in: service)
        let cookie = try cookie(try signIn(service, name: name))
        let headers = [
          ("host", "x"), ("origin", "http://x"), ("cookie", "deadwax=\(cookie)"), ("content-type", "application/json"),
        ]
        func send(_ method: Method, _ path: String, _ parameters: [(String, String)], _ body: String) throws {
          let sent = try service.answer(method, path, parameters: parameters, headers: headers, body: body)
          guard (200..<300).contains(sent.status) else { throw TestFailure("\(path): \(sent.text)") }
        }
        func newest() throws -> Change {
          try #require(try service.database.read { try $0.changes(limit: 1).first })
        }
        try send(.put, "/api/v1/stations/{name}/mode", [("name", "desk")], #"{"mode":"add"}"#)
        let code = role == .station ? "5099902988023" : "4006381333931"
        try send(.post, "/api/v1/scans", [], #"{"code":"\#(code)","symbology":"EAN-13"}"#)
        let added = try newest()
        #expect(added.kind == .add && added.by == name, "\(added)")
        try send(.post, "/api/v1/changes/{id}/undo", [("id", added.id.text)], "{}")
        #expect(try newest().by == name)
      }
    }
  }
}
