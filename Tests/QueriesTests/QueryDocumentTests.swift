import Foundation
import Lending
import Queries
import TestSupport
import Testing

/// Tests that the document of the query language names everything that the language has.
@Suite(.timeLimit(.minutes(5)))
struct QueryDocumentTests {
  private let page: String

  init() throws { page = try String(contentsOfFile: Repository.path("docs/queries.md"), encoding: .utf8) }

  @Test func `each field and each state has its row`() {
    for name in QueryField.names.map(\.name) + QueryState.allCases.map(\.rawValue) {
      #expect(page.contains("\n| `\(name)`"), "\(name) has no row")
    }
    for name in QueryField.aliases.keys + QuerySort.Key.allCases.map(\.rawValue) + Grade.allCases.map(\.rawValue)
      + QueryDomain.allCases.map(\.rawValue)
    {
      #expect(page.contains("`\(name)`"), "\(name) is missing")
    }
  }

  @Test func `each example is a query`() throws {
    let block = page.components(separatedBy: "```text\n").dropFirst().first?.components(separatedBy: "```").first ?? ""
    let examples = block.split(separator: "\n").map(String.init)
    #expect(examples.count == 7)
    for example in examples { #expect(throws: Never.self) { try Query(example, isTyping: false) } }
  }
}
