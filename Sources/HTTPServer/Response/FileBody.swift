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
