import Deadwax
import Storage
import Testing

/// Links of releases to sources, covers of the archive, and look-ups: each test runs on every engine.
@Suite(.postgreSQL, .timeLimit(.minutes(10)))
struct ReleaseLinkTests {
  /// A library with a second release.
  private struct Shelf {
    let library: EngineLibrary
    let target: Release.ID
    let other: Release.ID

    init(_ engine: EngineName) throws {
      let library = try EngineLibrary(engine)
      self.library = library
      let copies = library.copies
      (target, other) = try library.write(after: 1) { transaction in
        let target = try given(try transaction.copy(copies[0])).release
        let other = Release(id: transaction.newID(), status: .manual, medium: .cd, title: "Other", artist: "Somebody")
        try transaction.insert(other)
        try transaction.recordChange(.release)
        return (target, other.id)
      }
    }

    func links(_ release: Release.ID) throws -> [ReleaseLink] { try library.store.look { try $0.links(of: release) } }

    /// Adds a cover to a release.
    @discardableResult
    func addCover(_ source: Deadwax.Attachment.Source, _ release: Release.ID, after seconds: Int64) throws
      -> Deadwax.Attachment
    {
      try library.write(after: seconds) { transaction in
        let picture = Deadwax.Attachment(
          id: transaction.newID(), subject: .release(release), kind: .picture,
          content: String(repeating: source == .own ? "a" : "b", count: 64), bytes: 1,
          size: Deadwax.Attachment.Size(width: 1, height: 1), name: "a.jpg", isCover: true, source: source,
          sourceNumber: source == .own ? nil : "76df3287-6cda-33eb-8e9a-044b5e15ffdd", createdAt: transaction.now)
        try transaction.insert(picture)
        try transaction.recordChange(.attachment)
        return picture
      }
    }

    func merge(after seconds: Int64) throws -> Change {
      let (target, other) = (target, other)
      return try library.write(after: seconds) { transaction in
        try transaction.perform(try given(try transaction.merge(of: other, into: target)))
        return try given(try transaction.recordChange(.merge))
      }
    }

    func cover() throws -> Deadwax.Attachment? { try library.store.look { [target] in try $0.cover(of: target) } }

    func dump() throws -> HistoryDump { try library.store.look { try $0.dump(marks: false) } }
  }

  private let number = "76df3287-6cda-33eb-8e9a-044b5e15ffdd"
  private static let far = Timestamp(milliseconds: 9_000_000_000_000)

  @Test(arguments: EngineName.allCases)
  func `links are stored side by side, and their change is undone and repeated`(engine: EngineName) throws {
    let shelf = try Shelf(engine)
    let before = try shelf.dump()
    let links = [
      ReleaseLink(source: .discogs, number: "1", isOwn: true),
      ReleaseLink(source: .musicbrainz, number: number, isOwn: false),
      ReleaseLink(source: .wikidata, number: nil, isOwn: true),
    ]
    let target = shelf.target
    let change = try shelf.library.write(after: 2) { transaction in
      try transaction.store(links, of: target)
      return try given(try transaction.recordChange(.release))
    }
    #expect(try shelf.links(target) == links)
    let undo = try #require(try shelf.library.undo(change, after: 3).change)
    #expect(try shelf.dump().differences(from: before) == [])
    #expect(try shelf.library.undo(undo, after: 4).change != nil)
    #expect(try shelf.links(target) == links)
  }

