internal import CArchive
internal import Glibc

/// Writes a ZIP file, part by part, to a function. The same contents under the same names in the same order give the same
/// bytes: entries have no times and no owners.
///
/// Only one thread may use a writer. It uses the memory of the names and of one part of a content.
package final class ArchiveWriter {
  /// The number of bytes of most parts that the output receives.
  package static let partSize = 64 * 1024

  private let handle: OpaquePointer
  private let output: Output
  private var names = ArchiveNames()
  private var current: String?
  /// The announced and the written number of bytes of the current entry.
  private var expected: Int?
  private var count = 0

  /// The function that receives the file, and its error.
  fileprivate final class Output {
    let write: (UnsafeRawBufferPointer) throws -> Void
    var error: (any Error)?
    /// True after the end of the file, and if it was abandoned.
    var isEnded = false

    init(_ write: @escaping (UnsafeRawBufferPointer) throws -> Void) { self.write = write }
  }

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - isCompressed: false to store the contents as they are, for files that are compressed already.
  ///   - write: a function that receives the next bytes of the file. After an error it is not called again.
  /// - Throws: `ArchiveError`.
  package init(isCompressed: Bool, to write: @escaping (UnsafeRawBufferPointer) throws -> Void) throws(ArchiveError) {
    guard let archive = archive_write_new() else {
      throw ArchiveError(.unavailable("There is not enough memory."), entry: nil)
    }
    handle = archive
    output = Output(write)
    archive_write_set_format_zip(archive)
    if isCompressed {
      archive_write_zip_set_compression_deflate(archive)
    } else {
      archive_write_zip_set_compression_store(archive)
    }
    archive_write_set_bytes_per_block(archive, Int32(Self.partSize))
    // Without this the last part would be filled with zeros.
    archive_write_set_bytes_in_last_block(archive, 1)
    let code = UTF8Locale.with {
      archive_write_set_format_option(archive, "zip", "hdrcharset", "UTF-8")
      return archive_write_open2(archive, Unmanaged.passUnretained(output).toOpaque(), nil, passOn, nil, nil)
    }
    guard code == ARCHIVE_OK else { throw failure(entry: nil) }
  }

  deinit {
    // Otherwise libarchive would end an abandoned file as if it were whole.
    output.isEnded = true
    archive_write_free(handle)
  }

  /// Begins an entry, after the end of the one before.
  ///
  /// - Parameters:
  ///   - name: the path in the archive, with `/` between its components.
  ///   - size: the number of bytes of its content; nil if it is not known yet.
  /// - Throws: `ArchiveError` for a name that a reader would refuse or that was used already, and if the output fails.
  package func begin(_ name: String, size: Int?) throws(ArchiveError) {
    try end()
    _ = try names.add(Array(name.utf8), isFolder: false)
    guard let entry = archive_entry_new() else {
      throw ArchiveError(.unavailable("There is not enough memory."), entry: name)
    }
    defer { archive_entry_free(entry) }
    let code = UTF8Locale.with {
      archive_entry_set_pathname(entry, name)
      archive_entry_set_filetype(entry, S_IFREG)
      archive_entry_set_perm(entry, 0o644)
      if let size { archive_entry_set_size(entry, Int64(size)) }
      return archive_write_header(handle, entry)
    }
    guard code == ARCHIVE_OK else { throw failure(entry: name) }
    (current, expected, count) = (name, size, 0)
  }

  /// Adds bytes to the content of the current entry.
  ///
  /// - Throws: `ArchiveError` if the output fails, or if there are more bytes than announced.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(ArchiveError) {
    guard let name = current, !bytes.isEmpty else { return }
    count += bytes.count
    guard count <= expected ?? .max else { throw otherSize(of: name) }
    var rest = bytes
    while !rest.isEmpty {
      let written = archive_write_data(handle, rest.baseAddress, rest.count)
      guard written > 0 else { throw failure(entry: name) }
      rest = UnsafeRawBufferPointer(rebasing: rest[written...])
    }
  }

  /// Adds an entry with its whole content.
  ///
  /// - Parameters:
  ///   - name: the path in the archive, with `/` between its components.
  ///   - content: the bytes.
  /// - Throws: `ArchiveError` as `begin` and `write`.
  package func add(_ name: String, _ content: [UInt8]) throws(ArchiveError) {
    try begin(name, size: content.count)
    let end = content.withUnsafeBytes { bytes in Result { () throws(ArchiveError) in try write(bytes) } }
    try end.get()
    try self.end()
  }

  /// Ends the file with the list of its entries. Without it the file is truncated.
  ///
  /// - Throws: `ArchiveError` if the output fails.
  package func finish() throws(ArchiveError) {
    try end()
    guard UTF8Locale.with({ archive_write_close(handle) }) == ARCHIVE_OK, output.error == nil else {
      throw failure(entry: nil)
    }
    output.isEnded = true
  }

  private func end() throws(ArchiveError) {
    guard let name = current else { return }
    current = nil
    guard count == expected ?? count else { throw otherSize(of: name) }
    guard archive_write_finish_entry(handle) == ARCHIVE_OK else { throw failure(entry: name) }
  }

  private func otherSize(of name: String) -> ArchiveError {
    ArchiveError(.damaged("its content has another size than announced"), entry: name)
  }

  private func failure(entry: String?) -> ArchiveError {
    let message = archive_error_string(handle).map { String(cString: $0) } ?? "unknown error"
    let reason = output.error.map { String(describing: $0) } ?? message
    return ArchiveError(.unavailable("The archive cannot be written: \(reason)"), entry: entry)
  }
}

/// Hands the next bytes of the file on; libarchive's callback.
private func passOn(
  _ archive: OpaquePointer?, _ context: UnsafeMutableRawPointer?, _ bytes: UnsafeRawPointer?, _ count: Int
) -> Int {
  guard let context else { return -1 }
  let output = Unmanaged<ArchiveWriter.Output>.fromOpaque(context).takeUnretainedValue()
  guard output.error == nil, !output.isEnded else { return -1 }
  do {
    try output.write(UnsafeRawBufferPointer(start: bytes, count: count))
    return count
  } catch {
    output.error = error
    return -1
  }
}
