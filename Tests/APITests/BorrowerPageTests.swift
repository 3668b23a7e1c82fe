import API
import Deadwax
import Foundation
import HTTPServer
import RequestRecords
import Storage
import TestSupport
import Testing
import Wire

/// Tests of the borrower's own page: its link gives access to that borrower's loans and holds, and to nothing else.
@Suite(.timeLimit(.minutes(5)))
struct BorrowerPageTests {
  private let library: LendingLibrary

  init() throws { library = try LendingLibrary() }

  /// Creates a link as staff, and returns its token.
  private func link(_ borrower: Borrower, body: String? = nil) throws -> String {
    let made = try library.request(.post, "/borrowers/{id}/link", [("id", borrower.id.text)], body: body)
    #expect(made.status == 201, "\(made.text)")
    let address = try #require(made.text("address"))
    let parts = address.split(separator: "#")
    #expect(parts.count == 2 && parts[0] == "http://127.0.0.1/my", "\(address)")
    let rows = try #require(made.json["qr"] as? [String])
    #expect(rows.count >= 21 && rows.allSatisfy { $0.count == rows.count && $0.allSatisfy { "01".contains($0) } })
    return String(parts[1])
  }

  private func my(
    _ method: Method, _ rest: String = "", _ parameters: [(String, String)] = [], token: String?, body: String = "",
    network: UInt64 = 1, more: [(String, String)] = []
  ) throws -> TagLibrary.Answer {
    var headers = [("host", "127.0.0.1")] + more
    if let token { headers.append(("authorization", "Bearer \(token)")) }
    if !body.isEmpty { headers.append(("content-type", "application/json")) }
    let answer = try library.service.answer(
      method, "/api/v1/my" + rest, parameters: parameters, headers: headers, body: body, peerNetwork: network)
    let json = try? JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [String: Any]
    return TagLibrary.Answer(status: answer.status, headers: answer.headers, text: answer.text, json: json ?? [:])
  }

