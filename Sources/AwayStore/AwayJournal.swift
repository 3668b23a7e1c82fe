package import Away
package import Deadwax
internal import Glibc
internal import Lanes

/// The scans of a station that its hub does not have yet, in their order, on the disk before anybody is told of them.
///
/// The file is written at its end alone, until all of it was taken in; then it begins anew. A last line that is torn was
/// told to nobody and is forgotten. Where a line was damaged later, what can be read goes into a new journal under the same
/// ids, so that nothing is done twice, and the old file stays beside it.
package final class AwayJournal: Sendable {
  package static let fileName = "journal.away"

  private let folder: StationFolder
  private let station: Station.Name
  private let content: Guarded<Content>
  /// What had to be mended when it was opened, in sentences.
  package let mended: [String]

  private struct Content {
    var header: JournalLine.Header
    var entries: [AwayEntry]
    /// Of the open file; -1 for none.
    var file: Int32
    /// How long the file is, as far as it holds.
    var length: Int
    /// Nobody knows what the disk has of it: it is written anew before anything else is.
    var isDoubtful: Bool

    var next: Int64 { entries.last.map { $0.sequence + 1 } ?? header.begins }
  }

  /// Opens the journal of a folder, or begins one.
  ///
  /// - Parameters:
  ///   - folder: of the station.
  ///   - station: whose scans they are.
  ///   - newID: makes the UUID of a new journal.
  /// - Throws: `AwayStoreError`; the file is then as it was.
  package init(
    _ folder: StationFolder, station: Station.Name,
    newID: () -> String = { Reading.ID.new(at: .now()).text }
  ) throws(AwayStoreError) {
    self.folder = folder
    self.station = station
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
        "The journal of the station is damaged. \(read.entries.count) scans of it could be read and go on under a new "
          + "journal; the old file is kept as \(aside).")
      read.header = nil
    }
    let isNew = read.header == nil
    let header = read.header ?? JournalLine.Header(journal: newID(), station: station.text, begins: 1)
    if isNew { read.entries = read.entries.numbered(from: 1) }
    self.mended = mended
    content = Guarded(
      Content(header: header, entries: read.entries, file: -1, length: 0, isDoubtful: true))
    try content.withLock { (content) throws(AwayStoreError) in
      // What is whole is left alone; what was torn, or is new, is written.
      if !isNew, mended.isEmpty, let bytes {
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

  /// The UUID under which the hub knows it.
  package var id: String { content.withLock { $0.header.journal } }
  package var isEmpty: Bool { content.withLock { $0.entries.isEmpty } }
  package var count: Int { content.withLock { $0.entries.count } }
  /// All that waits, in its order.
  package var entries: [AwayEntry] { content.withLock { $0.entries } }
  /// The place of the first entry that waits, or of the next one.
  package var first: Int64 { content.withLock { $0.entries.first?.sequence ?? $0.header.begins } }
  /// The place of the next entry.
  package var next: Int64 { content.withLock { $0.next } }

  /// Up to so many of the oldest that wait.
  package func batch(_ limit: Int) -> [AwayEntry] { content.withLock { Array($0.entries.prefix(limit)) } }

  // The disk is waited for under the lock: who comes meanwhile has to come after it, for the order.

  /// Puts an entry at the end. When this returns it is on the disk.
  ///
  /// - Parameter entry: its place is given here, whatever it says.
  /// - Returns: the entry as it was kept.
  /// - Throws: `AwayStoreError.notWritten`. Then it is not in the journal, and nobody may be told that it is.
  @discardableResult
  package func append(_ entry: AwayEntry) throws(AwayStoreError) -> AwayEntry {
    try content.withLock { (content) throws(AwayStoreError) in
      if content.isDoubtful { try rewrite(&content) }
      var entry = entry
      entry.sequence = content.next
      let line = JournalLine.encode(entry)
      guard writeAll(line, to: content.file), fdatasync(content.file) == 0 else {
        let reason = systemReason()
        // What is torn off here was told to nobody.
        content.isDoubtful = ftruncate(content.file, off_t(content.length)) != 0 || fdatasync(content.file) != 0
        throw .notWritten(path: folder.path + "/" + Self.fileName, reason: reason)
      }
      content.length += line.count
      content.entries.append(entry)
      return entry
    }
  }

  /// Forgets what the hub has taken in. When nothing waits any more the file begins anew.
  ///
  /// - Parameter next: the place that the hub expects next.
  /// - Throws: `AwayStoreError.notWritten`. Then it is forgotten all the same: what is sent again is not done again.
  package func taken(before next: Int64) throws(AwayStoreError) {
    try content.withLock { (content) throws(AwayStoreError) in
      guard let first = content.entries.first?.sequence, next > first else { return }
      let place = content.next
      content.entries.removeFirst(min(content.entries.count, Int(next - first)))
      guard content.entries.isEmpty else { return }
      content.header.begins = place
      content.isDoubtful = true
      try rewrite(&content)
    }
  }

  /// Goes on as another journal, from 1: for a hub that knows this one otherwise than it is, as after its backup was put
  /// back. The readings keep their ids, by which the hub knows what it has done already.
  ///
  /// - Parameter id: a new UUID.
  /// - Throws: `AwayStoreError.notWritten`. Then the journal is as it was.
  package func beginAnew(as id: String) throws(AwayStoreError) {
    try content.withLock { (content) throws(AwayStoreError) in
      var anew = content
      anew.header = JournalLine.Header(journal: id, station: station.text, begins: 1)
      anew.entries = content.entries.numbered(from: 1)
      try rewrite(&anew)
      content = anew
    }
  }

  // MARK: the file

  private func open(_ content: inout Content, length: Int) throws(AwayStoreError) {
    let path = folder.path + "/" + Self.fileName
    let file = Glibc.open(path, O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0, fchmod(file, 0o600) == 0 else { throw .notWritten(path: path, reason: systemReason()) }
    content.file = file
    content.length = length
    content.isDoubtful = false
  }

  private func rewrite(_ content: inout Content) throws(AwayStoreError) {
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
    var entries: [AwayEntry] = []
    var isDamaged = false
    var said: [String] = []
  }

  private static func read(_ bytes: [UInt8]) -> Read {
    var read = Read()
    guard !bytes.isEmpty else { return read }
    let end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    if end < bytes.count { read.said.append("The last line of the station's journal was torn, and is forgotten.") }
    let lines = bytes[..<end].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
    read.header = lines.first.flatMap { JournalLine.decode($0, as: JournalLine.Header.self) }
    if let header = read.header, header.away != 1 { read.header = nil }
    read.isDamaged = read.header == nil
    for line in lines.dropFirst() {
      guard let entry = JournalLine.decode(line, as: AwayEntry.self) else {
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

extension [AwayEntry] {
  /// The same in places without a gap.
  fileprivate func numbered(from first: Int64) -> [AwayEntry] {
    zip(self, first...).map { entry, place in
      var entry = entry
      entry.sequence = place
      return entry
    }
  }
}
