import Deadwax
import LabelJobs
import Testing

@Suite(.timeLimit(.minutes(5))) struct InStoreEANTests {
  private func copy(_ number: Int) -> Copy {
    Copy(
      id: .new(at: .now()), release: .new(at: .now()), number: number, code: OwnCode(.copy, number: 1), addedAt: .now())
  }

  // Check digits computed by hand: weights 3 and 1 from the right.
  @Test(arguments: [
    ("29", 12, "2900000000124"), ("29", 1, "2900000000018"), ("20", 1, "2000000000015"),
    ("2512345", 99999, "2512345999997"),
  ])
  func `a copy's number is the prefix, its number in the book and a check digit`(
    prefix: String, number: Int, ean: String
  ) throws {
    let library = try #require(InStoreEAN(prefix: prefix))
    let made = try #require(library.ean13(of: copy(number)))
    #expect(made == ean)
    guard case .gtin(let gtin) = GTIN.read(made, symbology: .ean13) else {
      Issue.record("\(made) is no barcode")
      return
    }
    #expect(gtin.isRestricted && gtin.key == made)
  }

  @Test func `a number without room in the prefix is nil`() throws {
    let library = try #require(InStoreEAN(prefix: "2512345"))
    #expect(library.ean13(of: copy(100_000)) == nil)
    #expect(library.ean13(of: copy(0)) == nil)
  }

  @Test(arguments: ["", "2", "30", "19", "2a", "29000000", "２９", " 29", "-2"])
  func `a prefix outside restricted circulation is refused`(prefix: String) {
    #expect(InStoreEAN(prefix: prefix) == nil)
  }
}
