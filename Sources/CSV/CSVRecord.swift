/// One record of a file: the fields of a line, which spans several lines if a field has line breaks.
package struct CSVRecord: Hashable, Sendable {
  /// The number of its first line in the file, from 1.
  package internal(set) var line: Int
  /// All fields in UTF-8, one after the other.
  var bytes: [UInt8] = []
  /// The end of each field in `bytes`.
  var ends: [Int] = []

  init(line: Int) { self.line = line }

  /// The number of fields.
  package var count: Int { ends.count }

  /// Returns a field, from 0.
  package subscript(index: Int) -> String {
    String(decoding: bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]], as: UTF8.self)
  }

  /// All fields.
  package var fields: [String] { (0..<count).map { self[$0] } }
}
