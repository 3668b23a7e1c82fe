import Deadwax
import Lending
import StationLogic
import Storage
import TestSupport
import Testing
import Threads

@testable import History
@testable import Scanning

@Suite(.timeLimit(.minutes(10)))
struct ExplanationShapeTests {
  let shelf: CasesLibrary

  init() throws { shelf = try CasesLibrary() }

  private func explain(_ code: String, _ symbology: Symbology = .typed, withNames: Bool = false) throws -> Explanation {
    let now = shelf.clock.withLock { $0 }
    let id = Reading.ID.new(at: now)
    let answer = Monitor<Result<ScanService.Accepted, any Error>?>(nil)
    shelf.scans.accept(
      Reading(id: id, at: now, symbology: symbology, text: code), station: shelf.hubStation, reader: "camera"
    ) { result in answer.update { $0 = result } }
    _ = try answer.wait { $0 }.get()
    return try #require(try shelf.history.explain(id, withNames: withNames))
  }

  @Test func `a loan is explained from what came in to the row that it made`() throws {
    try shelf.open(0)
    let explanation = try explain(shelf.code(0).description, .code128)
    #expect(explanation.input.codeClass == "own copy")
    #expect(explanation.input.text == shelf.code(0).description)
    #expect(explanation.input.reader == "camera")
    #expect(explanation.rule.hasPrefix("check-out."))
    #expect(explanation.sentence == "outcome.checked-out.title")
    #expect(explanation.before.session != nil && explanation.after.hand?.copy == shelf.places.copies[0].id)
    #expect(explanation.change?.kind == .lend)
    #expect(explanation.differences.map(\.table) == [.loan])
    #expect(explanation.differences.first?.verb == "added")
  }

  @Test func `the candidates of a barcode are listed, with the reasons against the others`() throws {
    try shelf.open(0)
    try shelf.scan(shelf.code(1))
    try shelf.order(.end)
    try shelf.order(.return)
    let explanation = try explain(CasesLibrary.shared, .ean13)
    #expect(explanation.scan.scan.outcome.code == .returned)
    #expect(explanation.candidates.count == 3)
    #expect(explanation.candidates.filter(\.isTaken).map(\.target) == [.copy(shelf.places.copies[1].id)])
    #expect(explanation.candidates.filter { !$0.isTaken }.map(\.because) == ["not on loan", "not on loan"])
  }

  @Test func `a card has no number and a person no name, unless for staff`() throws {
    try shelf.order(.checkout)
    let displayed = try explain(shelf.places.cards[1])
    #expect(displayed.input.text == nil && displayed.input.codeClass == "text")
    let known = try explain(shelf.places.cards[0], withNames: true)
    #expect(known.input.text == shelf.places.cards[0])
  }

  @Test func `a refusal is explained with its numbers`() throws {
    try shelf.database.write { transaction in
      try transaction.set("limits.loans", to: "1")
      try transaction.recordChange(.setting)
    }
    try shelf.open(0)
    try shelf.scan(shelf.code(0))
    let explanation = try explain(shelf.code(1).description)
    let outcome = explanation.scan.scan.outcome
    #expect(outcome.code == .limit && outcome.facts.count == 1)
  }

  @Test func `no row of an explanation shows an id, also of what is gone`() throws {
    let id = Loan.ID(digest: 1, 2).text
    let lines = try shelf.database.read { reading in
      try HistoryTable.allCases.flatMap { table in
        let columns = try reading.all("SELECT \"from\" FROM pragma_foreign_key_list(?1)", table.rawValue) {
          try $0.text(0)
        }.filter { $0 != "slot_is_single" }
        let cells = columns.map { #""\#($0)":"\#(id)""# }.joined(separator: ",")
        return try [false, true].flatMap { withNames in
          try Explanation.Difference(
            ChangeRow(table: table, row: "1", before: nil, after: "{\(cells)}"), in: reading, withNames: withNames
          ).lines
        }
      }
    }
    #expect(lines.count > 20)
    for line in lines { #expect(!line.contains(id), "\(line)") }
  }

  @Test func `a scan that does not exist is not explained`() throws {
    #expect(try shelf.history.explain(.new(at: .now())) == nil)
  }
}
