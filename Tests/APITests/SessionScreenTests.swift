import API
import Deadwax
import Foundation
import HTTPServer
import TestSupport
import Testing
import Wire

/// Tests of what a station's screen shows about the borrower of the open session.
@Suite(.timeLimit(.minutes(5)))
struct SessionScreenTests {
  private func session(_ library: LendingLibrary) throws -> [String: Any] {
    try library.request(.get, "/stations/{name}", [("name", "desk")], as: .station).object("session")
  }

  @Test func `a session lists the open loans of the borrower, those from before and the new one`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    #expect(try library.lend(0, to: library.ada).status == 201)
    try library.mode(.checkout)
    #expect(try library.scan(library.adasCard).status == 201)
    var open = try session(library)
    var loans = try #require(open["loans"] as? [[String: Any]])
    #expect(loans.count == 1)
    #expect(try library.scan(library.copies[1].code).object("outcome")["code"] as? String == "checked-out")
    open = try session(library)
    loans = try #require(open["loans"] as? [[String: Any]])
    #expect(loans.count == 2 && open["open"] as? Int == 2)
    let began = try #require(open["beganAt"] as? String)
    let opened = loans.compactMap { $0["openedAt"] as? String }
    #expect(opened.filter { $0 >= began }.count == 1, "\(opened), \(began)")
    for loan in loans {
      #expect((loan["release"] as? [String: Any])?["title"] as? String == "Blue Train")
      #expect(loan["dueAt"] is String && loan["isOverdue"] as? Bool == false)
      #expect(loan["borrower"] == nil, "the session names the borrower once")
    }
  }

  @Test func `a session lists the holds that are ready for pick-up, and the fees`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    try library.set("fees.on", "yes")
    #expect(try library.lend(0, to: library.bob).status == 201)
    let wish = #"{"borrower":"\#(library.ada.id)","copy":"\#(library.copies[0].id)"}"#
    #expect(try library.request(.post, "/holds", body: wish).status == 201)
    let fee = #"{"borrower":"\#(library.ada.id)","kind":"damage","amount":350,"note":"a torn sleeve"}"#
    let charged = try library.request(.post, "/fees", body: fee)
    #expect(charged.status == 201, "\(charged.text)")
    try library.mode(.checkout)
    #expect(try library.scan(library.adasCard).status == 201)
    #expect((try session(library)["holds"] as? [Any])?.isEmpty == true, "it only waits")
    #expect(try library.station("end").status == 200)
    let loan = try #require(try library.request(.get, "/loans").items.first?["id"] as? String)
    #expect(try library.request(.post, "/loans/{id}/return", [("id", loan)], body: #"{"partsBack":1}"#).status == 200)
    #expect(try library.scan(library.adasCard).status == 201)
    let open = try session(library)
    let holds = try #require(open["holds"] as? [[String: Any]])
    #expect(holds.count == 1 && holds.first?["state"] as? String == "ready", "\(holds)")
    #expect((holds.first?["release"] as? [String: Any])?["title"] as? String == "Blue Train")
    let fees = try #require(open["feesDue"] as? [[String: Any]])
    #expect(fees.first?["amount"] as? Int == 350, "\(fees)")
  }

  @Test func `the list of stations has no loans, holds or fees of a session, and after its end no response has`() throws
  {
    let library = try LendingLibrary()
    defer { library.end() }
    #expect(try library.lend(0, to: library.ada).status == 201)
    try library.mode(.checkout)
    #expect(try library.scan(library.adasCard).status == 201)
    let listed = try #require(
      try library.request(.get, "/stations", as: .station).items.first?["session"] as? [String: Any])
    for member in ["loans", "holds", "feesDue", "borrower"] { #expect(listed[member] == nil, "\(member)") }
    #expect(try library.station("end").status == 200)
    #expect(try session(library).isEmpty)
  }
}
