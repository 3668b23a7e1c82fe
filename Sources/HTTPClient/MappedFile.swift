internal import Glibc

/// A file whose bytes are mapped into memory, so that a large one is sent without a copy of it. It must not be changed
/// meanwhile.
package final class MappedFile: Sendable {
  // Safe on every thread: the mapping is read only, never changes, and ends with this object.
  nonisolated(unsafe) private let start: UnsafeMutableRawPointer?
  /// The number of bytes.
  package let count: Int

  /// The result is nil if there is no such file, or it cannot be read.
  ///
  /// - Parameter path: the path of the file.
  package init?(_ path: String) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    count = Int(status.st_size)
    // A file without bytes cannot be mapped.
    guard count > 0 else {
      start = nil
      return
    }
    let mapped = mmap(nil, count, PROT_READ, MAP_PRIVATE, file, 0)
    guard let mapped, mapped != MAP_FAILED else { return nil }
    start = mapped
  }

  deinit { if let start { munmap(start, count) } }

  /// The bytes, which are valid while this object exists.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }
}
