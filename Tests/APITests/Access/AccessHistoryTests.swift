import API
import Deadwax
import Foundation
import HTTPServer
import RequestRecords
import Storage
import TestSupport
import Testing
import Wire

/// Tests of the acts of access in the history: who came in, from where and when, and who changed the ways in.
@Suite(.timeLimit(.minutes(10)))
struct AccessHistoryTests {
  private static let passphrase = "seven quiet records"

  /// A browser of a test, with its cookie and its network.
  private final class Browser {
    let service: APIUnderTest
    var network: UInt64
    var isOnMachine = false
    private(set) var cookie: String?

    init(_ service: APIUnderTest, from network: UInt64 = 0xFFFF_C0A8_0001) {
      self.service = service
      self.network = network
    }

    @discardableResult
    func send(
      _ method: Method, _ path: String, query: String = "", _ id: String = "x", _ body: String? = nil
    ) throws -> TagLibrary.Answer {
      var headers = [("host", "x"), ("origin", "http://x"), ("if-match", "*")]
      if body != nil { headers.append(("content-type", "application/json")) }
      if let cookie { headers.append(("cookie", "deadwax=\(cookie)")) }
      let answer = try service.answer(
        method, "/api/v1" + path, target: "/api/v1" + path + query, parameters: [("id", id)], headers: headers,
        body: body ?? "", peerIsLoopback: isOnMachine, peerNetwork: network)
      if let field = answer.headers.first(where: { $0.0 == "set-cookie" })?.1 {
        cookie = field.split(separator: ";").first.map { String($0.dropFirst("deadwax=".count)) }
      }
      let json = try? JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [String: Any]
      return TagLibrary.Answer(status: answer.status, headers: answer.headers, text: answer.text, json: json ?? [:])
    }

    @discardableResult
    func signIn(_ name: String, _ passphrase: String = AccessHistoryTests.passphrase) throws -> Int {
      try send(.post, "/sign-in", "x", #"{"name":"\#(name)","passphrase":"\#(passphrase)"}"#).status
    }

    /// The acts that the list of changes has, the newest first: the act, its author, subject, detail, origin and count.
    func acts(_ query: String = "") throws -> [[String]] {
      let page = try send(.get, "/changes", query: "?kind=access\(query)")
      guard page.status == 200 else { throw TestFailure(page.text) }
      return page.items.map { item in
        let access = item["access"] as? [String: Any] ?? [:]
        return [
          access["act"] as? String, item["by"] as? String, access["subject"] as? String, access["detail"] as? String,
          access["origin"] as? String, (access["count"] as? Int).map { "\($0)" },
        ].map { $0 ?? "-" }
      }
    }
  }

  private func with(_ body: (APIUnderTest, Browser) throws -> Void) throws {
    let service = try APIUnderTest(isOpenOnLoopback: false)
    defer { service.end() }
    _ = try service.access.accounts.make(id: nil, name: "Cleo", role: "admin", passphrase: Self.passphrase)
    let cleo = Browser(service)
    try cleo.signIn("Cleo")
    try body(service, cleo)
  }

