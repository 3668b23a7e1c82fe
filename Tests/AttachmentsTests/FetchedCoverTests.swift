import Attachments
import Deadwax
import Execution
import Lending
import Storage
import TestSupport
import Testing

/// Covers that the hub fetched, beside those of people.
@Suite(.timeLimit(.minutes(5)))
struct FetchedCoverTests {
  private static let number = "76df3287-6cda-33eb-8e9a-044b5e15ffdd"

  /// A shelf whose release has a link to MusicBrainz.
  private func shelf(_ rules: (inout LibraryPolicy) -> Void = { _ in }) throws -> AttachmentShelf {
    let shelf = try AttachmentShelf(rules)
    try shelf.database.write { [release = shelf.release] transaction in
      try transaction.store(
        [ReleaseLink(source: .musicbrainz, number: Self.number, isOwn: false)], of: release)
      try transaction.recordChange(.resolve)
    }
    return shelf
  }

  private func fetch(_ shelf: AttachmentShelf, _ bytes: [UInt8]? = nil) throws -> Deadwax.Attachment? {
    try shelf.attachments.addFetchedCover(
      try bytes ?? SamplePictures.jpeg(), of: shelf.release, number: Self.number)
  }

  private func covers(_ shelf: AttachmentShelf) throws -> [Deadwax.Attachment.Source] {
    try shelf.attachments.covers(of: [shelf.release]).map(\.source)
  }

  @Test func `a fetched cover is rewritten, has previews, and its addition is undone`() throws {
    let shelf = try shelf()
    defer { shelf.end() }
    let cover = try #require(try fetch(shelf, try SamplePictures.jpeg(width: 1200, height: 1200)))
    #expect(cover.source == .coverArtArchive && cover.sourceNumber == Self.number && cover.isCover)
    #expect(cover.name == "Cover Art Archive.jpg")
    #expect(!(try shelf.attachments.preview(.small, of: cover)).isEmpty)
    #expect(try covers(shelf) == [.coverArtArchive])
    try shelf.undoLast()
    #expect(try covers(shelf).isEmpty)
  }

  @Test func `a fetched cover never takes the place of a picture`() throws {
    let shelf = try shelf()
    defer { shelf.end() }
    let own = try shelf.add(SamplePictures.png(), isCover: true)
    #expect(try fetch(shelf) == nil)
    #expect(try shelf.attachments.list(of: .release(shelf.release)) == [own])
    #expect(shelf.files.count == 1)
  }

  @Test func `a picture of a person replaces a fetched cover, which returns when that one is removed`() throws {
    let shelf = try shelf()
    defer { shelf.end() }
    let fetched = try #require(try fetch(shelf))
    let own = try shelf.add(SamplePictures.png(), isCover: true)
    #expect(try covers(shelf) == [.own])
    #expect(try fetch(shelf) == nil)
    try shelf.attachments.remove(own.id, ifVersion: nil, by: "test")
    #expect(try shelf.attachments.covers(of: [shelf.release]).map(\.id) == [fetched.id])
    try shelf.undoLast()
    #expect(try covers(shelf) == [.own])
  }

  @Test func `a removed cover is not fetched again, unless the removal is undone or the link is another`() throws {
    let shelf = try shelf()
    defer { shelf.end() }
    let cover = try #require(try fetch(shelf))
    try shelf.attachments.remove(cover.id, ifVersion: nil, by: "test")
    #expect(try fetch(shelf) == nil)
    #expect(try covers(shelf).isEmpty)
    try shelf.undoLast()
    #expect(try covers(shelf) == [.coverArtArchive])
    #expect(try shelf.database.read { try $0.refusedCover(of: shelf.release) } == nil)
  }

  @Test func `a fetched cover that is no picture is refused and leaves nothing`() throws {
    let shelf = try shelf()
    defer { shelf.end() }
    let whole = try SamplePictures.jpeg()
    for bytes in [
      Array("<!DOCTYPE html><html></html>".utf8), Array("A text.".utf8), [], Array(whole.prefix(40)),
      [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 7, count: 5000), Array("%PDF-1.4\n%%EOF".utf8),
    ] {
      #expect(throws: AttachmentError.self) { _ = try fetch(shelf, bytes) }
    }
    #expect(try shelf.attachments.list(of: .release(shelf.release)).isEmpty)
    #expect(shelf.files.isEmpty)
  }

  @Test func `a fetched file that lies about its kind is refused or rewritten as a picture`() throws {
    let shelf = try shelf()
    defer { shelf.end() }
    for file in try HostileFile.all() {
      do {
        let cover = try #require(try fetch(shelf, file.bytes), "\(file.what)")
        let stored = try shelf.attachments.content(of: cover)
        #expect(cover.kind == .picture && stored.starts(with: [0xFF, 0xD8, 0xFF]), "\(file.what)")
        #expect(cover.name == "Cover Art Archive.jpg", "\(file.what)")
        try shelf.undoLast()
      } catch is AttachmentError {}
      #expect(try shelf.attachments.list(of: .release(shelf.release)).isEmpty, "\(file.what)")
    }
  }

  @Test func `a cover of another link, of a removed release, or beyond the quota is not stored`() throws {
    let shelf = try shelf()
    defer { shelf.end() }
    #expect(
      try shelf.attachments.addFetchedCover(
        try SamplePictures.jpeg(), of: shelf.release, number: "0a5e3c1d-1111-4222-8333-044b5e15ffdd") == nil)
    let full = try self.shelf { $0.attachments.quota = 0 }
    defer { full.end() }
    #expect(throws: AttachmentError.quotaReached(0)) { _ = try fetch(full) }
    #expect(full.files.isEmpty)
  }
}
