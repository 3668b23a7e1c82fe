package import Deadwax
internal import Glibc
package import OfflineStation
internal import Threads

/// The scans of a station that its hub does not have yet, in order. Each scan is synced to disk before it is reported.
///
/// The file is only appended to until the hub has merged all of it; then the file is rewritten empty. A torn last line
/// was never reported and is dropped. If a line was damaged later, the readable entries are copied to a new journal
/// under the same ids, so that nothing is carried out twice. The damaged file stays next to it.
package final class OfflineJournal: Sendable {
  package static let fileName = "journal.offline"
  /// The maximum number of entries: more than a day at one scan a second.
  package static let entryLimit = 100_000

  private let folder: StationFolder
  private let station: Station.Name
  private let limit: Int
  private let content: Locked<Content>
  /// The repairs that were made when the journal was opened, as sentences.
  package let mended: [String]

  private struct Content {
    var header: JournalLine.Header
    var entries: [OfflineEntry]
    /// The descriptor of the open file; -1 for none.
    var file: Int32
    /// The length in bytes of the valid part of the file.
    var length: Int
    /// True if the content on disk is unknown. The file is rewritten before the next write.
    var isDoubtful: Bool

    var next: Int64 { entries.last.map { $0.sequence + 1 } ?? header.begins }
  }

  /// Opens the journal of a folder, or creates one.
  ///
  /// - Parameters:
  ///   - folder: the folder of the station.
  ///   - station: the station whose scans the journal holds.
  ///   - limit: the maximum number of entries.
  ///   - newID: a function that returns the UUID of a new journal.
  /// - Throws: `OfflineStoreError`; the content of the file is then unchanged, but a damaged file may have its new
  ///   name.
  package init(
    _ folder: StationFolder, station: Station.Name, limit: Int = entryLimit,
    newID: () -> MergedEntry.Journal.ID = { .new(at: .now()) }
  ) throws(OfflineStoreError) {
    self.folder = folder
    self.station = station
    self.limit = limit
    let bytes = try folder.read(Self.fileName)
    var read = Self.read(bytes ?? [])
    var mended = read.said
    if let header = read.header, header.station != station.text {
      guard read.entries.isEmpty else {
        throw .otherStation(
          path: folder.path + "/" + Self.fileName, station: header.station, waiting: read.entries.count)
      }
      read.header = nil
    }
    if read.isDamaged {
      let aside = try folder.putAside(Self.fileName)
      mended.append(
        "The journal of the station is damaged. \(read.entries.count) of its scans could be read and continue in a new "
          + "journal; the old file is stored as \(aside).")
      read.header = nil
    }
    let isNew = read.header == nil
    let header = read.header ?? JournalLine.Header(journal: newID(), station: station.text, begins: 1)
    if isNew { read.entries = read.entries.numbered(from: 1) }
    self.mended = mended
    content = Locked(
      Content(header: header, entries: read.entries, file: -1, length: 0, isDoubtful: true))
    try content.withLock { (content) throws(OfflineStoreError) in
      // An intact file is left unchanged. A torn one, a new one and one of format 1 is written.
      if !isNew, !read.isEarlier, mended.isEmpty, let bytes {
        try self.open(&content, length: bytes.count)
      } else {
        try self.rewrite(&content)
      }
    }
  }

  deinit {
    content.withLock { content in
      if content.file >= 0 { close(content.file) }
    }
  }

  /// The UUID that identifies the journal to the hub.
  package var id: MergedEntry.Journal.ID { content.withLock { $0.header.journal } }
  package var isEmpty: Bool { content.withLock { $0.entries.isEmpty } }
  package var count: Int { content.withLock { $0.entries.count } }
  /// All waiting entries in order.
  package var entries: [OfflineEntry] { content.withLock { $0.entries } }
  /// The sequence number of the first waiting entry, or of the next one.
  package var first: Int64 { content.withLock { $0.entries.first?.sequence ?? $0.header.begins } }
  /// The sequence number of the next entry.
  package var next: Int64 { content.withLock { $0.next } }

  /// Returns the oldest waiting entries, at most `limit` of them.
  package func batch(_ limit: Int) -> [OfflineEntry] { content.withLock { Array($0.entries.prefix(limit)) } }

  // The lock is held while the disk syncs: a concurrent append must come after this one to preserve the order.

  /// Appends an entry. When this returns, the entry is synced to disk.
  ///
  /// - Parameter entry: the entry; its sequence number is replaced by the next one.
  /// - Returns: the entry as stored.
  /// - Throws: `OfflineStoreError.notWritten` or `.full`. The entry is then not in the journal and must not be reported as
  ///   stored.
  @discardableResult
  package func append(_ entry: OfflineEntry) throws(OfflineStoreError) -> OfflineEntry {
    try content.withLock { (content) throws(OfflineStoreError) in
      guard content.entries.count < limit else {
        throw .full(path: folder.path + "/" + Self.fileName, limit: limit)
      }
      if content.isDoubtful { try rewrite(&content) }
      var entry = entry
      entry.sequence = content.next
      let line = JournalLine.encode(entry)
      guard writeAll(line, to: content.file), fdatasync(content.file) == 0 else {
        let reason = systemReason()
        // The bytes that are truncated here were never reported.
        content.isDoubtful = ftruncate(content.file, off_t(content.length)) != 0 || fdatasync(content.file) != 0
        throw .notWritten(path: folder.path + "/" + Self.fileName, reason: reason)
      }
      content.length += line.count
      content.entries.append(entry)
      return entry
    }
  }

  /// Removes the entries that the hub has merged. When none is left, the file is rewritten empty.
  ///
  /// - Parameter next: the sequence number that the hub expects next.
  /// - Throws: `OfflineStoreError.notWritten`. The entries are then still removed from memory; the hub does not carry
  ///   out an entry twice if it is sent again.
  package func removeMerged(before next: Int64) throws(OfflineStoreError) {
    try content.withLock { (content) throws(OfflineStoreError) in
      guard let first = content.entries.first?.sequence, next > first else { return }
      let place = content.next
      content.entries.removeFirst(min(content.entries.count, Int(next - first)))
      guard content.entries.isEmpty else { return }
      content.header.begins = place
      content.isDoubtful = true
      try rewrite(&content)
    }
  }

  /// Continues as another journal, from sequence number 1. This serves a hub whose record of this journal differs, for
  /// example after a backup was restored. The readings retain their ids, by which the hub recognises scans that it has
  /// already processed.
  ///
  /// - Parameter id: a new UUID.
  /// - Throws: `OfflineStoreError.notWritten`. The journal in memory is then unchanged.
  package func beginAgain(as id: MergedEntry.Journal.ID) throws(OfflineStoreError) {
    try content.withLock { (content) throws(OfflineStoreError) in
      var again = content
      again.header = JournalLine.Header(journal: id, station: station.text, begins: 1)
      again.entries = content.entries.numbered(from: 1)
      // If the last sync fails, the file that is open may already be replaced: the next append writes all of it again.
      content.isDoubtful = true
      try rewrite(&again)
      content = again
    }
  }

  // MARK: - File

  private func open(_ content: inout Content, length: Int) throws(OfflineStoreError) {
    let path = folder.path + "/" + Self.fileName
    let file = Glibc.open(path, O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0, fchmod(file, 0o600) == 0 else { throw .notWritten(path: path, reason: systemReason()) }
    content.file = file
    content.length = length
    content.isDoubtful = false
  }

  private func rewrite(_ content: inout Content) throws(OfflineStoreError) {
    var header = content.header
    header.begins = content.entries.first?.sequence ?? content.header.begins
    var bytes = JournalLine.encode(header)
    for entry in content.entries { bytes += JournalLine.encode(entry) }
    let file = try folder.replace(Self.fileName, with: bytes)
    if content.file >= 0 { close(content.file) }
    content.header = header
    content.file = file
    content.length = bytes.count
    content.isDoubtful = false
  }

  private struct Read {
    var header: JournalLine.Header?
    var entries: [OfflineEntry] = []
    var isDamaged = false
    /// True for a file of format 1.
    var isEarlier = false
    var said: [String] = []
  }

  private static func read(_ bytes: [UInt8]) -> Read {
    var read = Read()
    guard !bytes.isEmpty else { return read }
    let end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    if end < bytes.count { read.said.append("The last line of the station's journal was incomplete and was dropped.") }
    let lines = bytes[..<end].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
    read.header = lines.first.flatMap { JournalLine.decode($0, as: JournalLine.Header.self, isEarlier: false) }
    if let header = read.header, header.format != 2 { read.header = nil }
    let earlier = lines.first.flatMap { JournalLine.decode($0, as: JournalLine.EarlierHeader.self, isEarlier: false) }
    if let earlier, earlier.away == 1 {
      read.header = JournalLine.Header(journal: earlier.journal, station: earlier.station, begins: earlier.begins)
      read.isEarlier = true
    }
    read.isDamaged = read.header == nil
    for line in lines.dropFirst() {
      guard let entry = JournalLine.decode(line, as: OfflineEntry.self, isEarlier: read.isEarlier) else {
        read.isDamaged = true
        continue
      }
      let expected = read.entries.last.map { $0.sequence + 1 } ?? read.header?.begins
      if let expected, entry.sequence != expected { read.isDamaged = true }
      read.entries.append(entry)
    }
    return read
  }
}

extension [OfflineEntry] {
  /// Returns the entries with sequence numbers without a gap.
  fileprivate func numbered(from first: Int64) -> [OfflineEntry] {
    zip(self, first...).map { entry, place in
      var entry = entry
      entry.sequence = place
      return entry
    }
  }
}
