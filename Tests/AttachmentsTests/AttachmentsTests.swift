import Attachments
import Deadwax
import Execution
import Foundation
import Imaging
import Lending
import Pictures
import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct AttachmentsTests {
  @Test func `an attachment belongs to a release or a copy, and a removal is undone with its content`() throws {
    let shelf = try AttachmentShelf()
    defer { shelf.end() }
    let note = try shelf.add(Array("A note.".utf8), name: "note")
    let own = try shelf.attachments.add(
      Attachments.Upload(
        content: IncomingFile(Array("Scratched.".utf8)), type: "text/plain", name: nil, isCover: false),
      to: .copy(shelf.copy), id: nil, by: "test")
    #expect(try shelf.attachments.list(of: .release(shelf.release)) == [note])
    #expect(try shelf.attachments.list(of: .copy(shelf.copy)) == [own])
    try shelf.attachments.remove(note.id, ifVersion: 1, by: "test")
    #expect(try shelf.attachments.list(of: .release(shelf.release)).isEmpty)
    try shelf.undoLast()
    let restored = try #require(try shelf.attachments.list(of: .release(shelf.release)).first)
    #expect(try shelf.attachments.content(of: restored) == Array("A note.".utf8))
  }

  @Test func `a release has one cover, and an undo restores the earlier one`() throws {
    let shelf = try AttachmentShelf()
    defer { shelf.end() }
    let first = try shelf.add(try SamplePictures.jpeg(), isCover: true)
    let second = try shelf.add(SamplePictures.png(), isCover: true)
    #expect(try shelf.attachments.covers(of: [shelf.release]).map(\.id) == [second.id])
    try shelf.undoLast()
    #expect(try shelf.attachments.covers(of: [shelf.release]).map(\.id) == [first.id])
    _ = try shelf.attachments.change(first.id, name: nil, isCover: false, ifVersion: nil, by: "test")
    #expect(try shelf.attachments.covers(of: [shelf.release]).isEmpty)
    let note = try shelf.add(Array("A note.".utf8))
    #expect(throws: StaffError.self) {
      _ = try shelf.attachments.change(note.id, name: nil, isCover: true, ifVersion: nil, by: "test")
    }
  }

  @Test func `a picture is turned and cut, and an undo restores it`() throws {
    let shelf = try AttachmentShelf()
    defer { shelf.end() }
    let before = try shelf.add(try SamplePictures.jpeg())
    let turned = try shelf.attachments.edit(before.id, quarters: 1, straighten: 0, part: nil, ifVersion: 1, by: "test")
    #expect(turned.size == Deadwax.Attachment.Size(width: 32, height: 64))
    let cut = try shelf.attachments.edit(
      before.id, quarters: 0, straighten: 0, part: [0, 0, 500, 500], ifVersion: 2, by: "test")
    #expect(cut.size == Deadwax.Attachment.Size(width: 16, height: 32))
    let frame = try JPEGPicture.decodeColour(try shelf.attachments.content(of: cut), longest: 64)
    // Turned clockwise, the lower left quarter of the stored picture is the upper left one.
    #expect(SamplePictures.colour(of: frame, x: 4, y: 4) == "blue")
    try shelf.undoLast()
    try shelf.undoLast()
    _ = try shelf.attachments.content(of: try shelf.attachments.attachment(before.id))
    #expect(throws: StaffError.self) {
      _ = try shelf.attachments.edit(
        before.id, quarters: 0, straighten: 0, part: [600, 0, 500, 500], ifVersion: nil, by: "test")
    }
  }

  @Test func `a picture is straightened without empty corners, and an undo restores it`() throws {
    let shelf = try AttachmentShelf()
    defer { shelf.end() }
    let crooked = try JPEGPicture.encode(SamplePictures.crooked(by: 7), quality: 95)
    let before = try shelf.add(crooked)
    let straight = try shelf.attachments.edit(
      before.id, quarters: 0, straighten: 70, part: nil, ifVersion: 1, by: "test")
    // 400 × 300, turned by 7°: cos 7° + 400/300 · sin 7° = 1.155.
    #expect(straight.size == Deadwax.Attachment.Size(width: 346, height: 259))
    let frame = try JPEGPicture.decodeColour(try shelf.attachments.content(of: straight), longest: 4096)
    for y in [2, 60, 120] { for x in [2, 170, 343] { #expect(SamplePictures.colour(of: frame, x: x, y: y) == "red") } }
    for y in [139, 200, 256] {
      for x in [2, 170, 343] { #expect(SamplePictures.colour(of: frame, x: x, y: y) == "blue") }
    }
    try shelf.undoLast()
    let restored = try shelf.attachments.attachment(before.id)
    #expect(restored.content == before.content && restored.size == before.size)
    for angle in [-151, 151] {
      #expect(throws: StaffError.self) {
        _ = try shelf.attachments.edit(
          before.id, quarters: 0, straighten: angle, part: nil, ifVersion: nil, by: "test")
      }
    }
  }

  @Test func `a preview has the wanted side`() throws {
    let shelf = try AttachmentShelf()
    defer { shelf.end() }
    let picture = try shelf.add(try SamplePictures.jpeg(width: 1600, height: 800))
    for _ in 1...2 {
      let small = try JPEGPicture.decodeColour(try shelf.attachments.preview(.small, of: picture), longest: 4096)
      #expect((small.width, small.height) == (160, 80))
    }
  }

  @Test func `a file beyond the quota is refused and leaves nothing, and a repeated request adds one`() throws {
    let shelf = try AttachmentShelf { $0.attachments.quota = 0 }
    defer { shelf.end() }
    #expect(throws: AttachmentError.quotaReached(0)) { _ = try shelf.add(Array("A note.".utf8)) }
    #expect(shelf.files.isEmpty)
    let open = try AttachmentShelf()
    defer { open.end() }
    let id = try open.database.write { Deadwax.Attachment.ID.new(at: $0.now) }
    for _ in 1...2 { #expect(try open.add(Array("A note.".utf8), id: id).id == id) }
    #expect(try open.attachments.list(of: .release(open.release)).count == 1)
  }

  @Test func `a stale version is refused`() throws {
    let shelf = try AttachmentShelf()
    defer { shelf.end() }
    let note = try shelf.add(Array("A note.".utf8))
    _ = try shelf.attachments.change(note.id, name: "other", isCover: nil, ifVersion: 1, by: "test")
    #expect(throws: StaffError.staleVersion(now: 2)) {
      try shelf.attachments.remove(note.id, ifVersion: 1, by: "test")
    }
  }

  @Test func `a check finds missing and damaged files, and a damaged one is never sent`() throws {
    let shelf = try AttachmentShelf()
    defer { shelf.end() }
    let notes = try ["one", "two", "three"].map { try shelf.add(Array($0.utf8)) }
    func path(_ note: Deadwax.Attachment) -> String {
      shelf.folder.path("attachments/\(note.content.prefix(2))/\(note.content)")
    }
    try FileManager.default.removeItem(atPath: path(notes[0]))
    try Data("twO".utf8).write(to: URL(fileURLWithPath: path(notes[1])))
    let report = try shelf.attachments.check()
    #expect(report.whole == 1)
    #expect(report.missing == [notes[0].content])
    #expect(report.damaged == [notes[1].content])
    #expect(shelf.attachments.lastCheck == nil)
    let now = Timestamp.now()
    #expect(try shelf.attachments.reportFaults(now: now) == 2)
    #expect(shelf.attachments.lastCheck?.at == now && shelf.attachments.lastCheck?.report == report)
    for note in notes.prefix(2) {
      #expect(throws: AttachmentError.fileLost(note.content)) { _ = try shelf.attachments.content(of: note) }
    }
  }

  @Test func `a file stays while an undo may need it, and files without a row are removed after a day`() throws {
    let shelf = try AttachmentShelf()
    defer { shelf.end() }
    let note = try shelf.add(Array("A note.".utf8))
    try shelf.attachments.remove(note.id, ifVersion: nil, by: "test")
    let stray = String(repeating: "a", count: 64)
    #expect(try ContentFolder(path: shelf.folder.path("attachments")).store(Array("stray".utf8), as: stray))
    let now = Timestamp.now()
    #expect(try shelf.attachments.removeUnused(now: now) == 0)
    #expect(try shelf.attachments.removeUnused(now: now + .seconds(2 * 86_400)) == 1)
    #expect(shelf.files.filter { $0.contains("/") } == ["\(note.content.prefix(2))/\(note.content)"])
  }
}
