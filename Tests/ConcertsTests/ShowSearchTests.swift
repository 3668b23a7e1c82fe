import Catalogue
import Concerts
import Deadwax
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ShowSearchTests {
  let hall: ConcertHall

  init() throws {
    hall = try ConcertHall()
    try hall.load()
  }

  @Test(arguments: [
    "5-8-77", "5.8.77", "5/8/77", "1977-05-08", "Cornell 77", "Cornell 1977", "Scarlet Begonias Ithaca", "Barton Hall",
    "05/08/77", "5/8/1977", "1977/5/8", "Cornell '77", "cornell 70s", "Ithaca 1977", "barton garcia fire", "corn",
    "New York Cornell", "\"Cornell\" 77", "Scarlet > Fire Cornell",
  ])
  func `each spelling of Cornell 1977 finds that show first`(_ text: String) throws {
    let found = try hall.search(text)
    #expect(found.first == SamplePackage.cornell, "\(found)")
  }

  @Test(arguments: [
    ("st stephen", "1969-02-27"), ("St. Stephen", "1969-02-27"), ("half step", "1973-06-10"),
    ("Half-Step", "1973-06-10"), ("RFK", "1973-06-10"), ("R.F.K. Stadium", "1973-06-10"), ("franklin's", "1977-05-09"),
    ("slipknot!", "1977-05-09"), ("massachusetts", "1977-05-07"), ("1960s", "1969-02-27"), ("27.2.69", "1969-02-27"),
  ])
  func `names with full stops, hyphens and apostrophes are found`(_ text: String, _ day: String) throws {
    let found = try hall.search(text)
    #expect(found.first?.hasPrefix(day) == true, "\(found)")
  }

  @Test func `words that no show has find nothing`() throws {
    for text in ["zappa", "5-8-78", "Cornell 1999", "-", "→", "\"\"", "*", "( )", "\u{0}"] {
      #expect(try hall.search(text).isEmpty, "\(text)")
    }
  }

  @Test func `a date is one word, and its beginning finds the days of a month`() throws {
    #expect(try hall.search("5-8-77") == [SamplePackage.cornell])
    #expect(try hall.search("1977-05").count == 3)
    #expect(try hall.search("5/7").map { $0.prefix(10) } == ["1977-05-07", "1980-05-07"])
  }

  @Test func `nothing that is typed is an error`() throws {
    var random = SeededRandom(seed: 1977)
    let parts = [
      "\"", "'", "*", "^", ":", "(", ")", "+", "-", ".", "/", "\\", "{", "}", "AND", "OR", "NOT", "NEAR(", "show_id:",
      "search_text : ", "cornell", "77", "5-8-77", "\u{0}", "\t", "é", "日本", "\u{301}", "👩‍👩‍👧", "--", ";", "%", "_", "''",
      "\u{FFFD}", "5/8/", "1977-", "-77", "0s", "70s",
    ]
    for _ in 0..<CaseBudget.cases(of: 3000) {
      let text = (0..<Int.random(in: 1...8, using: &random)).map { _ in
        (parts.randomElement(using: &random) ?? "") + (Bool.random(using: &random) ? " " : "")
      }.joined()
      #expect(throws: Never.self, "\(text.debugDescription)") {
        _ = try hall.search(text)
        _ = try hall.search("cornell") { $0.song = text }
      }
    }
    // A quote with an accent is one character.
    #expect(try hall.search("\"\u{301} cornell").count == 2)
    #expect(try hall.search(String(repeating: "cornell ", count: 5000)).count == 2)
  }

  @Test func `a search and a filter are combined, page by page`() throws {
    #expect(try hall.search("barton") { $0.year = 1980 } == ["1980-05-07-barton-hall-cornell-university-ithaca-ny-usa"])
    var filter = ShowFilter()
    filter.yearMonth = "1977-05"
    let first = try hall.concerts.shows(search: "garcia", filter, collection: nil, cursor: nil, limit: 2)
    #expect(first.items.map(\.date) == ["1977-05-08", "1977-05-09"] && first.total == 3)
    let next = try hall.concerts.shows(search: "garcia", filter, collection: nil, cursor: first.next, limit: 2)
    #expect(next.items.map(\.date) == ["1977-05-07"] && next.next == nil && next.total == nil)
  }
}
