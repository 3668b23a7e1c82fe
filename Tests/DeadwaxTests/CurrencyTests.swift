import Deadwax
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct CurrencyTests {
  @Test(arguments: [("EUR", 2), ("JPY", 0), ("KWD", 3), ("RSD", 2)])
  func `amounts have the decimal places of ISO 4217`(code: String, digits: Int) {
    #expect(Currency(code)?.minorDigits == digits)
  }

  @Test(arguments: ["XQZ", "eur", "€", "", "EURO"]) func `a code that names no currency is refused`(code: String) {
    #expect(Currency(code) == nil)
  }

  /// The table in www/page/money.js: the part between the braces is JSON.
  @Test func `the pages and the hub have the same decimal places for each currency`() throws {
    let script = try String(contentsOfFile: Repository.path("www/page/money.js"), encoding: .utf8)
    let table = try #require(script.firstMatch(of: #/const unusualDigits = (\{[^}]*\});/#)?.1)
    let digits = try JSONDecoder().decode([String: Int].self, from: Data(table.utf8))
    let letters = (UInt8(ascii: "A")...UInt8(ascii: "Z")).map { String(UnicodeScalar($0)) }
    var unusual: [String: Int] = [:]
    for first in letters {
      for second in letters {
        for third in letters {
          guard let currency = Currency(first + second + third), currency.minorDigits != 2 else { continue }
          unusual[currency.code] = currency.minorDigits
        }
      }
    }
    #expect(digits == unusual)
    #expect(unusual.count > 20)
  }
}
