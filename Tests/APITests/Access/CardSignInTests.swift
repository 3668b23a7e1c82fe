import API
import Deadwax
import Foundation
import HTTPServer
import RequestRecords
import Storage
import TestSupport
import Testing
import Wire

/// Tests of signing in by a staff card and its PIN at a station.
@Suite(.timeLimit(.minutes(10)))
struct CardSignInTests {
  private static let pin = "4711"

  /// Bob is a member of staff with a card and a PIN, and has an account.
  private func with(isLinked: Bool = true, _ body: (LendingLibrary, String) throws -> Void) throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let bob = ("id", library.bob.id.text)
    let any = ("if-match", "*")
    func ok(_ answer: TagLibrary.Answer) throws {
      guard (200..<300).contains(answer.status) else { throw TestFailure(answer.text) }
    }
    try ok(library.request(.patch, "/borrowers/{id}", [bob], body: #"{"isStaff":true}"#, headers: [any]))
    try ok(library.request(.put, "/borrowers/{id}/pin", [bob], body: #"{"pin":"\#(Self.pin)"}"#, headers: [any]))
    let account = try library.service.access.accounts.make(
      id: nil, name: "Bob", role: "staff", passphrase: "seven quiet records")
    if isLinked {
      try ok(
        library.request(
          .patch, "/accounts/{id}", [("id", account.id.text)], body: #"{"borrower":"\#(library.bob.id)"}"#,
          headers: [any],
          as: .admin))
    }
    try body(library, account.id.text)
  }

  private func send(
    _ library: LendingLibrary, _ pin: String, station: String = "desk", cookie: String? = nil
  ) throws -> TagLibrary.Answer {
    var headers = [("host", "127.0.0.1"), ("origin", "http://127.0.0.1"), ("content-type", "application/json")]
    if let cookie { headers.append(("cookie", "deadwax=\(cookie)")) }
    let answer = try library.service.answer(
      .post, "/api/v1/sign-in", headers: headers, body: #"{"station":"\#(station)","pin":"\#(pin)"}"#)
    let json = try? JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [String: Any]
    return TagLibrary.Answer(status: answer.status, headers: answer.headers, text: answer.text, json: json ?? [:])
  }

  private func cookie(_ answer: TagLibrary.Answer) -> String? {
    answer.header("set-cookie")?.split(separator: ";").first.map { String($0.dropFirst("deadwax=".count)) }
  }

  @Test func `a staff card and its PIN sign the account in, and the history names it with its station`() throws {
    try with { library, id in
      #expect(try send(library, Self.pin).status == 409, "no card was scanned")
      #expect(try library.scan(library.bobsCard).status == 201)
      let answer = try send(library, Self.pin)
      #expect(answer.status == 200 && answer.text("name") == "Bob" && answer.text("account") == id, "\(answer.text)")
      #expect(!answer.text.contains(Self.pin))
      let cookie = try #require(self.cookie(answer))
      let list = try library.service.answer(
        .get, "/api/v1/borrowers", headers: [("host", "127.0.0.1"), ("cookie", "deadwax=\(cookie)")])
      #expect(list.status == 200)
      let acts = try library.request(.get, "/changes", query: "?kind=access&limit=2", as: .admin).items
      let access = acts.compactMap { $0["access"] as? [String: Any] }
      #expect(access.map { $0["act"] as? String } == ["signed-in", "staff-unlocked"])
      #expect(access.first?["detail"] as? String == "card")
      #expect(acts.map { $0["station"] as? String } == ["desk", "desk"])
      #expect(acts.map { $0["by"] as? String } == ["Bob", "Robert B."])
    }
  }

  @Test func `a wrong PIN signs no one in, counts as at the station itself, and is counted in the history`() throws {
    try with { library, _ in
      #expect(try library.scan(library.bobsCard).status == 201)
      // Two here and one at the station's own pad: the third locks the card at every station.
      for _ in 0..<2 {
        let refusal = try send(library, "0000")
        #expect(refusal.status == 409 && refusal.code == "pin-wrong" && cookie(refusal) == nil, "\(refusal.text)")
      }
      #expect(try library.station("pin", #"{"pin":"0000"}"#).code == "pin-locked")
      #expect(try library.scan(library.bobsCard).text.contains("pin-locked"))
      #expect(try send(library, Self.pin).status == 409)
      let acts = try library.request(.get, "/changes", query: "?kind=access", as: .admin).items
      let failed = acts.compactMap { $0["access"] as? [String: Any] }.filter { $0["act"] as? String == "pin-failed" }
      #expect(
        failed.count == 1 && failed.first?["count"] as? Int == 3 && failed.first?["subject"] as? String == "Robert B.")
    }
  }

  @Test func `a card without an account, and the card of a disabled account, sign no one in`() throws {
    try with(isLinked: false) { library, id in
      #expect(try library.scan(library.bobsCard).status == 201)
      let refusal = try send(library, Self.pin)
      #expect(refusal.status == 403 && cookie(refusal) == nil, "\(refusal.text)")
      let account = ("id", id)
      for body in [#"{"borrower":"\#(library.bob.id)"}"#, #"{"isDisabled":true}"#] {
        #expect(
          try library.request(.patch, "/accounts/{id}", [account], body: body, headers: [("if-match", "*")], as: .admin)
            .status == 200)
      }
      // The staff functions are open for a minute, in which the card asks for no PIN.
      _ = try library.service.database.write { transaction in
        guard var state = try transaction.station(.hubStation)?.state else { throw TestFailure("no station") }
        state.staff = nil
        try transaction.save(state, of: .hubStation)
      }
      #expect(try library.scan(library.bobsCard).status == 201)
      #expect(try send(library, Self.pin).status == 403)
    }
  }

  @Test func `a borrower's card and PIN sign no one in, and the card of a borrower cannot be linked`() throws {
    try with { library, id in
      let any = ("if-match", "*")
      #expect(
        try library.request(
          .put, "/borrowers/{id}/pin", [("id", library.ada.id.text)], body: #"{"pin":"4711"}"#, headers: [any]
        ).status == 200)
      let policy = try library.request(.get, "/stations/{name}/policy", [("name", "desk")], as: .admin)
      let body = policy.text.replacingOccurrences(of: #""asksPIN":false"#, with: #""asksPIN":true"#)
      #expect(
        try library.request(
          .put, "/stations/{name}/policy", [("name", "desk")], body: body, headers: [policy.seen], as: .admin
        )
        .status == 200)
      try library.mode(.checkout)
      #expect(try library.scan(library.adasCard).text.contains("pin-needed"))
      #expect(try send(library, Self.pin).status == 409)
      let link = try library.request(
        .patch, "/accounts/{id}", [("id", id)], body: #"{"borrower":"\#(library.ada.id)"}"#, headers: [any], as: .admin)
      #expect(link.status == 422, "\(link.text)")
    }
  }

  @Test func `a card belongs to one account, and unlinking it ends the sign-ins`() throws {
    try with { library, id in
      let any = ("if-match", "*")
      let other = try library.service.access.accounts.make(
        id: nil, name: "Rob", role: "staff", passphrase: "seven quiet records")
      let taken = try library.request(
        .patch, "/accounts/{id}", [("id", other.id.text)], body: #"{"borrower":"\#(library.bob.id)"}"#, headers: [any],
        as: .admin)
      #expect(taken.status == 409 && taken.code == "code-taken", "\(taken.text)")
      #expect(try library.scan(library.bobsCard).status == 201)
      let cookie = try #require(self.cookie(try send(library, Self.pin)))
      let headers = [("host", "127.0.0.1"), ("cookie", "deadwax=\(cookie)")]
      #expect(try library.service.answer(.get, "/api/v1/sign-in", headers: headers).status == 200)
      let unlinked = try library.request(
        .patch, "/accounts/{id}", [("id", id)], body: #"{"borrower":null}"#, headers: [any], as: .admin)
      #expect(unlinked.status == 200 && unlinked.text("borrower") == nil, "\(unlinked.text)")
      #expect(try library.service.answer(.get, "/api/v1/sign-in", headers: headers).status == 401)
    }
  }

  @Test func `card and PIN unlock a locked screen`() throws {
    try with { library, _ in
      let made = try library.service.access.makeToken(
        name: "kiosk", role: .station, station: .hubStation, isLocked: true)
      #expect(try library.scan(library.bobsCard).status == 201)
      #expect(try send(library, Self.pin, station: "front", cookie: made.token).status == 403)
      let answer = try send(library, Self.pin, cookie: made.token)
      #expect(answer.status == 200 && cookie(answer) != nil, "\(answer.text)")
      let acts = try library.request(.get, "/changes", query: "?kind=access&limit=2", as: .admin).items
      #expect(
        acts.compactMap { ($0["access"] as? [String: Any])?["act"] as? String } == ["signed-in", "screen-unlocked"])
    }
  }

  @Test func `only a caller of the station signs in there`() throws {
    try with { library, _ in
      #expect(try library.scan(library.bobsCard).status == 201)
      let remote = try library.service.answer(
        .post, "/api/v1/sign-in", headers: [("host", "127.0.0.1"), ("content-type", "application/json")],
        body: #"{"station":"desk","pin":"\#(Self.pin)"}"#, peerIsLoopback: false)
      #expect(remote.status == 401, "\(remote.text)")
      let tied = try library.service.access.makeToken(name: "front", role: .station, station: Station.Name("front"))
      #expect(try send(library, Self.pin, cookie: tied.token).status == 403)
    }
  }
}
