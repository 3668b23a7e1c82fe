import Deadwax
import Foundation
import Moving
import Secrets
import Storage
import TestSupport
import Testing
import Threads

/// Covers in Base64 in the table of copies.
@Suite(.timeLimit(.minutes(5))) struct ImportCoverTests {
  /// A store that keeps pictures as they are, in the data folder of the hub.
  private static func storing(in folder: TemporaryFolder, _ stored: Locked<Int>) -> ImportCover.Storing {
    ImportCover.Storing(
      isPicture: { $0.starts(with: [0xFF, 0xD8, 0xFF]) },
      store: { bytes in
        stored.withLock { $0 += 1 }
        guard !bytes.contains(0x21) else { throw MovingError.unavailable("A cover was not stored: it is damaged.") }
        return try Self.store(bytes, in: folder)
      })
  }

  private static func store(_ bytes: [UInt8], in folder: TemporaryFolder) throws -> ImportCover.Stored {
    let digest = Digest.hexadecimalSHA256(of: bytes)
    let place = folder.path("attachments/\(digest.prefix(2))")
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: "\(place)/\(digest)"))
    return ImportCover.Stored(content: digest, bytes: bytes.count, size: Attachment.Size(width: 4, height: 3))
  }

  private static func picture(_ count: Int) -> [UInt8] { [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 0x41, count: count) }

  private func library(_ stored: Locked<Int> = Locked(0)) throws -> ImportedLibrary {
    let folder = try TemporaryFolder(inMemory: true)
    return try ImportedLibrary(in: folder, covers: Self.storing(in: folder, stored))
  }

  /// Gives a release a cover.
  private func add(_ bytes: [UInt8], to release: Release.ID, of library: MovingLibrary) throws {
    let stored = try Self.store(bytes, in: library.folder)
    try library.database.write { transaction in
      try transaction.insert(
        Attachment(
          id: transaction.newID(), subject: .release(release), kind: .picture, content: stored.content,
          bytes: stored.bytes, size: stored.size, name: "front.jpg", isCover: true, source: .own, sourceNumber: nil,
          createdAt: transaction.now))
      try transaction.publish(.settingChanged)
    }
  }

  @Test func `covers come back by an import, once for each release, and one undo removes them`() async throws {
    let source = try MovingLibrary()
    defer { source.database.close() }
    let (large, small) = (Self.picture(300_000), Self.picture(10))
    let releases = try source.database.write { transaction -> [Release.ID] in
      let copies = try (1...3).map { try transaction.addCopy(title: "Title \($0)") }
      try transaction.insert(
        Copy(
          id: transaction.newID(), release: copies[0].release, number: try transaction.nextCopyNumber(),
          code: transaction.newOwnCode(.copy), addedAt: transaction.now))
      try transaction.publish(.settingChanged)
      return copies.map(\.release)
    }
    try add(large, to: releases[0], of: source)
    try add(small, to: releases[1], of: source)
    let plain = try source.table(.copies)
    let table = try source.table(.copies, hasCovers: true)
    #expect(table.names == plain.names + ["cover"] && !plain.names.contains("cover"))
    #expect(table.cell(0, "cover") == Data(large).base64EncodedString())
    #expect(table.cell(1, "cover") == Data(small).base64EncodedString() && table.cell(2, "cover").isEmpty)
    #expect(table.cell(3, "cover").isEmpty, "the second copy of the first release")

    let stored = Locked(0)
    let target = try library(stored)
    defer { target.end() }
    let empty = try target.dump()
    let plan = try await target.plan(table.bytes)
    #expect(plan.program == .deadwax && plan.counts == [.add: 4], "\(plan.counts) \(plan.fault?.sentence ?? "")")
    #expect(stored.withLock { $0 } == 0, "a preview stores nothing")
    let done = try await target.apply(plan)
    #expect(done.phase == .applied && stored.withLock { $0 } == 2, "\(done.fault?.sentence ?? "")")
    #expect(try target.base.table(.copies, hasCovers: true).bytes == table.bytes)
    let again = try await target.plan(table.bytes)
    #expect(again.counts == [.same: 4], "\(again.counts)")
    let change = try #require(done.change)
    try target.database.write { transaction in
      guard case .undone = try transaction.undo(change, by: "Ada") else { throw TestFailure("the undo was refused") }
    }
    #expect(try target.dump() == empty)
  }

  @Test func `a cover fills a gap alone, and the preview says so`() async throws {
    let stored = Locked(0)
    let target = try library(stored)
    defer { target.end() }
    try await target.take("number,title\n1,First\n2,Second\n")
    let ids = try target.database.read {
      try $0.all("SELECT id FROM release ORDER BY title") { try $0.id(0) as Release.ID }
    }
    try add(Self.picture(1), to: ids[0], of: target.base)
    let text = Data(Self.picture(2)).base64EncodedString()
    let plan = try await target.plan("number,title,cover\n1,First,\(text)\n2,Second,\(text)\n")
    #expect(plan.counts == [.same: 1, .change: 1], "\(plan.counts)")
    let lines = try target.lines(plan)
    #expect(lines[1].differences.map(\.field) == [.cover] && lines[1].differences[0].after.hasPrefix("5 bytes"))
    let done = try await target.apply(plan)
    #expect(done.phase == .applied && stored.withLock { $0 } == 1, "\(done.fault?.sentence ?? "")")
    let table = try target.base.table(.copies, hasCovers: true)
    #expect(table.cell(0, "cover") == Data(Self.picture(1)).base64EncodedString() && table.cell(1, "cover") == text)
  }

  @Test func `a file that is no picture is refused with its line; a damaged one takes the import back`() async throws {
    let target = try library()
    defer { target.end() }
    let empty = try target.dump()
    let wrong = [
      "x", "====", "AAAA", Data("%PDF-1.7".utf8).base64EncodedString(), Data("<svg/>".utf8).base64EncodedString(),
      "data:image/jpeg;base64,/9j/", "/9j/é", Data(Self.picture(8 << 20)).base64EncodedString(),
    ]
    let text = "title,cover\n" + wrong.enumerated().map { "Title \($0.offset),\"\($0.element)\"\n" }.joined()
    let plan = try await target.plan(text)
    #expect(plan.counts == [.refused: wrong.count], "\(plan.counts) \(plan.fault?.sentence ?? "")")
    for line in try target.lines(plan) {
      #expect(line.refusal?.field == .cover && line.refusal?.sentence.contains("JPEG") == true, "\(line)")
    }
    // Another field must not be as large as a cover.
    let long = try await target.plan("title,cover\n\(String(repeating: "x", count: 70_000)),\n")
    #expect(long.phase == .damaged && long.fault?.line == 2, "\(long.phase)")
    let damaged = Data(Self.picture(5) + [0x21]).base64EncodedString()
    let mixed = try await target.plan(
      "title,cover\nFirst,\(Data(Self.picture(3)).base64EncodedString())\nSecond,\(damaged)\n")
    let ended = try await target.apply(mixed)
    #expect(ended.phase == .failed && ended.fault?.sentence.contains("damaged") == true, "\(ended.phase)")
    #expect(try target.dump() == empty)
  }
}
