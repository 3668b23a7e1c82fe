import Deadwax
import Storage
import Testing

/// The tags that people put on releases: each test runs on every engine.
@Suite(.postgreSQL, .timeLimit(.minutes(10)))
struct ReleaseTagRecordTests {
  private func add(_ title: String, to library: EngineLibrary, after: Int64) throws -> Release.ID {
    try library.write(after: after) { transaction in
      let release = Release(
        id: transaction.newID(), status: .resolved, medium: .vinyl, title: title, artist: "John Coltrane")
      try transaction.insert(release)
      try transaction.recordChange(.add)
      return release.id
    }
  }

  private func tag(
    _ release: Release.ID, _ tags: [String], in library: EngineLibrary, after: Int64
  ) throws -> Change? {
    try library.write(after: after) { transaction in
      try transaction.storeReleaseTags(tags, of: release)
      return try transaction.recordChange(.release)
    }
  }

  @Test(arguments: EngineName.allCases)
  func `tags keep their order, each change is undone, and a refresh leaves them`(engine: EngineName) throws {
    let library = try EngineLibrary(engine)
    let id = try add("Blue Train", to: library, after: 1)
    let version = try library.store.look { try $0.release(id)?.version }
    #expect(try tag(id, ["reissue", "jazz night", "JAZZ NIGHT"], in: library, after: 2) != nil)
    #expect(try library.store.look { try $0.releaseTags(of: id) } == ["reissue", "jazz night"])
    #expect(try library.store.look { try $0.detail(of: id)?.tags } == ["reissue", "jazz night"])
    #expect(try library.store.look { try $0.release(id)?.version } == version.map { $0 + 1 })
    // The same tags are no change.
    #expect(try tag(id, ["reissue", "jazz night"], in: library, after: 3) == nil)
    let second = try given(try tag(id, ["jazz night", "live"], in: library, after: 4))
    try library.write(after: 5) { transaction in
      let release = try given(try transaction.release(id))
      try transaction.fill(release, with: ReleaseDetail(genres: ["Jazz"], tracks: [Track(position: "1", title: "One")]))
      try transaction.recordChange(.resolve)
    }
    #expect(try library.store.look { try $0.releaseTags(of: id) } == ["jazz night", "live"])
    #expect(try library.store.look { try $0.detail(of: id)?.genres } == ["Jazz"])
    // The refresh came later, so the undo of the tags is refused first.
    let refresh = try given(try library.store.look { try $0.changes(limit: 1).first })
    #expect(try library.write(after: 6) { try $0.undo(refresh.id).change } != nil)
    #expect(try library.write(after: 7) { try $0.undo(second.id).change } != nil)
    #expect(try library.store.look { try $0.releaseTags(of: id) } == ["reissue", "jazz night"])
  }

  @Test(arguments: EngineName.allCases)
  func `a merge makes the union, and its undo restores both`(engine: EngineName) throws {
    let library = try EngineLibrary(engine)
    let (target, other) = (
      try add("Blue Train", to: library, after: 1), try add("Blue Train", to: library, after: 2)
    )
    _ = try tag(target, ["Jazz Night", "reissue"], in: library, after: 3)
    _ = try tag(other, ["donation 2024", "jazz-night"], in: library, after: 4)
    let change = try library.write(after: 5) { transaction in
      let merge = try given(try transaction.merge(of: other, into: target))
      #expect(merge.tags == ["donation 2024"])
      try transaction.perform(merge)
      return try given(try transaction.recordChange(.merge))
    }
    let union = ["Jazz Night", "reissue", "donation 2024"]
    #expect(try library.store.look { try $0.releaseTags(of: target) } == union)
    let counted = try library.store.look { try $0.releaseTagCounts() }
    #expect(counted.map(\.releases) == [1, 1, 1] && counted.map(\.key) == ["donation 2024", "jazz night", "reissue"])
    #expect(try library.write(after: 6) { try $0.undo(change.id).change } != nil)
    #expect(try library.store.look { try $0.releaseTags(of: target) } == ["Jazz Night", "reissue"])
    #expect(try library.store.look { try $0.releaseTags(of: other) } == ["donation 2024", "jazz-night"])
  }

  @Test(arguments: EngineName.allCases)
  func `equal tags are counted together under their most frequent text`(engine: EngineName) throws {
    let library = try EngineLibrary(engine)
    let all = [["Jazz Night"], ["jazz night", "live"], ["jazz night"], ["Live!", "jazz-night"]]
    for (index, tags) in all.enumerated() {
      let id = try add("Title \(index)", to: library, after: Int64(2 * index + 1))
      _ = try tag(id, tags, in: library, after: Int64(2 * index + 2))
    }
    let counted = try library.store.look { try $0.releaseTagCounts() }
    #expect(counted.map(\.key) == ["jazz night", "live"] && counted.map(\.releases) == [4, 2], "\(counted)")
    #expect(counted.first?.text == "jazz night", "\(counted)")
  }

  @Test func `a release has a tag once, and an older change without tags is undone`() throws {
    let library = try EngineLibrary(.sqlite)
    let id = try add("Blue Train", to: library, after: 1)
    _ = try tag(id, ["jazz night"], in: library, after: 2)
    #expect(throws: StorageError.self) {
      try library.write(after: 3) { transaction in
        try transaction.run(
          "INSERT INTO release_tag (release_id, position, key, word) VALUES (?1, 7, 'jazz night', 'JAZZ')", id)
      }
    }
    let wish = try library.write(after: 4) { transaction in
      try transaction.setWished(true, id)
      return try given(try transaction.recordChange(.wish))
    }
    try library.write(after: 5) { transaction in
      try transaction.run(
        """
        UPDATE change_row SET before = json_remove(before, '$.release_tag'),
          after = json_remove(after, '$.release_tag')
        """)
    }
    // The rows of the change are as those that were stored before there were tags.
    #expect(try library.write(after: 6) { try $0.undo(wish.id).change } != nil)
    #expect(try library.store.look { try $0.releaseTags(of: id) } == ["jazz night"])
  }
}
