import API
import Deadwax
import Foundation
import HTTPServer
import TestSupport
import Testing
import Wire

/// Tests that responses are documents of the wire: lists that are written directly have the same JSON as their types.
@Suite(.timeLimit(.minutes(5)))
struct WireResponseTests {
  private let library: LendingLibrary

  init() throws { library = try LendingLibrary() }

  /// Decodes the items of a list, encodes them again, and compares the documents.
  private func compare<Item: Codable & Sendable>(_ pattern: String, _ type: Item.Type) throws -> [Item] {
    let answer = try library.request(.get, pattern)
    #expect(answer.status == 200)
    let page = try JSONDecoder().decode(ListPage<Item>.self, from: Data(answer.text.utf8))
    let again = try JSONSerialization.jsonObject(with: Data(JSONDocument.bytes(of: page))) as? NSDictionary
    #expect(again == answer.json as NSDictionary, "\(pattern): \(answer.text)")
    return page.items
  }

  @Test func `scans, copies and what they lead to are documents of the wire`() throws {
    defer { library.end() }
    try library.mode(.lookup)
    for copy in library.copies { _ = try library.scan(copy.code) }
    _ = try library.scan(OwnCode(.copy, number: 4711))
    #expect(try library.lend(0, to: library.ada).status == 201)
    _ = try library.scan(library.copies[0].code)
    #expect(try compare("/scans", ScanResource.self).contains { $0.outcome.code.known == .found })
    #expect(try compare("/copies", CopyResource.self).contains { $0.status == .onLoan })
    #expect(try !compare("/loans", LoanResource.self).isEmpty)
    #expect(try !compare("/borrowers", BorrowerResource.self).isEmpty)
    #expect(try !compare("/changes", ChangeResource.self).isEmpty)
    #expect(try !compare("/settings", SettingResource.self).isEmpty)
    #expect(try !compare("/stations", StationResource.self).isEmpty)
  }

  @Test func `a refusal is a document of the wire, and names the invalid member`() throws {
    defer { library.end() }
    for (body, detail) in [
      (#"{"borrower":"x"}"#, "'borrower' must be a UUID."), (#"{"code":1}"#, "'code' must be a text."),
      (#"{"dueAt":"soon"}"#, "'dueAt' must be an RFC 3339 time."),
      ("{}", "The body must have exactly one of 'copy' and 'code'."), ("[]", "The body must be a JSON object."),
      (#"{"code":"x","card":"y","colour":"red"}"#, "The body has unknown members."),
    ] {
      let answer = try library.request(.post, "/loans", body: body)
      let problem = try JSONDecoder().decode(ProblemDocument.self, from: Data(answer.text.utf8))
      #expect(problem.detail == detail && problem.code.known == .invalid, "\(answer.text)")
    }
    let fee = try library.request(
      .post, "/fees", body: #"{"borrower":"\#(library.ada.id)","amount":5,"kind":"refund"}"#)
    #expect(fee.text.contains("'kind' must be one of overdue, lost, parts, damage, other."))
  }
}
