import CommandLineArguments
import HubClient
import Testing

@testable import deadwax

@Suite(.timeLimit(.minutes(5)))
struct PrintableTests {
  @Test(arguments: [
    ("Kind of Blue", "Kind of Blue"), ("a\u{1B}[2Jb", "a\\u{1b}[2Jb"), ("line\nfeed\r", "line\\u{a}feed\\u{d}"),
    ("\u{202E}evil", "\\u{202e}evil"), ("فيروز é 椎名", "فيروز é 椎名"), ("]C1\u{1D}12", "]C1\\u{1d}12"),
  ])
  func `control characters are escaped`(_ text: String, _ displayed: String) {
    #expect(printable(text) == displayed)
  }

  @Test func `columns are counted as a terminal shows them`() {
    #expect("abc".columns == 3)
    #expect("椎名".columns == 4)
    #expect("é".columns == 1)
    #expect("e\u{301}".columns == 1)
    #expect("ab".padded(to: 4) == "ab  ")
    #expect("abcd".padded(to: 2) == "abcd")
    #expect("abcdef".cut(to: 4) == "abc…")
    #expect("abcd".cut(to: 4) == "abcd")
    #expect("椎名林檎".cut(to: 5) == "椎名…")
  }
}

/// Tests of printed tables and numbers.
@Suite(.timeLimit(.minutes(5)))
struct TableTests {
  @Test func `a terminal cuts the column that gives way, a pipe cuts nothing`() {
    let title = String(repeating: "word ", count: 40)
    var narrow = Table(giving: 1, width: 80)
    narrow.add("1", title)
    #expect(narrow.lines.allSatisfy { $0.columns <= 80 })
    var piped = Table(giving: 1, width: nil)
    piped.add("1", title + "end")
    #expect(piped.lines == ["1  \(title)end"])
  }

  @Test func `singular is distinguished from plural`() {
    #expect(counted(1, "sheet", "sheets") == "1 sheet" && counted(0, "sheet", "sheets") == "0 sheets")
  }
}
