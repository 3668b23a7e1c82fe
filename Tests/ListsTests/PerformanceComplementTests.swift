import Deadwax
import Lists
import TestSupport
import Testing

/// The rule as it is written, over plays of one channel: 17 U.S.C. 114(j)(13).
@Suite(.timeLimit(.minutes(5)))
struct PerformanceComplementTests {
  private typealias Group = PerformanceComplement.Group

  private static let record = Group(kind: .phonorecord, key: "r", name: "Record")
  private static let other = Group(kind: .phonorecord, key: "o", name: "Other")
  private static let artist = Group(kind: .artist, key: "a", name: "Artist")
  private static let set = Group(kind: .set, key: "s", name: "Set")

  /// The rules that each recording exceeds. A recording has a minute, a name and groups.
  private func rules(_ played: [(Int, String, [Group])]) -> [[ComplementWarning.Rule]] {
    let selections = played.map { minute, name, groups in
      PerformanceComplement.Selection(
        play: .new(at: .now()), at: Timestamp(milliseconds: Int64(minute) * 60_000), recording: name, groups: groups)
    }
    let warnings = PerformanceComplement.warnings(selections)
    return selections.map { selection in warnings.filter { $0.play == selection.play }.map(\.rule) }
  }

  @Test func `three recordings of a record are allowed in three hours, and the fourth is not`() {
    let played = [0, 40, 80, 120].enumerated().flatMap { index, minute in
      let other = Group(kind: .artist, key: "\(index)", name: "")
      return [(minute, "r\(index)", [Self.record]), (minute + 5, "o\(index)", [other])]
    }
    let found = rules(played)
    #expect(found[6] == [.phonorecord], "\(found)")
    #expect(found.enumerated().allSatisfy { $0.offset == 6 || $0.element.isEmpty }, "\(found)")
    // After three hours the first one no longer counts.
    #expect(rules(played.dropLast(2) + [(180, "r9", [Self.record])]).last == [])
    #expect(rules(played.dropLast(2) + [(179, "r9", [Self.record])]).last == [.phonorecord])
  }

  @Test func `two of a record are allowed one after the other, and the third is not`() {
    let found = rules([(0, "1", [Self.record]), (3, "2", [Self.record]), (6, "3", [Self.record])])
    #expect(found == [[], [], [.phonorecordInARow]])
    #expect(
      rules([(0, "1", [Self.record]), (3, "2", [Self.record]), (4, "x", [Self.other]), (6, "3", [Self.record])])
        == [[], [], [], []])
  }

  @Test func `four by an artist or of a set are allowed, three of them one after the other`() {
    for (group, most, inARow) in [
      (Self.artist, .artist, .artistInARow), (Self.set, .set, .setInARow),
    ] as [(Group, ComplementWarning.Rule, ComplementWarning.Rule)] {
      let row = (0..<4).map { ($0 * 4, "\($0)", [group]) }
      #expect(rules(row) == [[], [], [], [inARow]])
      var apart: [(Int, String, [Group])] = []
      for index in 0..<5 {
        apart.append((index * 10, "\(index)", [group]))
        apart.append((index * 10 + 5, "x\(index)", [Group(kind: .artist, key: "x\(index)", name: "")]))
      }
      let found = rules(apart)
      #expect(found[6] == [] && found[8] == [most], "\(found)")
    }
  }

  @Test func `the same recording again is no different selection`() {
    let again = (0..<6).map { ($0 * 10, "same", [Self.record, Self.artist]) }
    let found = rules(again).flatMap(\.self)
    #expect(found.isEmpty, "\(found)")
  }

  @Test func `the order of the input and a clock that was set back do not matter`() {
    var random = SeededRandom(seed: 90)
    let played = (0..<30).map { index in (index * 7 % 90, "\(index)", index % 2 == 0 ? [Self.record] : [Self.other]) }
    let counts = { (list: [(Int, String, [Group])]) in
      self.rules(list).flatMap(\.self).map(\.rawValue).sorted()
    }
    let first = counts(played.sorted { $0.0 < $1.0 })
    #expect(!first.isEmpty)
    #expect(counts(played.shuffled(using: &random)) == first)
    #expect(PerformanceComplement.warnings([]).isEmpty)
  }

  @Test func `a side is as many recordings as it has tracks, and a compilation has no artist`() {
    let release = Release(
      id: .new(at: .now()), status: .manual, medium: .vinyl, title: "Hits", artist: "Various")
    let side = (1...4).map { Track(position: "A\($0)", title: "T\($0)") }
    let played = PlayedRelease(
      release: release, detail: ReleaseDetail(tracks: side + [Track(position: "C1", title: "Third side")]))
    func play(_ position: String?) -> Play {
      Play(
        id: .new(at: .now()), copy: .new(at: .now()), position: position, startedAt: .now(), endedAt: nil,
        source: .page, station: nil, version: 1)
    }
    let selections = played.selections(of: play("A"))
    #expect(selections.count == 4 && !selections.flatMap(\.groups).contains { $0.kind == .artist })
    // Two records in one sleeve are a set.
    #expect(selections[0].groups.map(\.kind) == [.phonorecord, .set])
    #expect(played.selections(of: play(nil)).count == 1)
    let warnings = PerformanceComplement.warnings(selections)
    #expect(Set(warnings.map(\.rule)) == [.phonorecord, .phonorecordInARow, .setInARow], "\(warnings)")
    #expect(warnings.allSatisfy { $0.count == 4 })
  }
}
