import Attachments
import Deadwax
import Foundation
import Lending
import Storage
import TestSupport
import Testing

/// Tests of contents that arrive in parts.
@Suite(.timeLimit(.minutes(5)))
struct UploadTests {
  private static func pdf(_ size: Int) -> [UInt8] {
    let (head, tail) = (Array("%PDF-1.7\n".utf8), Array("\n%%EOF\n".utf8))
    return head + (0..<size - head.count - tail.count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 1) } + tail
  }

  private func send(_ bytes: [UInt8], to file: IncomingFile) {
    for start in stride(from: 0, to: bytes.count, by: 10_000) {
      bytes[start..<min(start + 10_000, bytes.count)].withUnsafeBytes { file.take($0) }
    }
  }

  private func add(_ file: IncomingFile, to shelf: AttachmentShelf) throws -> Deadwax.Attachment {
    try shelf.attachments.add(
      Attachments.Upload(content: file, type: "application/pdf", name: "booklet", isCover: false),
      to: .release(shelf.release), id: nil, by: "test")
  }

  private func scratch(of shelf: AttachmentShelf) -> [String] { shelf.files.filter { $0.hasPrefix(".new-") } }

  @Test(arguments: [1000, IncomingFile.memoryLimit, IncomingFile.memoryLimit + 1, 1 << 20])
  func `a content that arrives in parts is stored whole, from memory or from a file`(_ size: Int) throws {
    let shelf = try AttachmentShelf()
    defer { shelf.end() }
    let bytes = Self.pdf(size)
    let file = try shelf.attachments.receive(size)
    send(bytes, to: file)
    #expect(scratch(of: shelf).count == (size > IncomingFile.memoryLimit ? 1 : 0))
    let kept = try add(file, to: shelf)
    #expect(kept.bytes == size)
    #expect(try shelf.attachments.content(of: kept) == bytes)
    #expect(scratch(of: shelf).isEmpty)
    #expect(file.digest == IncomingFile(bytes).digest)
  }

  @Test func `a content that is given up leaves no file and gives its space back`() throws {
    let shelf = try AttachmentShelf { $0.attachments.quota = 1 }
    defer { shelf.end() }
    for _ in 1...3 {
      let file = try shelf.attachments.receive(1 << 20)
      send(Self.pdf(200_000), to: file)
      #expect(scratch(of: shelf).count == 1)
      #expect(throws: AttachmentError.quotaReached(1)) { _ = try shelf.attachments.receive(1) }
      withExtendedLifetime(file) {}
    }
    #expect(scratch(of: shelf).isEmpty)
  }

  @Test func `a content of unknown length is refused when it goes beyond the quota`() throws {
    let shelf = try AttachmentShelf { $0.attachments.quota = 1 }
    defer { shelf.end() }
    let file = try shelf.attachments.receive(nil)
    send(Self.pdf((1 << 20) + 1), to: file)
    #expect(scratch(of: shelf).isEmpty)
    #expect(throws: AttachmentError.quotaReached(1)) { _ = try add(file, to: shelf) }
    #expect(shelf.files.isEmpty)
  }

  @Test func `a damaged content in a file leaves nothing`() throws {
    let shelf = try AttachmentShelf()
    defer { shelf.end() }
    do {
      let file = try shelf.attachments.receive(200_000)
      send(Array(Self.pdf(200_000).dropLast(7)), to: file)
      #expect(throws: AttachmentError.self) { _ = try add(file, to: shelf) }
    }
    #expect(shelf.files.isEmpty)
  }

  @Test(.enabled(if: geteuid() == 0 || FakeCamera.isRequired, "mounting a small file system needs root"))
  func `a full disk refuses the content, leaves no file, and the next one is stored when there is room`() throws {
    let shelf = try AttachmentShelf()
    defer { shelf.end() }
    let path = shelf.folder.path("attachments")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try #require(mount("deadwax", path, "tmpfs", 0, "size=\(1 << 20)") == 0)
    defer { umount2(path, Int32(MNT_DETACH)) }
    do {
      let file = try shelf.attachments.receive(2 << 20)
      send(Self.pdf(2 << 20), to: file)
      #expect(scratch(of: shelf).isEmpty)
      #expect(throws: AttachmentError.diskFull) { _ = try add(file, to: shelf) }
    }
    let small = try shelf.attachments.receive(500_000)
    send(Self.pdf(500_000), to: small)
    #expect(try add(small, to: shelf).bytes == 500_000)
  }
}
