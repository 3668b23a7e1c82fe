import Queries
import TestSupport
import Testing

/// Tests of the query language with generated queries. `DEADWAX_CASES` sets their number, `DEADWAX_SEED` their seed.
@Suite(.timeLimit(.minutes(120)))
struct QueryPropertyTests {
  @Test func `a query from the grammar means the same as a naive evaluation, also in its canonical form`() throws {
    var random = SeededRandom(seed: 31)
    let records = (0..<60).map { _ in NaiveRecord.random(&random) }
    var (some, none) = (0, 0)
    for _ in 0..<CaseBudget.fuzz(4000) {
      let generated = GeneratedQuery.any(3, &random)
      let query: Query
      do {
        query = try Query(generated.text, isTyping: false)
      } catch {
        guard case .tooManyTerms = error.reason else { throw error }
        continue
      }
      let condition = try #require(query.condition)
      #expect(try Query(query.description, isTyping: false) == query, "\(generated.text)")
      for record in records {
        let matches = record.matches(condition)
        if matches { some += 1 } else { none += 1 }
        guard matches == generated.matches(record) else {
          Issue.record("\(generated.text) is read as \(query)")
          return
        }
      }
    }
    // Both answers must be frequent; otherwise little is compared.
    #expect(some > none / 20 && none > some / 20, "\(some) matches, \(none) others")
  }

  @Test func `any characters are a query with a canonical form, or a mistake with its place`() {
    var random = SeededRandom(seed: 32)
    let parts = [
      "artist:", "artits:", "year:", "added:", "condition:", "sort:", "decade:", "cat:", "(", ")", "\"", "-", "|", "OR",
      " ", "..", "<=", "1975", "30d", "2024-02", "vg+", "bowie", "é", "e\u{301}", "*", "&", "\u{0}", "😀", "ǆ", "İ", "ß",
      "on-loan", ":", ",", "title", "year:1975..1970", "sort:title,-title", "in:", "tracks", "in:titles in:notes",
      "-sort:year", "\u{1D400}",
      "日本", "-title",
    ]
    var (queries, reasons) = (0, Set<String>())
    for _ in 0..<CaseBudget.fuzz(60_000) {
      let text = (0..<Int.random(in: 1...9, using: &random)).map { _ in parts.pick(&random) }.joined()
      do {
        let isTyping = Bool.random(using: &random)
        let query = try Query(text, isTyping: isTyping)
        queries += 1
        guard (try? Query(query.description, isTyping: false)) == query else {
          Issue.record("\(text) becomes \(query), which is another query")
          return
        }
      } catch {
        reasons.insert(error.code)
        let end = text.unicodeScalars.count
        #expect(!error.position.isEmpty && error.position.upperBound <= end, "\(text): \(error)")
        #expect(error.marked(in: text).split(separator: "\n").count == 2)
      }
    }
    #expect(queries > 2000)
    #expect(reasons.count == 13, "\(reasons.sorted())")
  }

  @Test func `folding a word again does not change it`() {
    for value in UInt32(0)...0x2FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let words = SearchWords.words(of: String(scalar))
      guard words.flatMap(SearchWords.words) == words else {
        Issue.record("U+\(String(value, radix: 16)) becomes \(words), then \(words.flatMap(SearchWords.words))")
        return
      }
    }
  }
}
