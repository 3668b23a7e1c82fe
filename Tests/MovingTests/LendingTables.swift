import Deadwax
import Storage
import TestSupport

/// Generated borrowers and loans with hostile texts.
struct LendingTables {
  private var random: SeededRandom

  init(_ random: SeededRandom) { self.random = random }

  private static let names = [
    "Ada Lovelace", "=SUM(A1)", "O'Neill, Ann", "Zoë \"Zed\" Ünal", "李小龍", "+49 Records", "-", "@home", "Ada Lovelace",
  ]

  /// Writes borrowers with their cards, then copies with their loans.
  mutating func write(borrowers count: Int, loans: Int, in transaction: WriteTransaction) throws {
    var borrowers: [Borrower.ID] = []
    for index in 0..<count {
      let name = "\(Self.names[index % Self.names.count]) \(index)"
      var borrower = Borrower(
        id: transaction.newID(), name: name, shortName: "P\(index)", group: pick(["standard", "school", "staff-2"]),
        isStaff: chance(8))
      if chance(2) { borrower.email = "p\(index)@example.org" }
      if chance(3) { borrower.phone = "+49301234\(100 + index)" }
      if chance(3) { borrower.language = pick(["en", "de", "fr"]) }
      if chance(3) { borrower.expiresAt = transaction.now + .seconds(Int64.random(in: 1...90_000_000, using: &random)) }
      if chance(4) { borrower.loanLimit = Int.random(in: 0...50, using: &random) }
      if chance(4) { borrower.note = "first line\n=second \"line\"; \(index)" }
      if chance(5) { borrower.block = Borrower.Block(reason: "Lost: a, \"b\"", at: transaction.now) }
      try transaction.insert(
        borrower, createdAt: transaction.now + .seconds(-Int64.random(in: 1...90_000_000, using: &random)))
      var keys = [Code.Key(class: .own, value: transaction.newOwnCode(.borrower).description)]
      if chance(3), let tag = TagID("04A1B2C3D4\(hexadecimal(index))F6") { keys.append(Code.Key(tag)) }
      if chance(4) { keys.append(Code.Key(class: .text, value: "CARD-\(index)")) }
      for key in keys { try transaction.bind(key, to: .borrower(borrower.id)) }
      borrowers.append(borrower.id)
    }
    for index in 0..<loans {
      let copy = try transaction.addCopy(title: "Title \(index)", artist: "=Artist")
      var start = transaction.now + .seconds(-80_000_000)
      for number in 0...Int.random(in: 0...2, using: &random) {
        let end = start + .seconds(Int64.random(in: 60...2_000_000, using: &random))
        var loan = Loan(
          id: transaction.newID(), copy: copy.id, borrower: borrowers.randomElement(using: &random), openedAt: start,
          dueAt: start + .seconds(1_209_600), returnedAt: end, parts: 2, partsBack: 2)
        if chance(3) { (loan.renewals, loan.renewedAt) = (2, start + .seconds(30)) }
        if chance(6) { loan.borrower = nil }
        if chance(6) { loan.partsBack = nil }
        if number == 0, chance(3) {
          // One loan of a copy may be open.
          (loan.openedAt, loan.returnedAt, loan.partsBack) = (transaction.now + .seconds(-600), nil, nil)
          loan.borrower = borrowers.randomElement(using: &random)
          if chance(3) { loan.claimedReturnedAt = transaction.now + .seconds(-60) }
        }
        guard let station = Station.Name("desk-1") else { throw TestFailure("no name of a station") }
        try transaction.insert(loan, at: station, returnedAt: loan.isOpen ? nil : .hubStation)
        start = end + .seconds(60)
      }
    }
    try transaction.recordChange(.add)
  }

  private mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
  private mutating func pick(_ words: [String]) -> String { words.randomElement(using: &random) ?? "" }

  private func hexadecimal(_ index: Int) -> String {
    let text = String(index % 256, radix: 16, uppercase: true)
    return text.count == 1 ? "0" + text : text
  }
}
