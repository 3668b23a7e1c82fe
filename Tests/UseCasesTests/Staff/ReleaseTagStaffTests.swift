import Catalogue
import Deadwax
import Execution
import Staff
import TestSupport
import Testing

/// The tags of releases, as staff change them.
@Suite(.timeLimit(.minutes(10)))
struct ReleaseTagStaffTests {
  @Test func `tags survive random refreshes, and each merge and each undo leaves the tags that it should`() throws {
    let office = try StaffLibrary()
    var random = SeededRandom(seed: 20_261_128)
    let id = try office.sourced("Found title", year: 1990)
    var (expected, past): ([String], [(change: Change.ID, tags: [String])]) = ([], [])
    let words = ["Jazz Night", "jazz-night", "reissue", "donation 2024", "Björk", "bjork", "live"]
    for step in 0..<CaseBudget.cases(of: 200) {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        try office.refresh(id, title: "Refreshed \(step)", year: Int.random(in: 1950...2020, using: &random))
        past = []
      case 1:
        let tags = words.filter { _ in Bool.random(using: &random) }
        let before = expected
        let last = try office.lastChange()?.id
        _ = try office.change(id) { $0.tags = tags }
        expected = Self.distinct(tags)
        if let change = try office.lastChange(), change.id != last { past.append((change.id, before)) }
      case 2:
        let other = try office.sourced("Other \(step)", year: 1990)
        let tags = words.filter { _ in Bool.random(using: &random) }
        _ = try office.change(other) { $0.tags = tags }
        _ = try office.counter.releases.merge(other, ifVersion: nil, into: id, ifVersion: nil, by: "test")
        expected = Self.distinct(expected + tags)
        past = []
      default:
        let before = past.popLast()
        past = []
        guard let before, let last = try office.lastChange(), last.id == before.change else { continue }
        try office.undo(last)
        expected = before.tags
      }
      #expect(try office.opened(id).detail.tags == expected, "step \(step)")
    }
  }

  private static func distinct(_ tags: [String]) -> [String] {
    var seen: Set<String> = []
    return tags.filter { tag in
      seen.insert(tag.lowercased().replacing("ö", with: "o").replacing("-", with: " ")).inserted
    }
  }

  @Test func `equal tags are no change, and tags mark no field as edited`() throws {
    let office = try StaffLibrary()
    let id = try office.sourced("Found title", year: 1990)
    let tagged = try office.change(id) { $0.tags = [" Jazz Night ", "live"] }
    #expect(tagged.detail.tags == ["Jazz Night", "live"] && tagged.detail.edited.isEmpty)
    let last = try office.lastChange()?.id
    let again = try office.change(id) { $0.tags = ["Jazz Night", "live", "LIVE"] }
    #expect(again.release.version == tagged.release.version)
    #expect(try office.lastChange()?.id == last)
    // Another order is another list.
    #expect(try office.change(id) { $0.tags = ["live", "Jazz Night"] }.detail.tags == ["live", "Jazz Night"])
    #expect(throws: StaffError.self) { try office.change(id) { $0.tags = [String(repeating: "x", count: 61)] } }
    #expect(throws: StaffError.self) { try office.change(id) { $0.tags = (1...51).map { "tag \($0)" } } }
    #expect(try office.change(id) { $0.tags = (1...50).map { "tag \($0)" } }.detail.tags.count == 50)
  }

  @Test func `a wish and tags together are one change`() throws {
    let office = try StaffLibrary()
    let id = try office.sourced("Found title", year: 1990)
    let changed = try office.change(id) { ($0.isWished, $0.tags) = (true, ["live"]) }
    #expect(changed.release.isWished && changed.detail.tags == ["live"])
    let change = try #require(try office.lastChange())
    try office.undo(change)
    #expect(try !office.opened(id).release.isWished && office.opened(id).detail.tags.isEmpty)
  }
}