  @Test func `each change of an account is an act with its author, its subject and its origin`() throws {
    try with { service, cleo in
      let made = try cleo.send(
        .post, "/accounts", "x", #"{"name":"Ada","role":"staff","passphrase":"\#(Self.passphrase)"}"#)
      let id = try #require(made.text("id"))
      for change in [
        #"{"name":"Ida"}"#, #"{"role":"station","name":"Ida"}"#, #"{"isDisabled":true}"#, #"{"isDisabled":false}"#,
      ] {
        #expect(try cleo.send(.patch, "/accounts/{id}", id, change).status == 200)
      }
      #expect(
        try cleo.send(.put, "/accounts/{id}/passphrase", id, #"{"passphrase":"eight quiet records"}"#).status == 200)
      let token = try cleo.send(.post, "/tokens", "x", #"{"name":"till","role":"station"}"#)
      #expect(try cleo.send(.delete, "/tokens/{id}", try #require(token.text("id"))).status == 204)
      let place = "local-network"
      let expected = [
        ["token-revoked", "Cleo", "till", "-", place, "1"], ["token-created", "Cleo", "till", "station", place, "1"],
        ["passphrase-changed", "Cleo", "Ida", "-", place, "1"], ["account-enabled", "Cleo", "Ida", "-", place, "1"],
        ["account-disabled", "Cleo", "Ida", "-", place, "1"], ["role-changed", "Cleo", "Ida", "station", place, "1"],
        ["account-renamed", "Cleo", "Ada", "Ida", place, "1"], ["account-added", "Cleo", "Ada", "staff", place, "1"],
        ["signed-in", "Cleo", "-", "passphrase", place, "1"], ["account-added", "-", "Cleo", "admin", "console", "1"],
      ]
      #expect(try cleo.acts() == expected)
      _ = service
    }
  }

  @Test func `signing in and out, and a sign-in that another one ends, are acts`() throws {
    try with { service, cleo in
      _ = try service.access.accounts.make(id: nil, name: "Ada", role: "staff", passphrase: Self.passphrase)
      let (here, there) = (Browser(service), Browser(service, from: 0xFFFF_0808_0808))
      #expect(try here.signIn("ada") == 200)
      #expect(try there.signIn("ada") == 200)
      #expect(try here.send(.delete, "/sign-in").status == 204)
      let left = try #require(try service.access.accounts.signIns(of: nil).first { $0.name == "Ada" })
      #expect(try cleo.send(.delete, "/sign-ins/{id}", left.id.text).status == 204)
      #expect(
        try cleo.acts().prefix(4) == [
          ["sign-in-ended", "Cleo", "Ada", "-", "local-network", "1"],
          ["signed-out", "Ada", "-", "-", "local-network", "1"],
          ["signed-in", "Ada", "-", "passphrase", "elsewhere", "1"],
          ["signed-in", "Ada", "-", "passphrase", "local-network", "1"],
        ])
    }
  }

  @Test func `wrong passphrases are counted by account and origin, and no typed text is stored`() throws {
    try with { service, cleo in
      _ = try service.access.accounts.make(id: nil, name: "Ada", role: "staff", passphrase: Self.passphrase)
      let (near, far) = (Browser(service), Browser(service, from: 0xFFFF_0808_0808))
      for _ in 0..<4 { #expect(try near.signIn("ADA", "a wrong passphrase") == 401) }
      for number in 0..<3 { #expect(try far.signIn("my secret passphrase \(number)", "oops wrong field") == 401) }
      #expect(
        try cleo.acts().prefix(2) == [
          ["sign-in-failed", "-", "-", "-", "elsewhere", "3"],
          ["sign-in-failed", "-", "Ada", "-", "local-network", "4"],
        ])
      // 200 more make no further entry: they are counted, or refused unchecked.
      let before = try cleo.acts().count
      for number in 0..<200 { _ = try far.signIn("name \(number)", "a wrong passphrase") }
      #expect(try cleo.acts().count == before)
      #expect(try cleo.send(.get, "/changes").text.contains("secret passphrase") == false)
    }
  }

  @Test func `the set-up link and the administrator that it makes are acts`() throws {
    let service = try APIUnderTest(isOpenOnLoopback: false)
    defer { service.end() }
    let secret = try #require(try service.access.beginSetup(another: false, at: nil))
    let browser = Browser(service)
    browser.isOnMachine = true
    let made = try browser.send(
      .post, "/setup", "x", #"{"secret":"\#(secret)","name":"Ada","passphrase":"\#(Self.passphrase)"}"#)
    #expect(made.status == 201, "\(made.text)")
    let place = "this-machine"
    #expect(
      try browser.acts() == [
        ["signed-in", "Ada", "-", "passphrase", place, "1"], ["set-up", "Ada", "-", "-", place, "1"],
        ["account-added", "Ada", "Ada", "admin", place, "1"],
      ])
  }

  @Test(
    arguments: [
      (0xFFFF_0A01_0203, "local-network"), (0xFFFF_AC1F_FFFF, "local-network"), (0xFFFF_AC20_0000, "elsewhere"),
      (0xFFFF_C0A8_FFFF, "local-network"), (0xFFFF_C0A9_0000, "elsewhere"), (0xFE80_0000_0000_0000, "local-network"),
      (0xFD12_3456_0000_0001, "local-network"), (0x2001_0DB8_0000_0001, "elsewhere"), (1, "proxy"),
    ] as [(UInt64, String)])
  func `the origin is a class of addresses, not an address`(network: UInt64, origin: String) throws {
    try with { service, cleo in
      let browser = Browser(service, from: network)
      try browser.signIn("Cleo")
      #expect(try cleo.acts().first?[4] == origin)
    }
  }

  @Test func `acts of access are for administrators, and cannot be undone`() throws {
    try with { service, cleo in
      _ = try service.access.accounts.make(id: nil, name: "Ada", role: "staff", passphrase: Self.passphrase)
      let ada = Browser(service)
      try ada.signIn("Ada")
      let act = try #require(try cleo.send(.get, "/changes").items.first)
      let id = try #require(act["id"] as? String)
      #expect(act["cannotUndo"] as? String == "nothing-to-undo")
      #expect(try cleo.send(.get, "/changes/{id}", id).status == 200)
      #expect(try cleo.send(.post, "/changes/{id}/undo", id, "{}").status == 409)
      #expect(try ada.send(.get, "/changes").items.isEmpty)
      #expect(try ada.send(.get, "/changes", query: "?kind=access").status == 403)
      #expect(try ada.send(.get, "/changes/{id}", id).status == 404)
    }
  }

  @Test func `the list is filtered by person, kind and time, also over several pages`() throws {
    try with { service, cleo in
      _ = try service.access.accounts.make(id: nil, name: "Ada", role: "staff", passphrase: Self.passphrase)
      let ada = Browser(service)
      try ada.signIn("Ada")
      for number in 0..<3 {
        #expect(try ada.send(.post, "/borrowers", "x", #"{"name":"Borrower \#(number)"}"#).status == 201)
      }
      #expect(try cleo.send(.post, "/borrowers", "x", #"{"name":"Another"}"#).status == 201)
      func list(_ query: String) throws -> [[String: Any]] {
        let page = try cleo.send(.get, "/changes", query: query)
        guard page.status == 200 else { throw TestFailure(page.text) }
        return page.items
      }
      #expect(try list("?by=Ada&kind=borrower").count == 3)
      #expect(try list("?by=Ada").count == 4)
      #expect(try list("?by=Ad").isEmpty)
      let first = try cleo.send(.get, "/changes", query: "?by=Ada&limit=3")
      let next = try #require(first.text("next"))
      #expect(try list("?by=Ada&limit=3&cursor=\(next)").count == 1)
      let all = try list("")
      let time = try #require(all[2]["at"] as? String)
      #expect(try list("?since=\(time)").count >= 3)
      #expect(try list("?until=\(time)").allSatisfy { ($0["at"] as? String ?? "") < time })
      #expect(try list("?since=\(time)&until=\(time)").isEmpty)
      for wrong in ["?kind=walk", "?since=yesterday", "?until=2026", "?by="] {
        #expect(try cleo.send(.get, "/changes", query: wrong).status == 400, "\(wrong)")
      }
    }
  }

  @Test func `no act of access has the name of an erased member of staff, neither as author nor as subject`() throws {
    try with { service, cleo in
      let made = try cleo.send(
        .post, "/borrowers", "x", #"{"name":"Ada Lovelace","shortName":"Ada L.","isStaff":true}"#)
      let id = try #require(made.text("id"))
      #expect(try cleo.send(.put, "/borrowers/{id}/pin", id, #"{"pin":"4711"}"#).status == 200)
      #expect(try cleo.acts().first == ["pin-changed", "Cleo", "Ada L.", "-", "console", "1"])
      let borrower = try #require(Borrower.ID(id))
      _ = try service.database.erase(borrower)
      #expect(try cleo.acts().first == ["pin-changed", "Cleo", "-", "-", "console", "1"])
    }
  }
}
