import Deadwax
import Moving
import Storage
import TestSupport
import Testing

/// The column with the tags that people put on releases.
@Suite(.timeLimit(.minutes(5))) struct ReleaseTagImportTests {
  private func tags(_ library: ImportedLibrary) throws -> [String] {
    let release = try library.database.read { reading in
      try reading.first("SELECT id FROM release ORDER BY created_at, id") { try $0.id(0) as Release.ID }
    }
    let id = try #require(release)
    return try library.database.read { try $0.releaseTags(of: id) }
  }

  @Test func `a column Tags of another program has words, and the exported table comes back`() async throws {
    let library = try ImportedLibrary()
    defer { library.end() }
    try await library.take("Artist,Title,Tags\nNina Simone,Pastel Blues,\"Jazz Night; reissue ; JAZZ NIGHT;\"\n")
    #expect(try tags(library) == ["Jazz Night", "reissue"])
    let table = try library.base.table(.copies)
    #expect(table.names.last == "release_tags" && table.cell(0, "release_tags") == "Jazz Night; reissue")
    #expect(table.cell(0, "tags") == "")
    let bytes = try library.bytes(of: .copies)
    let target = try ImportedLibrary()
    defer { target.end() }
    let plan = try await target.plan(bytes)
    #expect(plan.program == .deadwax && plan.counts == [.add: 1], "\(plan.counts)")
    #expect(try await target.apply(plan).phase == .applied)
    #expect(try target.bytes(of: .copies) == bytes)
    #expect(try await target.plan(bytes).counts == [.same: 1])
  }

  @Test func `the library's own table replaces tags, and an empty field changes none`() async throws {
    let library = try ImportedLibrary()
    defer { library.end() }
    try await library.take("Artist,Title,Tags\nNina Simone,Pastel Blues,live\n")
    let copy = try library.base.table(.copies).cell(0, "copy_id")
    let done = try await library.take("copy_id,title,release_tags\n\(copy),Pastel Blues,reissue; donation 2024\n")
    #expect(try tags(library) == ["reissue", "donation 2024"])
    let change = try #require(done.change)
    let empty = try await library.plan("copy_id,title,release_tags\n\(copy),Pastel Blues,\n")
    #expect(empty.counts == [.same: 1], "\(empty.counts)")
    #expect(try tags(library) == ["reissue", "donation 2024"])
    try library.database.write { transaction in
      guard case .undone = try transaction.undo(change, by: "Ada") else { throw TestFailure("the undo was refused") }
    }
    #expect(try tags(library) == ["live"])
  }

  @Test func `a tag that is too long is refused with its line`() async throws {
    let library = try ImportedLibrary()
    defer { library.end() }
    let long = String(repeating: "x", count: 61)
    let plan = try await library.plan("Artist,Title,Keywords\nA,One,live\nB,Two,\(long)\nC,Three,!!!\n")
    #expect(plan.counts == [.add: 1, .refused: 2], "\(plan.counts)")
    #expect(try library.lines(plan, .refused).map(\.line) == [3, 4])
  }
}
