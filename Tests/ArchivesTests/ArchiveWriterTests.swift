import Archives
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ArchiveWriterTests {
  private let folder = try? TemporaryFolder(inMemory: true)
  private let limits = ArchiveLimits(entries: 100_000, entryBytes: 1 << 30, totalBytes: 1 << 30, ratio: 2000)

  private struct Full: Error {}

  @Test func `the same contents in the same order give the same bytes in every time zone`() throws {
    let files = [("a", Array("one".utf8)), ("größe/b", [UInt8](repeating: 0x61, count: 200_000)), ("empty", [])]
    let first = try Written(files).bytes
    let zone = getenv("TZ").map { String(cString: $0) }
    defer {
      if let zone { setenv("TZ", zone, 1) } else { unsetenv("TZ") }
      tzset()
    }
    for zone in ["Pacific/Auckland", "America/Los_Angeles"] {
      setenv("TZ", zone, 1)
      tzset()
      #expect(try Written(files).bytes == first)
    }
    #expect(try Written(files.reversed()).bytes != first)
  }

  @Test func `the contents of a file are read as they were written`() throws {
    var random = SeededRandom(seed: 7)
    let files = (0..<300).map { number in
      let size = Int.random(in: 0...20_000, using: &random)
      return ("folder \(number % 7)/ä\(number)", (0..<size).map { UInt8(truncatingIfNeeded: $0 * number) })
    }
    let path = try #require(folder).write(try Written(files).bytes, to: "a.zip")
    let reader = try ArchiveReader(path, limits: limits)
    for (name, content) in files {
      #expect(try reader.next()?.name == name)
      #expect(try reader.content(atMost: 20_000) == content)
    }
    #expect(try reader.next() == nil)
  }

  @Test func `a content of unknown size is written and read part by part`() throws {
    let path = try #require(folder).path("large.zip")
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let file = try #require(FileHandle(forWritingAtPath: path))
    var longest = 0
    let writer = try ArchiveWriter(isCompressed: false) { bytes in
      longest = max(longest, bytes.count)
      try file.write(contentsOf: Data(bytes))
    }
    let part = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try writer.begin("large", size: nil)
    for _ in 0..<300 { try part.withUnsafeBytes { try writer.write($0) } }
    try writer.add("small", [1])
    try writer.finish()
    try file.close()
    #expect(longest <= 2 * ArchiveWriter.partSize)
    let reader = try ArchiveReader(path, limits: limits)
    #expect(try reader.next()?.size == 300 * part.count)
    var count = 0
    while true {
      let read = try reader.read(atMost: 50_000)
      guard !read.isEmpty else { break }
      #expect(read.count <= 50_000)
      count += read.count
    }
    #expect(count == 300 * part.count)
    #expect(try reader.next()?.name == "small")
    #expect(try reader.content(atMost: 1) == [1])
  }

  @Test func `an archive of more than 65,535 files is read`() throws {
    var bytes: [UInt8] = []
    let writer = try ArchiveWriter(isCompressed: false) { bytes += $0 }
    for number in 0..<70_000 { try writer.add("\(number)", []) }
    try writer.finish()
    let reader = try ArchiveReader(try #require(folder).write(bytes, to: "many.zip"), limits: limits)
    #expect(reader.entries.count == 70_000)
    #expect(try reader.next { $0.name == "69999" }?.name == "69999")
  }

  @Test(arguments: ["../a", "/a", "a\\b", "a\u{0}", "", "a/", "same"])
  func `a name that a reader would refuse is refused`(_ name: String) throws {
    let writer = try ArchiveWriter(isCompressed: true) { _ in }
    try writer.add("same", [1])
    #expect(throws: ArchiveError.self) { try writer.add(name, [1]) }
  }

  @Test func `a content of another size than announced is refused`() throws {
    let writer = try ArchiveWriter(isCompressed: true) { _ in }
    try writer.begin("a", size: 2)
    #expect(throws: ArchiveError.self) { try [1, 2, 3].withUnsafeBytes { try writer.write($0) } }
    let short = try ArchiveWriter(isCompressed: true) { _ in }
    try short.begin("a", size: 2)
    #expect(throws: ArchiveError.self) { try short.finish() }
  }

  @Test func `an output that fails is not called again, and its error is reported`() throws {
    var calls = 0
    let writer = try ArchiveWriter(isCompressed: false) { _ in
      calls += 1
      throw Full()
    }
    let content = [UInt8](repeating: 1, count: 1 << 20)
    #expect { try writer.add("a", content) } throws: { "\($0)".contains("Full()") }
    #expect(throws: ArchiveError.self) { try writer.finish() }
    #expect(calls == 1)
  }

  @Test func `a writer that is abandoned writes no end`() throws {
    var bytes: [UInt8] = []
    do {
      let writer = try ArchiveWriter(isCompressed: false) { bytes += $0 }
      try writer.add("a", [UInt8](repeating: 1, count: 200_000))
    }
    let path = try #require(folder).write(bytes, to: "part.zip")
    #expect { try ArchiveReader(path, limits: limits) } throws: { ($0 as? ArchiveError)?.fault == .truncated }
  }
}
