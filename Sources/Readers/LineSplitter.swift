internal import Glibc

/// A splitter that cuts a stream of bytes into lines. After `next` has returned nil, it buffers at most one line of the
/// maximum length.
package struct LineSplitter {
  package enum Line: Equatable {
    /// A line without its line feed.
    case whole(ArraySlice<UInt8>)
    /// The end of a line that was longer than the limit; its bytes were discarded.
    case tooLong
  }

  private let limit: Int
  private var bytes: [UInt8] = []
  /// The start of the current line, and the position up to which it was searched for its end.
  private var start = 0
  private var searched = 0
  private var isSkipping = false

  /// Creates a splitter.
  ///
  /// - Parameter limit: the maximum length of a line in bytes, without its line feed.
  package init(limit: Int) { self.limit = limit }

  package mutating func append(_ more: some Sequence<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      searched -= start
      start = 0
    }
    bytes.append(contentsOf: more)
  }

  /// Returns the next complete line; nil if more bytes are needed.
  package mutating func next() -> Line? {
    guard let end = endOfLine else {
      searched = bytes.count
      if bytes.count - start > limit || isSkipping {
        isSkipping = true
        bytes.removeAll(keepingCapacity: true)
        start = 0
        searched = 0
      }
      return nil
    }
    defer {
      start = end + 1
      searched = start
    }
    if isSkipping || end - start > limit {
      isSkipping = false
      return .tooLong
    }
    return .whole(bytes[start..<end])
  }

  /// The position of the next line feed. memchr(3) finds it, because a flood of bytes would be slow to search one by
  /// one.
  private var endOfLine: Int? {
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, searched < bytes.count else { return nil }
      return memchr(base + searched, Int32(UInt8(ascii: "\n")), bytes.count - searched).map {
        UnsafeRawPointer($0) - base
      }
    }
  }

  /// The number of buffered bytes.
  package var count: Int { bytes.count - start }
}