  @Test(arguments: EngineName.allCases)
  func `an answer of Discogs keeps the other links and sets its own`(engine: EngineName) throws {
    let shelf = try Shelf(engine)
    let other = shelf.other
    let musicBrainz = ReleaseLink(source: .musicbrainz, number: number, isOwn: true)
    try shelf.library.write(after: 2) { transaction in
      try transaction.store([ReleaseLink(source: .discogs, number: "1", isOwn: true), musicBrainz], of: other)
      let release = try given(try transaction.release(other))
      let source = ReleaseDetail.Source(name: "discogs", id: "2", url: "https://x", fetchedAt: transaction.now)
      try transaction.fill(release, with: ReleaseDetail(source: source))
    }
    #expect(
      try shelf.links(other) == [ReleaseLink(source: .discogs, number: "2", isOwn: false), musicBrainz])
  }

  @Test(arguments: EngineName.allCases)
  func `a merge keeps a person's links before those of a source, and its undo restores them`(engine: EngineName) throws
  {
    let shelf = try Shelf(engine)
    let (target, other) = (shelf.target, shelf.other)
    let own = ReleaseLink(source: .musicbrainz, number: number, isOwn: true)
    let discogs = ReleaseLink(source: .discogs, number: "3", isOwn: false)
    try shelf.library.write(after: 2) { transaction in
      try transaction.store(
        [
          ReleaseLink(source: .musicbrainz, number: "0a5e3c1d-1111-4222-8333-044b5e15ffdd", isOwn: false),
          ReleaseLink(source: .wikidata, number: "Q1", isOwn: false),
        ], of: target)
      try transaction.store([discogs, own, ReleaseLink(source: .wikidata, number: "Q2", isOwn: false)], of: other)
      try transaction.recordChange(.release)
    }
    let before = try shelf.dump()
    let change = try shelf.merge(after: 3)
    #expect(try shelf.links(target) == [discogs, own, ReleaseLink(source: .wikidata, number: "Q1", isOwn: false)])
    #expect(try shelf.library.undo(change, after: 4).change != nil)
    #expect(try shelf.dump().differences(from: before) == [])
  }

  @Test(arguments: EngineName.allCases)
  func `a merge prefers the picture of a person as the cover`(engine: EngineName) throws {
    for (kept, moved, winner) in [
      (Deadwax.Attachment.Source.coverArtArchive, Deadwax.Attachment.Source.own, Deadwax.Attachment.Source.own),
      (.own, .coverArtArchive, .own), (.own, .own, .own), (.coverArtArchive, .coverArtArchive, .coverArtArchive),
    ] {
      let shelf = try Shelf(engine)
      let first = try shelf.addCover(kept, shelf.target, after: 2)
      let second = try shelf.addCover(moved, shelf.other, after: 3)
      let before = try shelf.dump()
      let change = try shelf.merge(after: 4)
      let cover = try #require(try shelf.cover())
      #expect(cover.source == winner)
      #expect(cover.id == (kept != .own && moved == .own ? second.id : first.id))
      #expect(try shelf.library.undo(change, after: 5).change != nil)
      #expect(try shelf.dump().differences(from: before) == [])
      #expect(try shelf.cover()?.id == first.id)
    }
  }

  @Test(arguments: EngineName.allCases)
  func `a cover that was refused for a merged release stays refused`(engine: EngineName) throws {
    let shelf = try Shelf(engine)
    let (target, other, number) = (shelf.target, shelf.other, number)
    try shelf.library.write(after: 2) { transaction in
      try transaction.store([ReleaseLink(source: .musicbrainz, number: number, isOwn: false)], of: other)
      try transaction.refuseCover(number, of: other)
      try transaction.recordChange(.attachment)
    }
    _ = try shelf.merge(after: 3)
    #expect(try shelf.library.store.look { try $0.refusedCover(of: target) } == number)
    #expect(try shelf.library.store.look { try !$0.wantsCover(target, from: number) })
  }

  @Test(arguments: EngineName.allCases)
  func `a fetched cover does not prevent the undo of an addition, and a repetition brings it back`(
    engine: EngineName
  ) throws {
    let shelf = try Shelf(engine)
    let before = try shelf.dump()
    let (added, release) = try shelf.library.write(after: 2) { transaction in
      let release = Release(id: transaction.newID(), status: .manual, medium: .cd, title: "New", artist: "A")
      try transaction.insert(release)
      return (try given(try transaction.recordChange(.add)), release.id)
    }
    let links = [ReleaseLink(source: .musicbrainz, number: number, isOwn: false)]
    try shelf.library.write(after: 3) { transaction in
      try transaction.store(links, of: release)
      try transaction.recordChange(.resolve)
      try transaction.planMusicBrainzLookup(of: release, at: transaction.now, failures: 0, error: nil)
    }
    let cover = try shelf.addCover(.coverArtArchive, release, after: 4)
    let undo = try #require(try shelf.library.undo(added, after: 5).change)
    #expect(try shelf.dump().differences(from: before) == [])
    #expect(try shelf.library.store.look { try $0.nextMusicBrainzLookup(at: Self.far, horizon: Self.far) } == nil)
    #expect(try shelf.library.undo(undo, after: 6).change != nil)
    #expect(try shelf.library.store.look { try $0.cover(of: release)?.id } == cover.id)
  }

  @Test(arguments: EngineName.allCases)
  func `a picture of a person prevents the undo of an addition`(engine: EngineName) throws {
    let shelf = try Shelf(engine)
    let (added, release) = try shelf.library.write(after: 2) { transaction in
      let release = Release(id: transaction.newID(), status: .manual, medium: .cd, title: "New", artist: "A")
      try transaction.insert(release)
      return (try given(try transaction.recordChange(.add)), release.id)
    }
    try shelf.addCover(.own, release, after: 3)
    #expect(try shelf.library.undo(added, after: 4).change == nil)
  }

  @Test(arguments: EngineName.allCases)
  func `look-ups are planned for releases with facts, and come in the order of their times`(engine: EngineName) throws {
    let shelf = try Shelf(engine)
    let store = shelf.library.store
    let (first, last) = try store.look { try $0.releasesWithoutLookup(before: nil, limit: 1) }
    let (second, end) = try store.look { try $0.releasesWithoutLookup(before: last, limit: 9) }
    #expect(end == nil && Set(first + second) == [shelf.target, shelf.other])
    try shelf.library.write(after: 2) { try $0.planMusicBrainzLookups(of: first + second + first) }
    let now = EngineLibrary.start + .seconds(10)
    #expect(try store.look { try $0.releasesWithoutLookup(before: nil, limit: 9).releases.isEmpty })
    #expect(try store.look { try $0.dueMusicBrainzLookups(at: now) } == 2)
    let (target, other) = (shelf.target, shelf.other)
    try shelf.library.write(after: 3) { transaction in
      try transaction.planMusicBrainzLookup(of: target, at: now + .seconds(60), failures: 2, error: "busy")
      try transaction.planMusicBrainzLookup(of: other, at: now + .seconds(30), failures: 0, error: nil)
    }
    let far = now + .seconds(1_000_000)
    #expect(try store.look { try $0.nextMusicBrainzLookup(at: now, horizon: far) } == nil)
    #expect(try store.look { try $0.nextMusicBrainzLookup(at: now + .seconds(30), horizon: far)?.release } == other)
    // The clock was set back: a time beyond the horizon counts as due.
    #expect(try store.look { try $0.nextMusicBrainzLookup(at: now, horizon: now + .seconds(50))?.release } == target)
    try shelf.library.write(after: 4) { transaction in
      try transaction.hastenMusicBrainzLookup(of: target)
      try transaction.pauseMusicBrainz(until: now)
      try transaction.pauseMusicBrainz(until: far)
    }
    #expect(try store.look { try $0.nextMusicBrainzLookup(at: now, horizon: far) }?.failures == 0)
    #expect(try store.look { try $0.musicBrainzPause() } == far)
  }
}
