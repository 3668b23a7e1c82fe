/// The reason bytes are not an NDEF message (NFC Forum, NFC Data Exchange Format 1.0).
package enum NDEFError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There are no bytes to parse, or the message to encode has no record.
  case empty
  /// The message is longer than any tag's capacity.
  case tooLong(Int)
  /// A record's length exceeds the bytes that remain; `at` is the offset at which that record begins.
  case truncated(at: Int)
  /// The message begin and message end flags are not on the first and the last record.
  case misplacedMark(at: Int)
  /// Bytes follow the last record.
  case trailing(at: Int)
  /// The chunks of a chunked record are not in a valid sequence.
  case brokenChunk(at: Int)
  /// A length field is not zero although the record's type name format requires it.
  case forbiddenField(at: Int)

  package var description: String {
    switch self {
    case .empty: "an NDEF message without a record"
    case .tooLong(let count): "an NDEF message of \(count) bytes"
    case .truncated(let offset): "the NDEF record at byte \(offset) is cut off"
    case .misplacedMark(let offset): "the NDEF record at byte \(offset) has a begin or end mark in the wrong place"
    case .trailing(let offset): "bytes after the last NDEF record, from byte \(offset)"
    case .brokenChunk(let offset): "the NDEF chunk at byte \(offset) does not follow its record"
    case .forbiddenField(let offset): "the NDEF record at byte \(offset) has a field its format forbids"
    }
  }
}
