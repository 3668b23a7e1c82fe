/// The greatest sizes that a reader accepts, so that no archive can use more disk, memory or time.
package struct ArchiveLimits: Hashable, Sendable {
  /// The maximum number of bytes of a name.
  package static let longestName = 1024
  /// The number of unpacked bytes of an entry from which the ratio is checked. A short text of blanks has a high ratio.
  package static let ratioFloor = 1 << 20

  /// The files and folders.
  package var entries: Int
  /// The unpacked bytes of one entry.
  package var entryBytes: Int
  /// The unpacked bytes of all entries together.
  package var totalBytes: Int
  /// The unpacked bytes of an entry for each of its packed bytes.
  package var ratio: Int

  package init(entries: Int, entryBytes: Int, totalBytes: Int, ratio: Int) {
    self.entries = entries
    self.entryBytes = entryBytes
    self.totalBytes = totalBytes
    self.ratio = ratio
  }
}
