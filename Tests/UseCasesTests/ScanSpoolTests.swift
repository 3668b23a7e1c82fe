import Deadwax
import Execution
import Foundation
import Scanning
import StationLogic
import Storage
import TestSupport
import Testing
import Threads

/// Tests of the file of scans that could not be stored: each comes out once, despite crashes.
@Suite(.timeLimit(.minutes(5)))
struct ScanSpoolTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("deadwax.spool") }

  init() throws { folder = try TemporaryFolder("deadwax-spool", inMemory: true) }

  private func line(_ number: Int) -> ScanSpool.Line {
    let now = Timestamp(milliseconds: Int64(1_795_165_520_000 + number))
    let reading = Reading(id: .new(at: now), at: now, symbology: .typed, text: "\(number)")
    return ScanSpool.Line(
      station: .hubStation, receivedAt: now, input: StationInput(.reading, reading: reading, reader: "nfc"))
  }

  private func number(_ line: ScanSpool.Line) -> Int? { line.input.reading.flatMap { Int($0.text) } }

  /// Writes the start of a line, like a program that crashes in the middle of it.
  private func tear(_ number: Int, after bytes: Int) throws {
    let text = try ColumnJSON.write(line(number))
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data(text.utf8.prefix(bytes)))
    try file.close()
  }

  @Test func `half a line spoils neither the one before it nor the one after, and is put aside`() throws {
    let spool = ScanSpool(path: path)
    try spool.append(line(1))
    try tear(2, after: 70)
    let again = ScanSpool(path: path)
    #expect(again.count == 2)
    try again.append(line(3))
    let batch = try #require(again.next())
    #expect(batch.lines.compactMap(number) == [1, 3])
    #expect(batch.unreadable.count == 1)
    try again.quarantine(batch.unreadable)
    try again.drop(batch)
    #expect(again.isEmpty && again.count == 0 && !FileManager.default.fileExists(atPath: path))
    let aside = try String(contentsOfFile: path + ".unreadable", encoding: .utf8)
    #expect(aside == String(try ColumnJSON.write(line(2)).prefix(70)) + "\n")
  }

  @Test func `only what was read goes, also when more came meanwhile, and only once`() throws {
    let spool = ScanSpool(path: path)
    try spool.append(line(1))
    let first = try #require(spool.next())
    let second = try #require(spool.next())
    try spool.append(line(2))
    try spool.drop(first)
    // Another reader of the same lines drops nothing that it has not read.
    try spool.drop(second)
    let rest = try #require(spool.next())
    #expect(rest.lines.compactMap(number) == [2])
    try spool.drop(rest)
    #expect(spool.isEmpty && spool.next() == nil)
    // An emptied file is a different one, although it begins at the same offset.
    try spool.append(line(3))
    try spool.drop(first)
    #expect(try #require(spool.next()).lines.compactMap(number) == [3])
  }

  @Test func `endless lines and a removed file do no harm`() throws {
    try Data(repeating: UInt8(ascii: "x"), count: 600_000).write(to: URL(fileURLWithPath: path))
    let spool = ScanSpool(path: path)
    try spool.append(line(1))
    var taken: [Int] = []
    var aside = 0
    while let batch = spool.next() {
      taken += batch.lines.compactMap(number)
      aside += batch.unreadable.map(\.count).reduce(0, +)
      try spool.drop(batch)
    }
    #expect(taken == [1] && aside == 600_000 && spool.isEmpty)
    try spool.append(line(2))
    try FileManager.default.removeItem(atPath: path)
    #expect(spool.next() == nil && spool.isEmpty)
    try spool.append(line(3))
    #expect(spool.next()?.lines.compactMap(number) == [3])
  }

  /// Appending, reading and crashes in random order: each appended line is in the records exactly once when the spool
  /// is empty, in the original order.
  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
  func `with any interruption, each line is stored once`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var spool = ScanSpool(path: path)
    var appended = 0
    var torn = 0
    var records: [Int] = []
    // Two concurrent batches, as in a careless program: the lines each has read, and whether they are in the records.
    var takings: [(batch: ScanSpool.Batch, isIn: Bool)?] = [nil, nil]
    for _ in 0..<400 {
      let which = Int.random(in: 0...1, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4:
        appended += 1
        try spool.append(line(appended))
      case 4, 5:
        if takings[which] == nil { takings[which] = spool.next(.random(in: 1...5, using: &random)).map { ($0, false) } }
      case 6, 7:
        guard let taking = takings[which], !taking.isIn else { break }
        // Like a transaction: all lines, except those that are already stored.
        records += taking.batch.lines.compactMap(number).filter { !records.contains($0) }
        takings[which]?.isIn = true
      case 8:
        guard let taking = takings[which], taking.isIn else { break }
        try spool.drop(taking.batch)
        takings[which] = nil
      default:
        if Bool.random(using: &random), FileManager.default.fileExists(atPath: path) {
          try tear(0, after: .random(in: 1...60, using: &random))
          torn += 1
        }
        spool = ScanSpool(path: path)
        takings = [nil, nil]
      }
    }
    while let batch = spool.next() {
      records += batch.lines.compactMap(number).filter { !records.contains($0) }
      try spool.drop(batch)
    }
    #expect(appended > 100 && torn > 3, "seed \(seed)")
    #expect(records == Array(1...appended), "seed \(seed)")
  }
}
