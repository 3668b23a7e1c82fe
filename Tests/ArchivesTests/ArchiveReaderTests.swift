import Archives
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ArchiveReaderTests {
  private let folder = try? TemporaryFolder(inMemory: true)
  private let limits = ArchiveLimits(entries: 10, entryBytes: 8 << 20, totalBytes: 12 << 20, ratio: 100)

  private func open(_ bytes: [UInt8], limits: ArchiveLimits? = nil) throws -> ArchiveReader {
    let path = try #require(folder).write(bytes, to: "a\(UInt64.random(in: 0 ... .max)).zip")
    return try ArchiveReader(path, limits: limits ?? self.limits)
  }

  /// Returns the error of opening a file or else of unpacking all of it.
  private func fault(_ bytes: [UInt8], limits: ArchiveLimits? = nil) throws -> ArchiveError? {
    do {
      let reader = try open(bytes, limits: limits)
      while try reader.next() != nil { while try !reader.read(atMost: 100_000).isEmpty {} }
      return nil
    } catch let error as ArchiveError {
      return error
    }
  }

  private func forged(_ name: String, _ change: (inout ForgedArchive.Entry) -> Void = { _ in }) -> [UInt8] {
    var entry = ForgedArchive.Entry(name)
    change(&entry)
    return ForgedArchive([ForgedArchive.Entry("first"), entry]).bytes
  }

  @Test func `files are read in the order of their bytes, with folders left out`() throws {
    var folder = ForgedArchive.Entry("shows/", "")
    folder.mode = 0x41ED
    let archive = ForgedArchive([
      ForgedArchive.Entry("shows/b", "second"), folder, ForgedArchive.Entry("a", ""), ForgedArchive.Entry("größe", "é"),
    ])
    let reader = try open(archive.bytes)
    #expect(reader.entries.map(\.name) == ["shows/b", "shows", "a", "größe"])
    #expect(reader.entries.map(\.isFolder) == [false, true, false, false])
    for _ in 0..<2 {
      var read: [String] = []
      while let entry = try reader.next() {
        read.append(entry.name + "=" + String(decoding: try reader.content(atMost: 100), as: UTF8.self))
      }
      #expect(read == ["shows/b=second", "a=", "größe=é"])
      reader.restart()
    }
    #expect(try reader.next { $0.name == "größe" }?.size == 2)
    #expect(try reader.read(atMost: 1).count == 1)
    #expect(try reader.next() == nil)
  }

  @Test(arguments: [
    ("/etc/passwd", ArchiveError.Fault.absolutePath), ("C:/a", .absolutePath), ("../a", .parentFolder),
    ("a/../../b", .parentFolder), ("a/..", .parentFolder), ("a\\b", .backslash), ("..\\a", .backslash),
    ("a\u{0}.json", .nul), ("first", .duplicate), ("first/a", .duplicate), ("", .unclearName), ("./a", .unclearName),
    ("a//b", .unclearName), ("a\nb", .unclearName),
  ])
  func `a name that could lead elsewhere is refused before anything is unpacked`(
    _ name: String, _ fault: ArchiveError.Fault
  ) throws {
    let bytes = forged(name)
    #expect { try open(bytes) } throws: { error in
      let error = error as? ArchiveError
      return error?.fault == fault && error?.entry == String(name.map { "\u{0}\n".contains($0) ? "?" : $0 })
    }
  }

  @Test func `a name that is too long or no text is refused`() throws {
    let long = String(repeating: "a", count: ArchiveLimits.longestName + 1)
    #expect(try fault(forged(long))?.fault == .unclearName)
    #expect(try fault(forged("a") { $0.name = [0x61, 0xFF] })?.fault == .notUTF8)
  }

  @Test(arguments: [
    (0xA1FF, ArchiveError.Fault.link), (0x21B6, .specialFile), (0x61B6, .specialFile), (0x11A4, .specialFile),
    (0xC1A4, .specialFile),
  ])
  func `links, devices, pipes and sockets are refused`(_ mode: Int, _ fault: ArchiveError.Fault) throws {
    #expect(try self.fault(forged("a") { $0.mode = mode }) == ArchiveError(fault, entry: "a"))
  }

  @Test func `encrypted entries and methods other than Deflate are refused`() throws {
    for flags in [1, 0x41, 0x2000] {
      #expect(try fault(forged("a") { $0.flags = flags }) == ArchiveError(.encrypted, entry: "a"))
    }
    #expect(try fault(forged("a") { $0.method = 99 }) == ArchiveError(.encrypted, entry: "a"))
    #expect(try fault(forged("a") { $0.method = 14 }) == ArchiveError(.compression(14), entry: "a"))
  }

  @Test func `the number of entries and the sizes have limits`() throws {
    let many = ForgedArchive((0...10).map { ForgedArchive.Entry("\($0)") })
    #expect(try fault(many.bytes) == ArchiveError(.manyEntries(limit: 10), entry: nil))
    var few = ForgedArchive([ForgedArchive.Entry("a", "12345"), ForgedArchive.Entry("b", "12345")])
    var limits = limits
    limits.entryBytes = 4
    #expect(try fault(few.bytes, limits: limits) == ArchiveError(.largeEntry(limit: 4), entry: "a"))
    (limits.entryBytes, limits.totalBytes) = (5, 9)
    #expect(try fault(few.bytes, limits: limits) == ArchiveError(.largeArchive(limit: 9), entry: "b"))
    limits.totalBytes = 10
    #expect(try fault(few.bytes, limits: limits) == nil)
    few.count = 1
    #expect(try fault(few.bytes)?.fault == .damaged("the list of entries is longer than the end of the file says"))
    few.count = 3
    #expect(try fault(few.bytes)?.fault == .damaged("the list of entries ends too early"))
  }

  @Test func `a bomb is refused by the bytes that it has, whatever its headers say`() throws {
    let zeros = [UInt8](repeating: 0, count: 6 << 20)
    let packed = try Written([("a", zeros)]).packed
    #expect(packed.count < 10_000)
    #expect(try fault(try Written([("a", zeros)]).bytes) == ArchiveError(.ratio(limit: 100), entry: "a"))
    // The list claims that the content is packed in more bytes than it is.
    let padded = forged("a") {
      $0.content = packed + [UInt8](repeating: 0, count: 1 << 20)
      ($0.method, $0.size, $0.checksum) = (8, zeros.count, ForgedArchive.checksum(zeros))
    }
    #expect(try fault(padded)?.fault == .ratio(limit: 100))
    // The list claims that the content is small. Deflate goes on for its whole length.
    let small = forged("a") {
      ($0.content, $0.method, $0.size, $0.checksum) = (packed, 8, 1000, ForgedArchive.checksum(zeros))
    }
    let error = try fault(small)
    #expect(error?.entry == "a")
    guard case .damaged = error?.fault else {
      Issue.record("\(String(describing: error))")
      return
    }
    // A short text of one character is no bomb.
    #expect(try fault(try Written([("a", [UInt8](repeating: 0x20, count: 500_000))]).bytes) == nil)
  }

  @Test func `entries that share bytes are refused`() throws {
    var second = ForgedArchive.Entry("b")
    second.position = 3
    #expect(try fault(ForgedArchive([.init("a"), second]).bytes)?.fault == .overlap)
    second.position = 1 << 20
    #expect(try fault(ForgedArchive([.init("a"), second]).bytes)?.fault == .damaged("it is outside of the file"))
  }

  @Test func `two different headers of an entry are refused`() throws {
    let bytes = forged("safe") { $0.innerName = Array("../a".utf8) }
    #expect(try fault(bytes) == ArchiveError(.damaged("its two headers differ"), entry: "safe"))
  }

  @Test func `a wrong checksum is found at the end of the entry`() throws {
    let error = try fault(forged("a") { $0.checksum = 1 })
    #expect(error?.entry == "a")
    guard case .damaged = error?.fault else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `an archive that is cut at any byte is refused`() throws {
    let bytes = try Written([("a", Array("content".utf8)), ("b/c", [UInt8](repeating: 7, count: 300))]).bytes
    #expect(try fault(bytes) == nil)
    for length in 0..<bytes.count {
      let error = try fault(Array(bytes.prefix(length)))
      #expect(error?.fault == (length < 4 ? .notZIP : .truncated), "cut after \(length) bytes")
    }
    #expect(try fault(Array("SQLite format 3".utf8))?.fault == .notZIP)
  }

  @Test func `no changed byte lets other names or contents through`() throws {
    let original = ForgedArchive([.init("one", "first content"), .init("two", "second content")]).bytes
    for index in original.indices {
      for bit in [0, 3, 7] {
        var bytes = original
        bytes[index] ^= 1 << UInt8(bit)
        guard let reader = try? open(bytes) else { continue }
        var read: [String: String] = [:]
        do {
          while let entry = try reader.next() {
            read[entry.name] = String(decoding: try reader.content(atMost: 1000), as: UTF8.self)
          }
        } catch {
          continue
        }
        #expect(read == ["one": "first content", "two": "second content"], "bit \(bit) of byte \(index)")
      }
    }
  }

  @Test func `a nested archive is a file, and an empty archive has none`() throws {
    let inner = ForgedArchive([.init("../evil")]).bytes
    let reader = try open(try Written([("inner.zip", inner)]).bytes)
    #expect(try reader.next()?.name == "inner.zip")
    #expect(try reader.content(atMost: 1000) == inner)
    #expect(try open(ForgedArchive([]).bytes).next() == nil)
    var commented = ForgedArchive([.init("a")])
    commented.comment = Array("a comment PK\u{5}\u{6}".utf8)
    #expect(try fault(commented.bytes) == nil)
  }

  @Test func `a missing file and a folder are refused`() throws {
    let folder = try #require(folder)
    for path in [folder.path("missing.zip"), folder.path] {
      #expect { try ArchiveReader(path, limits: limits) } throws: { error in
        guard case .unavailable = (error as? ArchiveError)?.fault else { return false }
        return true
      }
    }
  }
}
