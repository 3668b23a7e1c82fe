import CSV
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct FormulaCellTests {
  @Test(arguments: [
    ("=1+1", "'=1+1"), ("+49", "'+49"), ("-5", "'-5"), ("@sum", "'@sum"), ("\t=1", "'\t=1"), ("\r=1", "'\r=1"),
    ("\n=1", "'\n=1"), ("＝1", "'＝1"), ("＋1", "'＋1"), ("－1", "'－1"), ("＠1", "'＠1"), ("'=1", "''=1"), ("''@", "'''@"),
    ("=\u{301}", "'=\u{301}"), ("", ""), ("'", "'"), ("'n Sync", "'n Sync"), ("a=1", "a=1"), (" =1", " =1"),
    ("\u{FF1E}", "\u{FF1E}"),
  ])
  func `a text that a spreadsheet would run begins with an apostrophe, and comes back`(_ text: String, _ field: String)
  {
    #expect(Array(FormulaCell.defused(text).utf8) == Array(field.utf8))
    #expect(Array(FormulaCell.restored(field).utf8) == Array(text.utf8))
  }

  @Test func `every text comes back, and no field begins a formula`() {
    var random = SeededRandom(seed: 20)
    let parts = ["'", "=", "+", "-", "@", "\t", "\r", "\n", "＝", "a", "\u{301}", " ", "\"", ",", "é", "😀", "\u{0}"]
    for _ in 0..<CaseBudget.cases(of: 20_000) {
      let text = (0..<Int.random(in: 0...5, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
        .joined()
      let field = FormulaCell.defused(text)
      #expect(Array(FormulaCell.restored(field).utf8) == Array(text.utf8), "\(text.debugDescription)")
      let first = field.unicodeScalars.first
      #expect(!(first.map { "=+-@\t\r\n＝＋－＠".unicodeScalars.contains($0) } ?? false), "\(field.debugDescription)")
    }
  }
}
