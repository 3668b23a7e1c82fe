import API
import Deadwax
import HTTPServer
import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RecordTests {
  @Test func `a record has an ETag that changes whenever it is shown differently`() throws {
    let service = try APIUnderTest()
    defer { service.end() }
    let copy = try service.database.write { transaction in
      let release = Release(id: .new(at: transaction.now), status: .manual, medium: .cd, title: "T", artist: "A")
      try transaction.insert(release)
      let copy = Copy(
        id: .new(at: transaction.now), release: release.id, number: 1, code: OwnCode(.copy, number: 1),
        addedAt: transaction.now)
      try transaction.insert(copy)
      return copy
    }
    func get(_ tag: String? = nil) throws -> HTTPResponse {
      try service.answer(
        .get, "/api/v1/copies/{id}", parameters: [("id", copy.id.text)],
        headers: [("host", "x")] + (tag.map { [("if-none-match", $0)] } ?? []))
    }
    let first = try get()
    let tag = try #require(first.headers.first { $0.0 == "etag" }?.1)
    #expect(first.status == 200)
    #expect(try get(tag).status == 304)
    #expect(try get("\"other\", \(tag)").status == 304)
    // A loan changes the view, although the copy's own row is unchanged.
    let borrower = Borrower(id: .new(at: .now()), name: "B", shortName: "B")
    try service.database.write { try $0.insert(borrower) }
    func lend(for duration: Duration) throws -> Loan.ID {
      try service.database.write { transaction in
        let loan = Loan(
          id: .new(at: transaction.now), copy: copy.id, borrower: borrower.id, openedAt: transaction.now,
          dueAt: transaction.now + duration)
        try transaction.open(loan, at: .hubStation)
        return loan.id
      }
    }
    let loan = try lend(for: .seconds(60))
    let lent = try get(tag)
    #expect(lent.status == 200)
    #expect(lent.text.contains(#""status":"on-loan""#))
    // Returned and lent again it has a different due time, so a client with the first loan's response must get the new
    // one.
    let lentTag = try #require(lent.headers.first { $0.0 == "etag" }?.1)
    #expect(try get(lentTag).status == 304)
    #expect(try service.database.write { try $0.close(loan, at: .hubStation) })
    _ = try lend(for: .seconds(3600))
    #expect(try get(lentTag).status == 200)
  }
}
