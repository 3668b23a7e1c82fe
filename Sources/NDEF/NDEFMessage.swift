/// A sequence of records, as stored on a tag.
package struct NDEFMessage: Hashable, Sendable {
  /// The maximum length in bytes. Longer messages are refused without parsing; the largest Type 4 file is 32 KiB.
  package static let lengthLimit = 64 * 1024

  package let records: [NDEFRecord]

  package init(_ records: [NDEFRecord]) { self.records = records }

  /// Parses a message. Checks every length against the bytes that remain, and joins chunked records.
  ///
  /// - Parameter bytes: exactly one message.
  /// - Throws: the first error, with the offset of its record.
  package init(parsing bytes: [UInt8]) throws(NDEFError) {
    guard !bytes.isEmpty else { throw .empty }
    guard bytes.count <= Self.lengthLimit else { throw .tooLong(bytes.count) }
    var reader = RecordReader(bytes)
    var records: [NDEFRecord] = []
    var start: Int
    var piece: RecordReader.Piece
    repeat {
      start = reader.offset
      piece = try Self.piece(from: &reader)
      guard piece.format != RecordReader.unchanged else { throw .brokenChunk(at: start) }
      let format = try Self.format(of: piece, at: start)
      // A reserved format, treated as unknown, may have a type. An unknown record has none.
      let (type, id) = (format == .unknown ? [] : piece.type, piece.id)
      var payload = Array(piece.payload)
      while piece.hasMore {
        guard !piece.isLast else { throw .brokenChunk(at: start) }
        start = reader.offset
        piece = try Self.piece(from: &reader)
        guard piece.format == RecordReader.unchanged, piece.type.isEmpty, !piece.hasID else {
          throw .brokenChunk(at: start)
        }
        payload += piece.payload
      }
      records.append(NDEFRecord(format: format, type: type, id: id, payload: payload))
    } while !piece.isLast
    guard reader.isAtEnd else { throw .trailing(at: reader.offset) }
    self.records = records
  }

  /// Returns the encoded message. Each record is a single chunk in its shortest form.
  ///
  /// - Throws: `empty` if there is no record, `tooLong` above `lengthLimit`.
  package func bytes() throws(NDEFError) -> [UInt8] {
    guard let last = records.indices.last else { throw .empty }
    var bytes: [UInt8] = []
    for (index, record) in records.enumerated() {
      guard record.payload.count <= Self.lengthLimit else { throw .tooLong(record.payload.count) }
      let isShort = record.payload.count < 256
      var flags = record.format.rawValue
      if index == 0 { flags |= RecordReader.messageBegin }
      if index == last { flags |= RecordReader.messageEnd }
      if isShort { flags |= RecordReader.shortRecord }
      if !record.id.isEmpty { flags |= RecordReader.idPresent }
      bytes += [flags, UInt8(record.type.count)]
      let length = UInt32(record.payload.count)
      let shifts: [UInt32] = isShort ? [0] : [24, 16, 8, 0]
      bytes += shifts.map { UInt8(truncatingIfNeeded: length >> $0) }
      if !record.id.isEmpty { bytes.append(UInt8(record.id.count)) }
      bytes += record.type + record.id + record.payload
    }
    guard bytes.count <= Self.lengthLimit else { throw .tooLong(bytes.count) }
    return bytes
  }

  private static func piece(from reader: inout RecordReader) throws(NDEFError) -> RecordReader.Piece {
    let start = reader.offset
    let piece = try reader.next()
    guard piece.isFirst == (start == 0) else { throw .misplacedMark(at: start) }
    return piece
  }

  private static func format(of piece: RecordReader.Piece, at start: Int) throws(NDEFError) -> NDEFRecord.Format {
    // NDEF 1.0, 3.2.6: the reserved value 7 is to be treated as unknown.
    let format = NDEFRecord.Format(rawValue: piece.format) ?? .unknown
    switch piece.format {
    case NDEFRecord.Format.empty.rawValue:
      guard piece.type.isEmpty, piece.id.isEmpty, piece.payload.isEmpty else { throw .forbiddenField(at: start) }
    case NDEFRecord.Format.unknown.rawValue:
      guard piece.type.isEmpty else { throw .forbiddenField(at: start) }
    default: break
    }
    return format
  }
}
