internal import Glibc

extension StringProtocol {
  /// Returns true if the bytes of the words are somewhere in this text.
  ///
  /// It compares bytes: that is many times faster than comparing characters, and finds everything that a comparison of
  /// characters finds, for words in ASCII. The rules ask for it in each line of the repository.
  func has(_ words: String) -> Bool {
    var words = words
    return words.withUTF8 { wanted in
      utf8.withContiguousStorageIfAvailable { $0.has(wanted) } ?? contains(String(decoding: wanted, as: UTF8.self))
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns true if these bytes are somewhere among the others. No bytes are nowhere.
  fileprivate func has(_ wanted: UnsafeBufferPointer<UInt8>) -> Bool {
    guard var start = baseAddress, let words = wanted.baseAddress, let first = wanted.first else { return false }
    let end = start + count
    while end - start >= wanted.count {
      guard let found = memchr(start, Int32(first), end - start - wanted.count + 1) else { return false }
      if memcmp(found, words, wanted.count) == 0 { return true }
      start = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) + 1
    }
    return false
  }
}
