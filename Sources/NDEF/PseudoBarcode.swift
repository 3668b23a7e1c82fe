package import Deadwax

/// The message that Deadwax writes to a tag: a web address for phones, followed by a record for the station.
///
/// 1. URI: `https://<base>/t/<13 characters of base32>` (`TagAddress`). Phones open the first record only.
/// 2. External type `deadwax.example:pb`, 14 bytes: version 01, kind, 64-bit number, CRC-32 of these ten bytes.
///    Integers are big-endian. The kind is 1 copy, 2 place, 3 command, 4 slot, 5 borrower, 6 blank.
///
/// With the standard base the message has 71 bytes; an NTAG213 holds 137.
package enum PseudoBarcode {
  /// The type of the second record.
  package static let recordType = "deadwax.example:pb"

  /// The result of reading a tag's message.
  package enum Read: Hashable, Sendable {
    /// A Deadwax record with a valid checksum.
    case code(OwnCode)
    /// Only a Deadwax address: a phone wrote the tag, or the tag is too small for the record. An address does not name
    /// a kind, so the number is assumed to be a copy's.
    case address(OwnCode)
    /// The record and the address, or two records, have different numbers: the tag is damaged or was manipulated.
    case disagree
    /// A Deadwax record with a wrong checksum or length. The address is not trusted either.
    case badChecksum
    /// A Deadwax record with a version or kind that this program does not know, and no address to fall back on.
    case newerVersion
    /// A valid message without a Deadwax record or address.
    case none
    /// The bytes are not an NDEF message.
    case malformed(NDEFError)
  }

  /// Returns the code that a tag carries, from the bytes of its NDEF message as returned by `Type2Memory`.
  package static func read(_ message: [UInt8]) -> Read {
    let records: [NDEFRecord]
    do {
      records = try NDEFMessage(parsing: message).records
    } catch {
      return .malformed(error)
    }
    var codes: Set<OwnCode> = []
    var isNewer = false
    for record in records where record.isExternal(recordType) {
      switch parse(record.payload) {
      case .code(let code): codes.insert(code)
      case .newer: isNewer = true
      case .damaged: return .badChecksum
      }
    }
    let numbers = Set(records.flatMap(addresses))
    guard codes.count <= 1, numbers.count <= 1 else { return .disagree }
    if let code = codes.first {
      return numbers.allSatisfy { $0 == code.number } ? .code(code) : .disagree
    }
    if let number = numbers.first { return .address(OwnCode(.copy, number: number)) }
    return isNewer ? .newerVersion : .none
  }

  /// Returns the bytes to write to a tag that carries `code` and sends phones to `address`.
  package static func message(for code: OwnCode, address: TagAddress = .standard) -> [UInt8] {
    let records = [
      URIRecord(address.uri(for: code)).record,
      NDEFRecord(format: .external, type: Array(recordType.utf8), payload: payload(for: code)),
    ]
    do {
      return try NDEFMessage(records).bytes()
    } catch {
      preconditionFailure("two short records make a message: \(error)")
    }
  }

  /// Returns the shorter message for tags of 46 bytes: only the address, without a checksum.
  package static func addressOnly(for code: OwnCode, address: TagAddress = .standard) -> [UInt8] {
    do {
      return try NDEFMessage([URIRecord(address.uri(for: code)).record]).bytes()
    } catch {
      preconditionFailure("one short record makes a message: \(error)")
    }
  }

  /// Returns true if a message may be replaced without confirmation. Each record must be an address of this library or
  /// a record of type `recordType`, and at least one must be such an address. Other libraries write records of the same
  /// type, but with their own addresses.
  ///
  /// - Parameters:
  ///   - message: the bytes of a readable message.
  ///   - addresses: the addresses that this library writes or has written.
  /// - Returns: true if the message is the library's own; false also for bytes that are not a message.
  package static func isOwn(_ message: [UInt8], _ addresses: [TagAddress]) -> Bool {
    guard let records = try? NDEFMessage(parsing: message).records else { return false }
    let led = records.map { record in
      URIRecord(record).map { uri in addresses.contains { $0.leads(uri.uri) } } ?? false
    }
    return led.contains(true) && zip(records, led).allSatisfy { $1 || $0.isExternal(recordType) }
  }

  private static let version: UInt8 = 1
  private static let payloadLength = 14
  /// The kinds by their byte on the tag, which is the index. 0 is never written.
  private static let kinds: [OwnCode.Kind?] = [nil, .copy, .place, .command, .slot, .borrower, .blank, .listed]

  private enum Parsed {
    case code(OwnCode)
    case newer
    case damaged
  }

  private static func payload(for code: OwnCode) -> [UInt8] {
    guard let kind = kinds.firstIndex(of: code.kind) else { preconditionFailure("\(code.kind) has no byte on tags") }
    let bytes = [version, UInt8(kind)] + bigEndian(code.number)
    return bytes + bigEndian(CRC32.of(bytes))
  }

  private static func parse(_ payload: [UInt8]) -> Parsed {
    // A later version may have another length, but it also begins with the version and ends with the checksum.
    guard payload.count >= 6, bigEndian(CRC32.of(payload.dropLast(4))).elementsEqual(payload.suffix(4)) else {
      return .damaged
    }
    guard payload[0] == version else { return payload[0] > version ? .newer : .damaged }
    guard payload.count == payloadLength else { return .damaged }
    guard Int(payload[1]) < kinds.count else { return .newer }
    guard let kind = kinds[Int(payload[1])] else { return .damaged }
    return .code(OwnCode(kind, number: payload[2..<10].reduce(0) { $0 << 8 | UInt64($1) }))
  }

  /// Returns the numbers in a record's addresses. Phones write an address alone or in a smart poster (NFC Forum, Smart
  /// Poster Record Type Definition 1.0), which is a message nested in a record's payload.
  private static func addresses(in record: NDEFRecord) -> [UInt64] {
    if let address = URIRecord(record) { return TagAddress.number(in: address.uri).map { [$0] } ?? [] }
    guard record.isWellKnown("Sp"), let poster = try? NDEFMessage(parsing: record.payload) else { return [] }
    return poster.records.compactMap { URIRecord($0).flatMap { TagAddress.number(in: $0.uri) } }
  }

  private static func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}
