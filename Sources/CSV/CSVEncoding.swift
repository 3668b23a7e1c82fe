/// The encoding of a file's text.
package enum CSVEncoding: String, CaseIterable, Sendable {
  case utf8 = "UTF-8"
  /// UTF-8 after a byte order mark, by which spreadsheets recognise it.
  case utf8WithMark = "UTF-8 with a byte order mark"
  case utf16LittleEndian = "UTF-16 (little endian)"
  case utf16BigEndian = "UTF-16 (big endian)"
  /// The encoding of old spreadsheets. Almost any bytes are text in it, so it is only the last resort.
  case windows1252 = "Windows-1252"

  /// The bytes at the beginning of a file by which the encoding is recognised; empty without them.
  package var mark: [UInt8] {
    switch self {
    case .utf8, .windows1252: []
    case .utf8WithMark: [0xEF, 0xBB, 0xBF]
    case .utf16LittleEndian: [0xFF, 0xFE]
    case .utf16BigEndian: [0xFE, 0xFF]
    }
  }

  /// True if the file does not say its encoding and its bytes do not show it, so that some letters may be wrong.
  package var isGuess: Bool { self == .windows1252 }
}
