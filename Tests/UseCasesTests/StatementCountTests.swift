import Deadwax
import Lending
import Scanning
import StationLogic
import Storage
import TestSupport
import Testing
import Threads

/// Tests of the number of database statements per scan, because a person waits for each scan.
@Suite(.timeLimit(.minutes(10)))
struct StatementCountTests {
  private func statements(of code: String, _ symbology: Symbology, on shelf: CasesLibrary) throws -> Int {
    let before = shelf.scans.statements
    try shelf.scan(code, symbology)
    return shelf.scans.statements - before
  }

  @Test func `a look-up, a loan and a return stay below their numbers of statements`() throws {
    let shelf = try CasesLibrary()
    try shelf.order(.lookup)
    try shelf.scan(shelf.code(0))
    let lookUp = try statements(of: shelf.code(1).description, .code128, on: shelf)
    let barcode = try statements(of: "0075679165923", .ean13, on: shelf)
    try shelf.open(0)
    try shelf.scan(shelf.code(0))
    let lent = try statements(of: shelf.code(1).description, .code128, on: shelf)
    try shelf.order(.return)
    try shelf.scan(shelf.code(0))
    let returned = try statements(of: shelf.code(1).description, .code128, on: shelf)
    print("statements: look-up \(lookUp), barcode \(barcode), loan \(lent), return \(returned)")
    #expect(lookUp <= 15)
    #expect(barcode <= 17)
    #expect(lent <= 32)
    #expect(returned <= 28)
  }
}
