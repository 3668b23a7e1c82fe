import API
import Deadwax
import Foundation
import HTTPServer
import RequestRecords
import Storage
import TestSupport
import Testing
import Threads
import Wire

/// Tests of the lock of a station's screen: by itself, without any script of the page.
@Suite(.timeLimit(.minutes(10)))
struct ScreenLockTests {
  private static let passphrase = "seven quiet records"

  /// A service with a page for each kind of path, and the accounts of staff and of a station.
  private struct Place {
    let service: APIUnderTest
    let pages: [Route]

    init(isOpenOnLoopback: Bool = false) throws {
      service = try APIUnderTest(isOpenOnLoopback: isOpenOnLoopback)
      for role in [Role.admin, .staff, .station] {
        _ = try service.access.accounts.make(
          id: nil, name: role.rawValue, role: role.rawValue, passphrase: ScreenLockTests.passphrase)
      }
      let paths = [
        "/", "/index", "/index.html", "/people", "/people.html", "/changes", "/setup", "/theme.css", "/page/page.js",
      ]
      pages = service.surface.guarded(
        paths.map { path in Route(.get, path) { _, reply in reply(HTTPResponse(status: 200)) } })
    }

    func headers(_ cookie: String?) -> [(String, String)] {
      [("host", "x"), ("origin", "http://x"), ("content-type", "application/json")]
        + (cookie.map { [("cookie", "deadwax=\($0)")] } ?? [])
    }

    func send(
      _ method: Method, _ path: String, _ body: String = "", cookie: String?,
      _ parameters: [(String, String)] = []
    ) throws -> HTTPResponse {
      try service.answer(method, "/api/v1" + path, parameters: parameters, headers: headers(cookie), body: body)
    }

    func signIn(_ role: Role, cookie: String? = nil) throws -> HTTPResponse {
      try send(
        .post, "/sign-in", #"{"name":"\#(role.rawValue)","passphrase":"\#(ScreenLockTests.passphrase)"}"#,
        cookie: cookie)
    }

