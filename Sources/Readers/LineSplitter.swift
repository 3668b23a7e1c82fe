internal import Glibc

/// Cuts a stream of bytes into lines, and never keeps more than one line of the greatest length.
package struct LineSplitter {
  package enum Line: Equatable {
    /// Without its line feed.
    case whole(ArraySlice<UInt8>)
    /// The end of a line that was longer than the limit; nothing of it was kept.
    case tooLong
  }

  private let limit: Int
  private var bytes: [UInt8] = []
  /// Where the present line begins, and how far it was searched for its end.
  private var start = 0
  private var searched = 0
  private var isSkipping = false

  /// - Parameter limit: bytes in the longest line, without its line feed.
  package init(limit: Int) { self.limit = limit }

  package mutating func append(_ more: some Sequence<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      searched -= start
      start = 0
    }
    bytes.append(contentsOf: more)
  }

  /// The next line that has ended; nil when more bytes are needed.
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

  /// By memchr(3): a flood is looked through byte by byte.
  private var endOfLine: Int? {
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, searched < bytes.count else { return nil }
      return memchr(base + searched, Int32(UInt8(ascii: "\n")), bytes.count - searched).map {
        UnsafeRawPointer($0) - base
      }
    }
  }

  /// How much is kept.
  package var count: Int { bytes.count - start }
}
