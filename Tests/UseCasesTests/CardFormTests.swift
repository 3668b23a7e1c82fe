import Deadwax
import Execution
import StationLogic
import Storage
import TestSupport
import Testing

@testable import Staff

/// Tests of external cards that consist of digits only and could be mistaken for commercial barcodes.
@Suite(.timeLimit(.minutes(5)))
struct CardFormTests {
  let shelf: CasesLibrary

  init() throws {
    shelf = try CasesLibrary()
    try shelf.database.write { transaction in
      try transaction.set("cards.patterns", to: "299##########, 7777##########")
      try transaction.recordChange(.setting)
    }
  }

  @Test(arguments: [
    // A valid GTIN-13, as EAN-13 and in the 14 digits of Interleaved 2 of 5; and 14 digits that are not a GTIN.
    ("2990000000019", Symbology.ean13), ("77770000000012", .itf), ("77770000000013", .itf), ("2990000000019", .typed),
  ])
  func `an unknown card is not a copy to add, and is not in the inbox`(text: String, symbology: Symbology) throws {
    let releases = try shelf.count("release")
    for command in [Command.add, .checkout, .return, .auto] {
      try shelf.order(command)
      #expect(try shelf.scan(text, symbology).code == .unknownCard, "\(command)")
    }
    #expect(try shelf.count("inbox") == 0)
    #expect(try shelf.count("release") == releases)
  }

  @Test(arguments: [("2990000000019", Symbology.ean13), ("77770000000013", .itf), ("77770000000012", .itf)])
  func `a card of digits opens the session of its borrower, whatever it is printed in`(
    text: String, symbology: Symbology
  ) throws {
    let borrower = shelf.places.borrowers[2].id
    try shelf.database.write { transaction in
      for key in try CardText(text).keys { try transaction.bind(key, to: .borrower(borrower)) }
      try transaction.recordChange(.borrower)
    }
    try shelf.order(.checkout)
    #expect(try shelf.scan(text, symbology).code == .sessionStarted)
    #expect(try shelf.state().session?.borrower == borrower)
  }
}
