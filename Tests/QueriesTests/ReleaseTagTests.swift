import Queries
import Testing

/// Tests of the rule of the tags that people put on releases.
@Suite(.timeLimit(.minutes(5)))
struct ReleaseTagTests {
  @Test func `tags are one if their words are equal, and the first stays`() {
    let tags = ReleaseTag.distinct(["Jazz Night", "jazz-night", "JAZZ  NIGHT!", "Björk", "bjork", "jazz", "night jazz"])
    #expect(tags.map(\.text) == ["Jazz Night", "Björk", "jazz", "night jazz"])
    #expect(tags.map(\.key) == ["jazz night", "bjork", "jazz", "night jazz"])
    #expect(ReleaseTag.distinct(["", "!!!", "\u{301}", "日本"]).map(\.text) == ["日本"])
    #expect(ReleaseTag.distinct([]) == [])
  }

  @Test func `a text of endless signs is no tag`() {
    #expect(ReleaseTag("e" + String(repeating: "\u{301}", count: 500))?.key == "e")
    #expect(ReleaseTag("か" + String(repeating: "\u{3099}", count: 500)) == nil)
  }

  @Test func `a merge keeps the own tags, and adds the others up to the most of a release`() {
    #expect(ReleaseTag.merged(["Jazz", "live"], with: ["JAZZ", "reissue"]) == ["Jazz", "live", "reissue"])
    #expect(ReleaseTag.merged([], with: ["b", "a"]) == ["b", "a"])
    let many = (1...ReleaseTag.most - 1).map { "tag \($0)" }
    #expect(ReleaseTag.merged(many, with: ["x", "y"]) == many + ["x"])
    #expect(ReleaseTag.merged(many + ["x"], with: ["y"]) == many + ["x"])
  }

  @Test func `a tag is a whole text of a query`() throws {
    for text in ["jazz night", "Donation 2024", "AC/DC", "on-loan", "OR", "日本", "-a", "5.8.77"] {
      let tag = try #require(ReleaseTag(text))
      let words = try #require(QueryWords(whole: text))
      #expect(words.words.joined(separator: " ") == tag.key)
      let query = try Query("tag:\(words)", isTyping: false)
      #expect(query.condition == .term(.text(.tag, words)), "\(text)")
    }
  }
}
