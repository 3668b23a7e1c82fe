import Deadwax
import HTTPServer
import TestSupport
import Testing
import Wire

/// Tests of the query of the library in the list of releases. `DEADWAX_CASES` sets the number of hostile texts.
@Suite(.timeLimit(.minutes(120)))
struct ReleaseQueryRoutesTests {
  private func search(_ text: String, _ more: String = "", in library: LendingLibrary) throws -> TagLibrary.Answer {
    try library.request(.get, "/releases", query: "?search=\(PercentEncoding.encoded(text))\(more)")
  }

  @Test func `a query finds releases by their fields, and the last word while a person types`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let body = #"{"title":"Hunky Dory","artist":"David Bowie","medium":"vinyl","year":1971,"label":"RCA"}"#
    let id = try #require(try library.request(.post, "/releases", body: body).text("id"))
    func found(_ text: String, _ more: String = "") throws -> [String] {
      try search(text, more, in: library).items.compactMap { $0["id"] as? String }
    }
    for text in [
      "artist:bowie year:1969..1975 -on-loan", "\"hunky dory\"", "label:rca medium:vinyl", "hun* sort:-year",
    ] {
      #expect(try found(text) == [id], "\(text)")
    }
    #expect(try found("artist:hunky") == [] && found("\"dory hunky\"") == [] && found("hunky year:1972..") == [])
    #expect(try found("hunk") == [] && found("hunk", "&typing=true") == [id] && found("hunk ", "&typing=true") == [])
    #expect(try search("hunky", "&typing=maybe", in: library).status == 400)
    for query in ["?typing=maybe", "?correct=maybe", "?status=not-found&typing=maybe"] {
      #expect(try library.request(.get, "/releases", query: query).status == 400, "\(query)")
    }
  }

  @Test func `a mistake is a problem with its place and a suggestion`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let answer = try search("love artits:bowie", in: library)
    #expect(answer.status == 400 && answer.code == "bad-request", "\(answer.text)")
    let mistake = try #require(answer.json["mistake"] as? [String: Any])
    #expect(mistake["code"] as? String == "unknown-field" && mistake["suggestion"] as? String == "artist")
    #expect(mistake["from"] as? Int == 5 && mistake["to"] as? Int == 11)
    #expect(try search(String(repeating: "a", count: 1001), in: library).status == 400)
  }

  @Test func `no text is an internal error`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    var random = SeededRandom(seed: 51)
    let parts = [
      "artist:", "place:", "added:", "year:", "sort:", "condition:", "(", ")", "\"", "-", "|", " OR ", " ", "..",
      "1975",
      "9999y", "0000", "bowie", "é", "*", "\u{0}", "😀", "on-loan", "title", ",", "cat:", "\u{E000}", "%", "+", "&", "#",
    ]
    var statuses: [Int: Int] = [:]
    for _ in 0..<CaseBudget.fuzz(1000) {
      let text = (0..<Int.random(in: 1...8, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
      let answer = try search(
        text.joined(), ["", "&typing=true", "&correct=true"].randomElement(using: &random) ?? "", in: library)
      statuses[answer.status, default: 0] += 1
      #expect(answer.status == 200 || answer.status == 400, "\(text.joined()): \(answer.text)")
    }
    #expect(statuses[200, default: 0] > 20 && statuses[400, default: 0] > 20, "\(statuses)")
  }
}
