internal import CArchive
internal import Glibc

/// Reads a ZIP file: first the whole list of its entries, with every check that is possible before unpacking, then the
/// content of one entry after another.
///
/// Only one thread may use a reader. It uses the memory of the names and of one part of a content.
package final class ArchiveReader {
  /// The files and folders, in the order in which `next` returns the files.
  package let entries: [ArchiveEntry]

  private let file: ArchiveFile
  private let limits: ArchiveLimits
  private var handle: OpaquePointer?
  /// The number of headers that were read.
  private var position = 0
  private var current: ArchiveEntry?
  /// The unpacked bytes of the current entry, and of all since the beginning.
  private var count = 0
  private var total = 0
  /// The position of libarchive in the file before the content of the current entry.
  private var start = 0

  /// Opens a file and checks the list of its entries.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - limits: the greatest sizes that are accepted.
  /// - Throws: `ArchiveError`.
  package init(_ path: String, limits: ArchiveLimits) throws(ArchiveError) {
    file = try ArchiveFile(path)
    self.limits = limits
    entries = try CentralDirectory(file, limits: limits).entries
  }

  deinit { archive_read_free(handle) }

  /// Begins with the first entry again.
  package func restart() {
    archive_read_free(handle)
    (handle, position, current, count, total) = (nil, 0, nil, 0, 0)
  }

  /// Goes to the next file. The rest of the current one is skipped without being unpacked.
  ///
  /// - Parameter wanted: a function that selects the files.
  /// - Returns: the next selected file; nil after the last one.
  /// - Throws: `ArchiveError`.
  package func next(where wanted: (ArchiveEntry) -> Bool) throws(ArchiveError) -> ArchiveEntry? {
    current = nil
    guard entries[position...].contains(where: { !$0.isFolder && wanted($0) }) else {
      position = entries.count
      return nil
    }
    let archive = try opened()
    return try UTF8Locale.with { () throws(ArchiveError) -> ArchiveEntry? in
      while position < entries.count {
        let entry = entries[position]
        var header: OpaquePointer?
        let code = archive_read_next_header(archive, &header)
        guard code == ARCHIVE_OK || code == ARCHIVE_WARN, let header else { throw failure(of: archive, at: entry) }
        position += 1
        var name = archive_entry_pathname(header).map { String(cString: $0) } ?? ""
        if entry.isFolder, name.last == "/" { name.removeLast() }
        let type = UInt32(archive_entry_filetype(header))
        let isSame = type == (entry.isFolder ? S_IFDIR : S_IFREG)
        guard isSame, name == entry.name, archive_entry_is_encrypted(header) == 0 else {
          throw ArchiveError(.damaged("its header has changed"), entry: entry.name)
        }
        guard !entry.isFolder, wanted(entry) else { continue }
        (current, count, start) = (entry, 0, Int(archive_filter_bytes(archive, -1)))
        return entry
      }
      return nil
    }
  }

  /// Goes to the next file.
  ///
  /// - Returns: the file; nil after the last one.
  /// - Throws: `ArchiveError`.
  package func next() throws(ArchiveError) -> ArchiveEntry? { try next { _ in true } }

  /// Unpacks the next bytes of the current file. At its end its size and checksum have been compared.
  ///
  /// - Parameter limit: the maximum number of bytes, above 0.
  /// - Returns: the bytes; none at the end.
  /// - Throws: `ArchiveError`; what was returned before is then worth nothing.
  package func read(atMost limit: Int) throws(ArchiveError) -> [UInt8] {
    guard let entry = current, let archive = handle else { return [] }
    var result = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, filled in
      result = archive_read_data(archive, buffer.baseAddress, limit)
      filled = max(0, result)
    }
    guard result >= 0 else { throw failure(of: archive, at: entry) }
    count += bytes.count
    total += bytes.count
    func refusal(_ fault: ArchiveError.Fault) -> ArchiveError { ArchiveError(fault, entry: entry.name) }
    guard count <= limits.entryBytes else { throw refusal(.largeEntry(limit: limits.entryBytes)) }
    guard total <= limits.totalBytes else { throw refusal(.largeArchive(limit: limits.totalBytes)) }
    // The bytes that libarchive took from the file, whatever the headers say.
    let packed = max(1, Int(archive_filter_bytes(archive, -1)) - start)
    if count >= ArchiveLimits.ratioFloor, count / limits.ratio > packed { throw refusal(.ratio(limit: limits.ratio)) }
    guard count <= entry.size, !bytes.isEmpty || count == entry.size else {
      throw refusal(.damaged("its size is not the one in the list of entries"))
    }
    return bytes
  }

  /// Unpacks the rest of the current file.
  ///
  /// - Parameter limit: the maximum number of bytes.
  /// - Returns: the bytes.
  /// - Throws: `ArchiveError`; `.largeEntry` if there are more bytes.
  package func content(atMost limit: Int) throws(ArchiveError) -> [UInt8] {
    guard let entry = current else { return [] }
    guard entry.size <= limit else { throw ArchiveError(.largeEntry(limit: limit), entry: entry.name) }
    var content: [UInt8] = []
    content.reserveCapacity(entry.size)
    while true {
      let part = try read(atMost: min(max(1, entry.size - content.count), 256 * 1024))
      guard !part.isEmpty else { return content }
      content += part
    }
  }

  private func opened() throws(ArchiveError) -> OpaquePointer {
    if let handle { return handle }
    guard let archive = archive_read_new() else {
      throw ArchiveError(.unavailable("There is not enough memory."), entry: nil)
    }
    // This form alone begins with the list of entries; the other one would read a truncated file until its end.
    archive_read_support_format_zip_seekable(archive)
    handle = archive
    guard lseek(file.descriptor, 0, SEEK_SET) == 0,
      archive_read_open_fd(archive, file.descriptor, 64 * 1024) == ARCHIVE_OK
    else { throw failure(of: archive, at: nil) }
    return archive
  }

  private func failure(of archive: OpaquePointer, at entry: ArchiveEntry?) -> ArchiveError {
    let message = archive_error_string(archive).map { String(cString: $0) } ?? "an entry is missing"
    return ArchiveError(.damaged(message), entry: entry?.name)
  }
}
