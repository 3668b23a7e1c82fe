package import Deadwax

/// Our own message on a tag: a web address for phones, then a record of ours for the desk.
///
/// 1. URI: `https://<base>/t/<13 characters of base32>` (`TagAddress`). Phones open the first record only.
/// 2. External type `deadwax.example:pb`, 14 bytes: version 01, kind, the 64-bit number, the CRC-32 of those ten; numbers
///    with the high byte first. The kind is 1 copy, 2 place, 3 command, 4 slot, 5 borrower, 6 blank.
///
/// With the standard base that is 71 bytes; an NTAG213 holds 137.
package enum PseudoBarcode {
  /// The type of the second record.
  package static let recordType = "deadwax.example:pb"

  /// What a tag's message turned out to say.
  package enum Read: Hashable, Sendable {
    /// Our record, and its checksum fits.
    case code(OwnCode)
    /// Only an address of ours: a tag written by a phone, or one too small for the record. An address names no kind,
    /// so the number is taken for a copy's.
    case address(OwnCode)
    /// Record and address, or two records, name different numbers: damaged or meddled with.
    case disagree
    /// A record of ours whose checksum or length does not fit. The address is not believed either.
    case badChecksum
    /// A record of ours in a version or of a kind that came after this program, and no address that helps.
    case newerVersion
    /// A message of somebody else.
    case none
    /// No NDEF message at all.
    case malformed(NDEFError)
  }

  /// Tells which code a tag carries, from the bytes of its NDEF message as `Type2Memory` found them.
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

  /// The bytes to write to a tag that is to carry `code` and sends phones to `address`.
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

  /// The shorter form for tags of 46 bytes: the address alone, without a checksum.
  package static func addressOnly(for code: OwnCode, address: TagAddress = .standard) -> [UInt8] {
    do {
      return try NDEFMessage([URIRecord(address.uri(for: code)).record]).bytes()
    } catch {
      preconditionFailure("one short record makes a message: \(error)")
    }
  }

  /// Whether the name of our record stands anywhere in bytes that are no message: a tag of ours that was torn.
  package static func leavesTrace(in bytes: some Collection<UInt8>) -> Bool {
    let name = Array(recordType.utf8)
    let bytes = Array(bytes)
    return bytes.count >= name.count
      && (0...bytes.count - name.count).contains { bytes[$0..<$0 + name.count].elementsEqual(name) }
  }

  private static let version: UInt8 = 1
  private static let payloadLength = 14
  /// The kind's byte is the index; 0 is never written.
  private static let kinds: [OwnCode.Kind?] = [nil, .copy, .place, .command, .slot, .borrower, .blank]

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
    // Any later version may have another length, but begins with its number and ends with its checksum.
    guard payload.count >= 6, bigEndian(CRC32.of(payload.dropLast(4))).elementsEqual(payload.suffix(4)) else {
      return .damaged
    }
    guard payload[0] == version else { return payload[0] > version ? .newer : .damaged }
    guard payload.count == payloadLength else { return .damaged }
    guard Int(payload[1]) < kinds.count else { return .newer }
    guard let kind = kinds[Int(payload[1])] else { return .damaged }
    return .code(OwnCode(kind, number: payload[2..<10].reduce(0) { $0 << 8 | UInt64($1) }))
  }

  /// The numbers in the addresses of a record; phones write them bare or in a smart poster (NFC Forum, Smart Poster
  /// Record Type Definition 1.0), which is a message in the payload of a record.
  private static func addresses(in record: NDEFRecord) -> [UInt64] {
    if let address = URIRecord(record) { return TagAddress.number(in: address.uri).map { [$0] } ?? [] }
    guard record.isWellKnown("Sp"), let poster = try? NDEFMessage(parsing: record.payload) else { return [] }
    return poster.records.compactMap { URIRecord($0).flatMap { TagAddress.number(in: $0.uri) } }
  }

  private static func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}
