internal import Glibc

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

  func read(from place: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    let got = pread(file, buffer.baseAddress, min(buffer.count, count - place), off_t(place))
    return got < 0 ? nil : got
  }
}
