/// Why bytes are not an NDEF message (NFC Forum, NFC Data Exchange Format 1.0).
package enum NDEFError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There are no bytes, or a message was to be written without a record.
  case empty
  /// More bytes than any tag holds.
  case tooLong(Int)
  /// A record says that it goes on beyond the end; `at` is where that record begins.
  case truncated(at: Int)
  /// The marks for first and last record do not stand where they must.
  case misplacedMark(at: Int)
  /// Bytes behind the last record.
  case trailing(at: Int)
  /// The pieces of a chunked record do not follow one another as they must.
  case brokenChunk(at: Int)
  /// Lengths that the record's type name format forbids.
  case forbiddenField(at: Int)

  package var description: String {
    switch self {
    case .empty: "an NDEF message without a record"
    case .tooLong(let count): "an NDEF message of \(count) bytes"
    case .truncated(let offset): "the NDEF record at byte \(offset) is cut off"
    case .misplacedMark(let offset): "the NDEF record at byte \(offset) has a begin or end mark in the wrong place"
    case .trailing(let offset): "bytes behind the last NDEF record, from byte \(offset)"
    case .brokenChunk(let offset): "the NDEF chunk at byte \(offset) does not follow its record"
    case .forbiddenField(let offset): "the NDEF record at byte \(offset) has a field its format forbids"
    }
  }
}
