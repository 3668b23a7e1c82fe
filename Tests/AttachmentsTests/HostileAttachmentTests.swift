import Attachments
import Deadwax
import Foundation
import Imaging
import Pictures
import TestSupport
import Testing

/// Tests that a hostile file is refused, or stored as something harmless.
@Suite(.timeLimit(.minutes(10)))
struct HostileAttachmentTests {
  @Test func `there are more than sixty hostile files, each with its own description`() throws {
    let files = try HostileFile.all()
    #expect(files.count > 60)
    #expect(Set(files.map(\.what)).count == files.count)
  }

  @Test(arguments: try HostileFile.all())
  func `a hostile file is refused and leaves nothing, or becomes harmless`(_ file: HostileFile) throws {
    let shelf = try AttachmentShelf()
    defer { shelf.end() }
    let upload = Attachments.Upload(content: IncomingFile(file.bytes), type: file.type, name: file.name, isCover: false)
    switch file.end {
    case .refused:
      #expect(throws: AttachmentError.self) {
        _ = try shelf.attachments.add(upload, to: .release(shelf.release), id: nil, by: "test")
      }
      #expect(try shelf.attachments.list(of: .release(shelf.release)).isEmpty)
      #expect(shelf.files.isEmpty)
    case .kept(let kind):
      let kept = try shelf.attachments.add(upload, to: .release(shelf.release), id: nil, by: "test")
      #expect(kept.kind == kind)
      let content = try shelf.attachments.content(of: kept)
      if kind == .picture { try checkPicture(content) } else { #expect(content == file.bytes) }
      checkName(kept.name)
    }
  }

  /// A stored picture has the segments of pixels alone, and ends with them.
  private func checkPicture(_ jpeg: [UInt8]) throws {
    #expect(jpeg.starts(with: [0xFF, 0xD8]) && jpeg.suffix(2) == [0xFF, 0xD9])
    var at = 2
    while at + 4 <= jpeg.count, jpeg[at] == 0xFF, jpeg[at + 1] != 0xDA {
      // JFIF, tables and the frame; no Exif, no profile, no comment.
      #expect([0xE0, 0xDB, 0xC0, 0xC4].contains(jpeg[at + 1]), "the segment \(String(jpeg[at + 1], radix: 16))")
      at += 2 + Int(jpeg[at + 2]) << 8 + Int(jpeg[at + 3])
    }
    let content = Data(jpeg)
    for text in ["Exif", "%PDF", "script", "52.5163", "PK\u{3}\u{4}"] {
      #expect(content.range(of: Data(text.utf8)) == nil, "\(text) is still there")
    }
    _ = try JPEGPicture.decodeColour(jpeg, longest: 100)
  }

  private func checkName(_ name: String) {
    #expect((1...120).contains(name.count))
    #expect(!name.hasPrefix("."))
    #expect(name.unicodeScalars.allSatisfy { $0.value >= 0x20 && !"/\\<>\u{202E}".unicodeScalars.contains($0) })
    #expect([".jpg", ".txt", ".pdf"].contains { name.hasSuffix($0) })
  }

  @Test(arguments: UInt8(1)...8)
  func `a picture is stored upright, whatever its camera noted`(_ orientation: UInt8) throws {
    let shelf = try AttachmentShelf()
    defer { shelf.end() }
    let bytes = try SamplePictures.jpeg(with: SamplePictures.exif(orientation: orientation))
    let kept = try shelf.add(bytes)
    let stored = try JPEGPicture.decodeColour(try shelf.attachments.content(of: kept), longest: 4096)
    #expect((stored.width, stored.height) == (orientation < 5 ? (64, 32) : (32, 64)))
    // The first colour of each row of the table is at the left above: red, green, blue or white.
    let expected = ["red", "green", "white", "blue", "red", "blue", "white", "green"][Int(orientation) - 1]
    #expect(SamplePictures.colour(of: stored, x: 2, y: 2) == expected)
  }
}
