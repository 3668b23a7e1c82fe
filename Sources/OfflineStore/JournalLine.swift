internal import FoundationEssentials
internal import OfflineStation

/// A line of the journal file: a checksum of eight hexadecimal digits, a space, and a JSON document.
enum JournalLine {
  /// The first line of the file.
  struct Header: Codable, Hashable {
    /// The version of the file format.
    var format = 2
    var journal: MergedEntry.Journal.ID
    var station: String
    /// The sequence number of the first entry in the file.
    var begins: Int64
  }

  /// The first line of a file of format 1.
  struct EarlierHeader: Codable, Hashable {
    var away: Int
    var journal: MergedEntry.Journal.ID
    var station: String
    var begins: Int64
  }

  /// Returns the document of a line of format 1 with the names of format 2.
  static func renamed(_ json: ArraySlice<UInt8>) -> [UInt8] {
    let text = String(decoding: json, as: UTF8.self)
    // Names only: within a JSON string, a quotation mark is escaped.
    return Array(
      text.replacing(#""told":""#, with: #""displayed":""#).replacing(#""recorded-away""#, with: #""recorded-offline""#)
        .replacing(#""hub-away""#, with: #""hub-offline""#).utf8)
  }

  static func encode(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Text, numbers and times can always be encoded.
    guard let json = try? encoder.encode(value) else { preconditionFailure("the entry cannot be encoded as JSON") }
    let digits = String(checksum(json), radix: 16)
    let sum = String(repeating: "0", count: 8 - digits.utf8.count) + digits
    return Array(sum.utf8) + [UInt8(ascii: " ")] + json + [UInt8(ascii: "\n")]
  }

  /// Decodes a line without its line feed.
  ///
  /// - Parameters:
  ///   - line: the line.
  ///   - type: the type of the document.
  ///   - isEarlier: true for a line of a file of format 1.
  /// - Returns: the document; nil if the checksum or the document is not valid.
  static func decode<Value: Decodable>(
    _ line: ArraySlice<UInt8>, as type: Value.Type, isEarlier: Bool
  ) -> Value? {
    guard line.count > 9, line[line.startIndex + 8] == UInt8(ascii: " "),
      let sum = UInt32(String(decoding: line.prefix(8), as: UTF8.self), radix: 16)
    else { return nil }
    let json = line.dropFirst(9)
    guard checksum(json) == sum else { return nil }
    return try? JSONDecoder().decode(type, from: isEarlier ? Data(renamed(json)) : Data(json))
  }

  /// Computes the CRC-32 of IEEE 802.3.
  static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }
}
