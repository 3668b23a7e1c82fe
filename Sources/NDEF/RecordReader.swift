/// A reader that takes the records of a message one after another, as they are encoded (NDEF 1.0, 3.2).
struct RecordReader {
  static let messageBegin: UInt8 = 0x80
  static let messageEnd: UInt8 = 0x40
  static let chunk: UInt8 = 0x20
  static let shortRecord: UInt8 = 0x10
  static let idPresent: UInt8 = 0x08
  /// The type name format of every chunk after the first.
  static let unchanged: UInt8 = 6

  /// A record or a chunk, as encoded.
  struct Piece {
    let isFirst: Bool
    let isLast: Bool
    /// True if the record continues in the next chunk.
    let hasMore: Bool
    let hasID: Bool
    /// The TNF field, 0 to 7.
    let format: UInt8
    let type: [UInt8]
    let id: [UInt8]
    let payload: ArraySlice<UInt8>
  }

  private let bytes: [UInt8]
  private(set) var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { offset == bytes.count }

  mutating func next() throws(NDEFError) -> Piece {
    let start = offset
    let flags = try byte(start)
    let typeLength = Int(try byte(start))
    var payloadLength = Int(try byte(start))
    if flags & Self.shortRecord == 0 {
      for _ in 0..<3 { payloadLength = payloadLength << 8 | Int(try byte(start)) }
    }
    let hasID = flags & Self.idPresent != 0
    let idLength = hasID ? Int(try byte(start)) : 0
    return Piece(
      isFirst: flags & Self.messageBegin != 0, isLast: flags & Self.messageEnd != 0,
      hasMore: flags & Self.chunk != 0, hasID: hasID, format: flags & 7,
      type: Array(try take(typeLength, start)), id: Array(try take(idLength, start)),
      payload: try take(payloadLength, start))
  }

  private mutating func byte(_ start: Int) throws(NDEFError) -> UInt8 {
    guard offset < bytes.count else { throw .truncated(at: start) }
    defer { offset += 1 }
    return bytes[offset]
  }

  private mutating func take(_ count: Int, _ start: Int) throws(NDEFError) -> ArraySlice<UInt8> {
    guard count <= bytes.count - offset else { throw .truncated(at: start) }
    defer { offset += count }
    return bytes[offset..<offset + count]
  }
}