    /// Returns the cookie of a screen that a member of staff has locked, and the cookie of the sign-in before.
    func locked() throws -> (cookie: String, before: String) {
      let before = try cookie(try signIn(.staff))
      return (try cookie(try send(.post, "/screen-lock", #"{"station":"desk"}"#, cookie: before)), before)
    }

    func cookie(_ response: HTTPResponse) throws -> String {
      let field = try #require(response.headers.first { $0.0 == "set-cookie" }?.1, "\(response.text)")
      return String(try #require(field.split(separator: ";").first).dropFirst("deadwax=".count))
    }

    /// Returns the address that a page leads to; nil if the page itself is sent.
    func place(_ target: String, cookie: String?) throws -> String? {
      let path = String(target.prefix { $0 != "?" })
      let route = try #require(pages.first { $0.pattern == path })
      let answer = Monitor<HTTPResponse?>(nil)
      route.handler(
        HTTPRequest(method: .get, target: target, headers: headers(cookie), peerIsLoopback: true),
        Reply { response in answer.update { $0 = response } })
      let response = try #require(answer.wait(atMost: .seconds(60), until: { $0 }))
      guard response.status == 303 else {
        #expect(response.status == 200)
        return nil
      }
      #expect(response.headers.contains { $0 == ("cache-control", "no-store") })
      return response.headers.first { $0.0 == "location" }?.1
    }
  }

  private func with(_ body: (Place) throws -> Void) throws {
    let place = try Place()
    defer { place.service.end() }
    try body(place)
  }

  @Test func `every page except Desk leads a locked screen back to Desk, and files are sent`() throws {
    try with { place in
      let (cookie, _) = try place.locked()
      let own = "/?station=desk&locked="
      for page in [
        "/people", "/people.html", "/changes", "/setup", "/", "/index", "/index.html", "/?station=front&locked=",
        "/?station=desk",
      ] {
        #expect(try place.place(page, cookie: cookie) == own, "\(page)")
        #expect(try place.place(page, cookie: nil) == nil, "\(page) without a lock")
      }
      for page in [own, "/theme.css", "/page/page.js"] {
        #expect(try place.place(page, cookie: cookie) == nil, "\(page)")
      }
    }
  }

  @Test func `a locked screen acts as its station, and every endpoint of a higher role refuses it`() throws {
    try with { place in
      let (cookie, before) = try place.locked()
      #expect(try place.send(.get, "/sign-in", cookie: before).status == 401, "the sign-in before has ended")
      let caller = try place.send(.get, "/sign-in", cookie: cookie).text
      #expect(caller.contains(#""isLocked":true"#) && caller.contains(#""role":"station""#), "\(caller)")
      for endpoint in place.service.surface.endpoints {
        guard let role = endpoint.role, endpoint.pattern.hasPrefix("/api/v1") else { continue }
        let status = try place.service.answer(
          endpoint.method, endpoint.pattern, headers: place.headers(cookie)
        ).status
        if role > .station { #expect(status == 403, "\(endpoint.name) answered \(status)") }
        let isOfStation = endpoint.pattern.hasPrefix("/api/v1/stations/{name}")
        if role <= .station, !isOfStation {
          #expect(status != 401 && status != 403, "\(endpoint.name) answered \(status)")
        }
      }
      #expect(try place.send(.get, "/stations/{name}", cookie: cookie, [("name", "front")]).status == 403)
    }
  }

  @Test func `neither signing out nor a token nor an account of another role unlocks a screen`() throws {
    try with { place in
      let (cookie, _) = try place.locked()
      let token = try place.service.token(.admin)
      let attempts = [
        try place.send(.delete, "/sign-in", cookie: cookie), try place.signIn(.station, cookie: cookie),
        try place.send(.post, "/sign-in", #"{"token":"\#(token)"}"#, cookie: cookie),
        try place.send(.post, "/sign-in", #"{"token":"\#(cookie)"}"#, cookie: cookie),
      ]
      for attempt in attempts {
        #expect(attempt.status == 403 && attempt.text.contains(#""code":"screen-locked""#), "\(attempt.text)")
        #expect(!attempt.headers.contains { $0.0 == "set-cookie" })
      }
      #expect(try place.place("/people", cookie: cookie) != nil)
      let wrong = try place.send(
        .post, "/sign-in", #"{"name":"staff","passphrase":"a wrong passphrase"}"#, cookie: cookie)
      #expect(wrong.status == 401 && !wrong.headers.contains { $0.0 == "set-cookie" })
    }
  }

  @Test func `staff unlock a screen with their passphrase, and the token of the lock ends`() throws {
    try with { place in
      let (cookie, _) = try place.locked()
      let listed = { try place.service.access.tokens().filter { $0.lock != nil }.count }
      #expect(try listed() == 1)
      let unlocked = try place.signIn(.staff, cookie: cookie)
      #expect(unlocked.status == 200, "\(unlocked.text)")
      #expect(try place.place("/people", cookie: try place.cookie(unlocked)) == nil)
      #expect(try place.send(.get, "/sign-in", cookie: cookie).status == 401)
      #expect(try listed() == 0)
      let acts = try place.service.database.read { try $0.changes(Self.access, limit: 4) }
      #expect(acts.map { $0.access?.kind } == [.signedIn, .screenUnlocked, .screenLocked, .signedIn])
      #expect(acts[1].by == "staff" && acts[1].station == .hubStation)
      #expect(acts[2].by == "staff" && acts[2].station == .hubStation)
    }
  }

  private static var access: ChangeFilter {
    var filter = ChangeFilter()
    filter.kind = .access
    return filter
  }

  @Test func `an administrator makes a token that is locked, which stays valid when staff unlock the screen`() throws {
    try with { place in
      let admin = try place.cookie(try place.signIn(.admin))
      #expect(
        try place.send(.post, "/tokens", #"{"name":"x","role":"station","isLocked":true}"#, cookie: admin).status == 422
      )
      #expect(
        try place.send(.post, "/tokens", #"{"name":"x","role":"staff","isLocked":true}"#, cookie: admin).status == 422)
      let made = try place.send(
        .post, "/tokens", #"{"name":"kiosk","role":"station","station":"front","isLocked":true}"#, cookie: admin)
      #expect(made.text.contains(#""isLocked":true"#), "\(made.text)")
      let json = try #require(try JSONSerialization.jsonObject(with: Data(made.text.utf8)) as? [String: Any])
      let token = try #require(json["token"] as? String)
      let kiosk = try place.cookie(try place.send(.post, "/sign-in", #"{"token":"\#(token)"}"#, cookie: nil))
      #expect(try place.place("/people", cookie: kiosk) == "/?station=front&locked=")
      #expect(try place.signIn(.staff, cookie: kiosk).status == 200)
      #expect(try place.send(.get, "/sign-in", cookie: kiosk).status == 200)
    }
  }

  @Test func `only staff lock a screen, and only that of a browser`() throws {
    try with { place in
      let station = try place.cookie(try place.signIn(.station))
      #expect(try place.send(.post, "/screen-lock", #"{"station":"desk"}"#, cookie: station).status == 403)
      let token = try place.service.token(.staff)
      let program = try place.service.answer(
        .post, "/api/v1/screen-lock",
        headers: [("host", "x"), ("authorization", "Bearer \(token)"), ("content-type", "application/json")],
        body: #"{"station":"desk"}"#)
      #expect(program.status == 403, "\(program.text)")
    }
  }

  @Test func `on the hub's machine, where a station needs no token, a locked screen stays locked`() throws {
    let place = try Place(isOpenOnLoopback: true)
    defer { place.service.end() }
    let (cookie, _) = try place.locked()
    #expect(try place.place("/people", cookie: cookie) == "/?station=desk&locked=")
    #expect(try place.send(.get, "/borrowers", cookie: cookie).status == 403)
    #expect(try place.send(.delete, "/sign-in", cookie: cookie).status == 403)
    #expect(try place.send(.get, "/scans", cookie: cookie).status == 200)
  }

  @Test func `a request that was sent before the lock or the unlocking does not remove the newer cookie`() throws {
    let place = try Place(isOpenOnLoopback: true)
    defer { place.service.end() }
    func removes(_ cookie: String) throws -> Bool {
      let late = try place.send(.get, "/scans", cookie: cookie)
      #expect(late.status == 401, "\(late.text)")
      return late.headers.contains { $0.0 == "set-cookie" }
    }
    let (cookie, before) = try place.locked()
    // Otherwise the screen would be free: here, a station needs no token.
    #expect(try !removes(before))
    let unlocked = try place.cookie(try place.signIn(.staff, cookie: cookie))
    #expect(try !removes(cookie))
    #expect(try place.send(.get, "/borrowers", cookie: unlocked).status == 200)
    // The cookie of another database is removed: its browser would be locked out.
    #expect(try removes("a-cookie-of-another-database"))
  }

  @Test func `the streams of a locked screen's former sign-in end within a second`() throws {
    try with { place in
      let before = try place.cookie(try place.signIn(.staff))
      let answer = try place.send(.get, "/events", cookie: before)
      guard case .stream(let stream) = answer.body else { throw TestFailure("no stream: \(answer.status)") }
      let clock = ContinuousClock()
      let start = clock.now
      #expect(try place.send(.post, "/screen-lock", #"{"station":"desk"}"#, cookie: before).status == 200)
      #expect(!stream.send(Array(": \n\n".utf8)))
      print("the stream of a locked screen's former sign-in ended after \(clock.now - start)")
    }
  }
}
