internal import Glibc

/// A body that is read from a file while it is sent, after some leading bytes. It uses no memory per request for the
/// file's content. The file may already be unlinked.
package final class FileBody: Sendable {
  private let head: [UInt8]
  private let file: SharedFile

  /// - Parameters:
  ///   - head: the bytes that are sent first.
  ///   - file: the file that is sent after them, from its beginning to its current end.
  package init(head: [UInt8], file: SharedFile) {
    self.head = head
    self.file = file
  }

  package var count: Int { head.count + file.count }

  /// Copies bytes from an offset into the buffer.
  ///
  /// - Returns: the number of bytes; nil if the file cannot be read, 0 at the end.
  package func read(from place: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    guard place < head.count else { return file.read(from: place - head.count, into: buffer) }
    let part = head[place..<min(place + buffer.count, head.count)]
    buffer.copyBytes(from: part)
    return part.count
  }
}

/// A file that several bodies read. It is closed when the last of them is released.
package final class SharedFile: Sendable {
  private let file: Int32
  package let count: Int

  /// - Parameters:
  ///   - file: a descriptor open for reading; this object owns it from now on.
  ///   - count: the size of the file in bytes.
  package init(file: Int32, count: Int) {
    self.file = file
    self.count = count
  }

  deinit { close(file) }

  fileprivate func read(from place: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    let got = pread(file, buffer.baseAddress, min(buffer.count, count - place), off_t(place))
    return got < 0 ? nil : got
  }
}
