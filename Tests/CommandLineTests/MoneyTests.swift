import Testing

@testable import deadwax

@Suite(.timeLimit(.minutes(5)))
struct MoneyTests {
  @Test(arguments: [
    (140, "EUR", "1.40 EUR"), (5, "EUR", "0.05 EUR"), (-1205, "CHF", "-12.05 CHF"), (140, "JPY", "140 JPY"),
    (1400, "KWD", "1.400 KWD"), (7, "BHD", "0.007 BHD"), (0, "TND", "0.000 TND"),
  ])
  func `an amount has the decimal places of its currency`(_ amount: Int, _ currency: String, _ text: String) {
    #expect(MoneyText.text(amount, currency) == text)
  }
}