  private func ids(_ answer: TagLibrary.Answer, _ list: String) -> [String] {
    (answer.json[list] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
  }

  @Test func `the page has the loans and holds of its borrower alone, and no name of another`() throws {
    defer { library.end() }
    let loan = try #require(try library.lend(0, to: library.ada).text("id"))
    _ = try library.lend(1, to: library.bob)
    let hold = try library.request(
      .post, "/holds", body: #"{"copy":"\#(library.copies[1].id)","borrower":"\#(library.ada.id)"}"#)
    let others = try library.request(
      .post, "/holds", body: #"{"copy":"\#(library.copies[0].id)","borrower":"\#(library.bob.id)"}"#)
    #expect(hold.status == 201 && others.status == 201)
    let token = try link(library.ada)
    let page = try my(.get, token: token)
    #expect(page.status == 200 && page.text("name") == "Ada L.", "\(page.text)")
    #expect(page.json["loanLimit"] as? Int == 10, "the library's limit, as neither the borrower nor the group has one")
    #expect(ids(page, "loans") == [loan] && ids(page, "holds") == [hold.text("id")])
    #expect(page.headers.contains { $0.0 == "cache-control" && $0.1.contains("no-store") }, "\(page.headers)")
    for word in ["Robert", "Lovelace", "DW:B", "DW:I"] { #expect(!page.text.contains(word), "\(word): \(page.text)") }
    // The records of another borrower do not exist for this link.
    let bobs = try my(.get, token: try link(library.bob))
    let (bobsLoan, bobsHold) = (try #require(ids(bobs, "loans").first), try #require(ids(bobs, "holds").first))
    #expect(try my(.post, "/renew", token: token, body: #"{"loan":"\#(bobsLoan)"}"#).status == 404)
    #expect(try my(.post, "/holds/{id}/cancel", [("id", bobsHold)], token: token).status == 404)
    #expect(try my(.post, "/holds/{id}/cancel", [("id", "x")], token: token).status == 404)
    #expect(try my(.get, token: try link(library.bob)).json["holds"] as? NSArray == bobs.json["holds"] as? NSArray)
  }

  @Test func `a link opens nothing but the page, and no other token opens the page`() throws {
    defer { library.end() }
    let token = try link(library.ada)
    for endpoint in library.service.surface.endpoints where endpoint.role != nil {
      let answer = try library.service.answer(
        endpoint.method, endpoint.pattern, headers: [("host", "127.0.0.1"), ("authorization", "Bearer \(token)")])
      #expect(answer.status == 401, "\(endpoint.name): \(answer.text)")
    }
    let staff = try library.service.token(.admin)
    #expect(try my(.get, token: staff).status == 401)
    #expect(try my(.get, token: nil).status == 401)
    // Also on the hub's own machine, and with a cookie.
    #expect(try my(.get, token: nil, more: [("cookie", "deadwax=\(token)")]).status == 401)
    #expect(try my(.post, "/renew", token: token, more: [("origin", "http://elsewhere.example")]).status == 403)
    for role in [Role.readerOnly, .station] {
      let low = try library.service.token(role)
      let headers = [("host", "127.0.0.1"), ("authorization", "Bearer \(low)")]
      let made = try library.service.answer(
        .post, "/api/v1/borrowers/{id}/link", parameters: [("id", library.ada.id.text)], headers: headers)
      #expect(made.status == 403)
    }
  }

  @Test func `loans are renewed by the rules of a station without staff, with the reasons of the others`() throws {
    defer { library.end() }
    try library.set("renewal.limit", "1")
    let first = try #require(try library.lend(0, to: library.ada).text("id"))
    let second = try #require(try library.lend(1, to: library.ada).text("id"))
    let token = try link(library.ada)
    let one = try my(.post, "/renew", token: token, body: #"{"loan":"\#(first)"}"#, more: [("idempotency-key", "a")])
    #expect(one.status == 200, "\(one.text)")
    // The repeated request renews nothing more.
    let again = try my(.post, "/renew", token: token, body: #"{"loan":"\#(first)"}"#, more: [("idempotency-key", "a")])
    #expect(again.text == one.text)
    let all = try my(.post, "/renew", token: token)
    let loans = all.json["loans"] as? [[String: Any]] ?? []
    let byID = Dictionary(uniqueKeysWithValues: loans.map { ($0["id"] as? String ?? "", $0) })
    #expect(byID[first]?["renewals"] as? Int == 1 && byID[second]?["renewals"] as? Int == 1, "\(all.text)")
    let reasons = byID[first]?["notRenewed"] as? [[String: Any]] ?? []
    #expect(
      reasons.map { $0["code"] as? String } == ["renew-limit"] && byID[second]?["notRenewed"] == nil, "\(all.text)")
    #expect(try library.request(.get, "/changes").items.first?["by"] as? String == "borrower's page")
  }

  @Test func `a hold is cancelled once`() throws {
    defer { library.end() }
    _ = try library.lend(0, to: library.bob)
    let hold = try #require(
      try library.request(
        .post, "/holds", body: #"{"copy":"\#(library.copies[0].id)","borrower":"\#(library.ada.id)"}"#
      ).text("id"))
    let token = try link(library.ada)
    let page = try my(.post, "/holds/{id}/cancel", [("id", hold)], token: token)
    #expect(page.status == 200 && ids(page, "holds").isEmpty, "\(page.text)")
    #expect(try my(.post, "/holds/{id}/cancel", [("id", hold)], token: token).status == 409)
    #expect(try library.request(.get, "/holds/{id}", [("id", hold)]).text("state") == "cancelled")
  }

  @Test func `a link ends by its time, by a new one, by staff, and with the borrower`() throws {
    defer { library.end() }
    let first = try link(library.ada, body: #"{"days":1}"#)
    let made = try library.request(.get, "/borrowers/{id}/link", [("id", library.ada.id.text)])
    #expect(made.status == 200 && made.text("endsAt") != nil && !made.text.contains(first))
    let second = try link(library.ada)
    #expect(try my(.get, token: first).status == 401)
    #expect(try my(.get, token: second).status == 200)
    // The time has passed.
    try library.service.database.write { transaction in
      let link = BorrowerLinkRecord(
        borrower: library.ada.id, kind: .staff, createdAt: transaction.now + .seconds(-20),
        endsAt: transaction.now + .seconds(-10))
      try transaction.store(link, hash: [UInt8](repeating: 1, count: 32))
    }
    #expect(try library.request(.get, "/borrowers/{id}/link", [("id", library.ada.id.text)]).status == 404)
    let third = try link(library.ada)
    let parameters = [("id", library.ada.id.text)]
    #expect(try library.request(.delete, "/borrowers/{id}/link", parameters).status == 204)
    #expect(try library.request(.delete, "/borrowers/{id}/link", parameters).status == 404)
    #expect(try my(.get, token: third).status == 401)
    let fourth = try link(library.ada)
    let exported = try library.request(.get, "/borrowers/{id}/export", parameters)
    #expect(exported.text.contains("pageLinks"), "\(exported.status) \(exported.text)")
    let erased = try library.request(.delete, "/borrowers/{id}", parameters, headers: [("if-match", "*")])
    #expect(erased.status == 204, "\(erased.text)")
    #expect(try my(.get, token: fourth).status == 401)
    #expect(try library.request(.post, "/borrowers/{id}/link", parameters).status == 404)
    for body in [#"{"days":0}"#, #"{"days":366}"#, #"{"weeks":1}"#] {
      let refused = try library.request(.post, "/borrowers/{id}/link", [("id", library.bob.id.text)], body: body)
      #expect(refused.status == 422, "\(body): \(refused.text)")
    }
  }

  @Test func `a token is not stored, and wrong ones are counted for each network`() throws {
    defer { library.end() }
    let token = try link(library.ada)
    let stored = try library.service.database.read { try $0.link(hash: Array(token.utf8)) }
    #expect(stored == nil)
    for number in 0..<20 { #expect(try my(.get, token: "dw_wrong\(number)", network: 7).status == 401) }
    let refused = try my(.get, token: "dw_wrong", network: 7)
    #expect(refused.status == 429 && refused.header("retry-after") != nil, "\(refused.text)")
    // Another network is not affected, however often a valid token is used.
    for _ in 0..<40 { #expect(try my(.get, token: token, network: 8).status == 200) }
  }
}
