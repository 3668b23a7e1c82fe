import Deadwax
import Foundation
import Glibc
import OfflineStation
import OfflineStore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct OfflineJournalTests {
  @Test func `stored entries are there after a restart, in their order`() throws {
    let library = try JournalFolder()
    var stored: [OfflineEntry] = []
    do {
      let journal = try library.open()
      #expect(journal.isEmpty)
      #expect(journal.next == 1)
      for number in 1...20 { stored.append(try journal.append(JournalFolder.entry(number, code: "ÄÖ 音楽 \(number)\n"))) }
    }
    let journal = try library.open("00000000-0000-7000-8000-000000000002")
    #expect(journal.id.text == "00000000-0000-7000-8000-000000000001")
    #expect(journal.entries == stored)
    #expect(stored.map(\.sequence) == Array(1...20))
    #expect(journal.mended.isEmpty)
    #expect(journal.batch(7).count == 7)
    #expect(try journal.append(JournalFolder.entry(21)).sequence == 21)
  }

  @Test func `a full journal refuses further scans until the hub has merged some`() throws {
    let library = try JournalFolder()
    let journal = try OfflineJournal(try StationFolder(library.path), station: library.name, limit: 3)
    for number in 1...3 { try journal.append(JournalFolder.entry(number)) }
    let before = try library.bytes()
    #expect(throws: OfflineStoreError.full(path: library.file, limit: 3)) {
      try journal.append(JournalFolder.entry(4))
    }
    #expect(journal.count == 3)
    #expect(try library.bytes() == before)
    try journal.removeMerged(before: 3)
    #expect(try journal.append(JournalFolder.entry(4)).sequence == 4)
    #expect(journal.entries.map(\.sequence) == [3, 4])
  }

  @Test func `a journal of an earlier version continues with all its scans`() throws {
    let library = try JournalFolder()
    try FileManager.default.createDirectory(atPath: library.path, withIntermediateDirectories: true)
    let header = #"{"away":1,"begins":7,"journal":"00000000-0000-7000-8000-000000000009","station":"desk"}"#
    let entries = [(7, "recorded-away", #"\"told\":\"x"#), (8, "hub-away", "B")].map { sequence, code, text in
      #"{"act":"check-out","at":1795000007000,"code":"\#(text)","id":"0193489c-2b44-7a52-8d13-00000000000\#(sequence)","#
        + #""mode":"check-out","sequence":\#(sequence),"symbology":"QR","told":"\#(code)"}"#
    }
    let bytes = ([header] + entries).flatMap { JournalFolder.line($0) }
    try Data(bytes).write(to: URL(fileURLWithPath: library.path + "/journal.away"))
    let journal = try library.open()
    #expect(journal.id.text == "00000000-0000-7000-8000-000000000009" && journal.mended.isEmpty)
    #expect(journal.entries.map(\.sequence) == [7, 8])
    #expect(journal.entries.map(\.displayed) == [.recordedOffline, .hubOffline])
    #expect(journal.entries.first?.code == #""told":"x"#)
    try journal.append(JournalFolder.entry(9))
    #expect(!FileManager.default.fileExists(atPath: library.path + "/journal.away"))
    #expect(String(decoding: try library.bytes(), as: UTF8.self).contains(#""format":2"#))
  }

  @Test func `merged entries are dropped, and the sequence continues`() throws {
    let library = try JournalFolder()
    do {
      let journal = try library.open()
      for number in 1...5 { try journal.append(JournalFolder.entry(number)) }
      try journal.removeMerged(before: 4)
      #expect(journal.entries.map(\.sequence) == [4, 5])
      try journal.removeMerged(before: 2)
      #expect(journal.first == 4)
    }
    do {
      // Only the position of the merge is stored: a repeated entry is not applied twice.
      let journal = try library.open()
      #expect(journal.first == 1)
      let long = try library.bytes().count
      try journal.removeMerged(before: 6)
      #expect(journal.isEmpty)
      #expect(try library.bytes().count < long / 4)
      #expect(journal.next == 6)
    }
    let journal = try library.open()
    #expect(journal.isEmpty)
    #expect(journal.first == 6)
    #expect(try journal.append(JournalFolder.entry(6)).sequence == 6)
  }

  @Test func `it is cut off anywhere, and all that was whole is there`() throws {
    let library = try JournalFolder()
    var ends: [Int] = []
    do {
      let journal = try library.open()
      ends.append(try library.bytes().count)
      for number in 1...3 {
        try journal.append(JournalFolder.entry(number))
        ends.append(try library.bytes().count)
      }
    }
    let whole = try library.bytes()
    for length in stride(from: ends[0], through: whole.count, by: 1) {
      try library.put(Array(whole[..<length]))
      let journal = try library.open()
      let expected = ends.lastIndex { $0 <= length } ?? 0
      #expect(journal.count == expected, "cut after \(length) of \(whole.count) bytes")
      #expect(journal.mended.isEmpty == ends.contains(length))
      #expect(journal.id.text == "00000000-0000-7000-8000-000000000001")
      // The next entry is on a line of its own.
      if length % 37 == 0 {
        try journal.append(JournalFolder.entry(9))
        #expect(journal.count == expected + 1)
      }
    }
  }

  @Test func `after the kernel has put zeros behind it nothing is lost`() throws {
    let library = try JournalFolder()
    do { try library.open().append(JournalFolder.entry(1)) }
    try library.put(try library.bytes() + [UInt8](repeating: 0, count: 4096))
    let journal = try library.open()
    #expect(journal.count == 1)
    #expect(journal.mended.count == 1)
  }

  @Test func `a damaged line costs no other, and the old file stays`() throws {
    let library = try JournalFolder()
    do {
      let journal = try library.open()
      for number in 1...5 { try journal.append(JournalFolder.entry(number)) }
    }
    let whole = try library.bytes()
    // One bit in the middle of the file.
    var damaged = whole
    damaged[whole.count / 2] ^= 0x10
    try library.put(damaged)
    do {
      let journal = try library.open("00000000-0000-7000-8000-000000000002")
      #expect(journal.id.text == "00000000-0000-7000-8000-000000000002")
      #expect(journal.entries.map(\.sequence) == [1, 2, 3, 4])
      #expect(Set(journal.entries.map(\.id)).isSubset(of: Set((1...5).map { JournalFolder.entry($0).id })))
      #expect(journal.mended.first?.contains("4 of its scans") == true)
      #expect(try Data(contentsOf: URL(fileURLWithPath: library.file + ".damaged-1")) == Data(damaged))
    }
    // Only the first line, which identifies the journal.
    var headless = whole
    headless[3] ^= 1
    try library.put(headless)
    let journal = try library.open("00000000-0000-7000-8000-000000000003")
    #expect(journal.count == 5)
    #expect(FileManager.default.fileExists(atPath: library.file + ".damaged-2"))
  }

  @Test func `a second process is turned away`() throws {
    let library = try JournalFolder()
    let folder = try StationFolder(library.path)
    #expect(throws: OfflineStoreError.inUse(path: library.path)) { try StationFolder(library.path) }
    #expect(folder.path == library.path)
  }

  @Test func `no other user may read it`() throws {
    let library = try JournalFolder()
    let journal = try library.open()
    try journal.append(JournalFolder.entry(1))
    #expect(try mode(of: library.file) == 0o600)
    #expect(try mode(of: library.path) == 0o700)
    try journal.removeMerged(before: 2)
    #expect(try mode(of: library.file) == 0o600)
  }

  @Test func `another station does not send these scans as its own`() throws {
    let library = try JournalFolder()
    do { try library.open().append(JournalFolder.entry(1)) }
    #expect(throws: OfflineStoreError.otherStation(path: library.file, station: "desk", waiting: 1)) {
      try library.open(as: "door")
    }
    do { try library.open().removeMerged(before: 2) }
    let journal = try library.open("00000000-0000-7000-8000-000000000002", as: "door")
    #expect(journal.id.text == "00000000-0000-7000-8000-000000000002")
    #expect(journal.next == 1)
  }

  @Test func `as another journal it begins at one, with the same readings`() throws {
    let library = try JournalFolder()
    do {
      let journal = try library.open()
      for number in 1...6 { try journal.append(JournalFolder.entry(number)) }
      try journal.removeMerged(before: 4)
      try journal.beginAgain(as: JournalFolder.id(9))
      #expect(journal.entries.map(\.sequence) == [1, 2, 3])
    }
    let journal = try library.open()
    #expect(journal.id.text == "00000000-0000-7000-8000-000000000009")
    #expect(journal.entries.map(\.id) == [4, 5, 6].map { JournalFolder.entry($0).id })
  }

  @Test func `a new id that fails at the last step loses no later entry`() throws {
    let library = try JournalFolder()
    do {
      let journal = try library.open()
      for number in 1...2 { try journal.append(JournalFolder.entry(number)) }
      // One more descriptor can be opened: the new file replaces the old one, and its folder cannot be synced.
      try withDescriptorsLeft(1) {
        #expect(throws: OfflineStoreError.self) { try journal.beginAgain(as: JournalFolder.id(9)) }
      }
      #expect(journal.entries.map(\.sequence) == [1, 2])
      #expect(try journal.append(JournalFolder.entry(3)).sequence == 3)
    }
    let journal = try library.open()
    #expect(journal.entries.map(\.id) == [1, 2, 3].map { JournalFolder.entry($0).id })
    #expect(journal.id.text == "00000000-0000-7000-8000-000000000001")
  }

  /// Runs the body while the process can open only so many more files.
  private func withDescriptorsLeft(_ count: Int, _ body: () throws -> Void) throws {
    var before = rlimit()
    #expect(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &before) == 0)
    let free = Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC)
    try #require(free >= 0)
    close(free)
    var limited = before
    limited.rlim_cur = rlim_t(Int(free) + count)
    #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limited) == 0)
    defer { setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &before) }
    try body()
  }

  @Test func `an unwritable folder is reported, and nothing counts as stored`() throws {
    let library = try JournalFolder()
    let journal = try library.open()
    try journal.append(JournalFolder.entry(1))
    // The folder is missing, as if its disk were gone: a rewrite of the file fails.
    try FileManager.default.removeItem(atPath: library.path)
    #expect(throws: OfflineStoreError.self) { try journal.removeMerged(before: 2) }
    #expect(throws: OfflineStoreError.self) { try journal.append(JournalFolder.entry(2)) }
    #expect(journal.isEmpty)
    // The folder is back.
    try FileManager.default.createDirectory(atPath: library.path, withIntermediateDirectories: false)
    #expect(try journal.append(JournalFolder.entry(2)).sequence == 2)
  }

  private func mode(of path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? Int) ?? -1
  }
}
