/// The header fields of one request in one buffer. They are copied once and converted to strings only on access.
struct HeaderFields: Sendable {
  // The layout of a field: the length of the name and of the value, two bytes each, little-endian; the name in lower
  // case; the value.
  private var bytes: [UInt8] = []

  /// Adds a field.
  ///
  /// - Parameters:
  ///   - name: the name as received, at most 65,535 bytes.
  ///   - value: the value, at most 65,535 bytes.
  mutating func append(name: some Collection<UInt8>, value: some Collection<UInt8>) {
    let nameCount = name.count
    let valueCount = value.count
    precondition(nameCount <= 0xFFFF && valueCount <= 0xFFFF, "A header field is longer than the header may be.")
    if bytes.isEmpty { bytes.reserveCapacity(512) }
    bytes.append(UInt8(truncatingIfNeeded: nameCount))
    bytes.append(UInt8(truncatingIfNeeded: nameCount >> 8))
    bytes.append(UInt8(truncatingIfNeeded: valueCount))
    bytes.append(UInt8(truncatingIfNeeded: valueCount >> 8))
    bytes.append(contentsOf: name.lazy.map(lowercased))
    bytes.append(contentsOf: value)
  }

  /// Returns the value of the first field with that name, without regard to case.
  func first(_ name: String) -> String? {
    guard let range = range(of: name) else { return nil }
    return String(decoding: bytes[range], as: UTF8.self)
  }

  var all: [(name: String, value: String)] {
    var all: [(name: String, value: String)] = []
    var at = 0
    while at < bytes.count {
      let (name, value) = ranges(at)
      all.append((String(decoding: bytes[name], as: UTF8.self), String(decoding: bytes[value], as: UTF8.self)))
      at = value.upperBound
    }
    return all
  }

  private func range(of name: String) -> Range<Int>? {
    let wanted = name.utf8
    var at = 0
    while at < bytes.count {
      let (name, value) = ranges(at)
      if name.count == wanted.count, zip(bytes[name], wanted).allSatisfy({ $0 == lowercased($1) }) { return value }
      at = value.upperBound
    }
    return nil
  }

  private func ranges(_ at: Int) -> (name: Range<Int>, value: Range<Int>) {
    let nameCount = Int(bytes[at]) | Int(bytes[at + 1]) << 8
    let valueCount = Int(bytes[at + 2]) | Int(bytes[at + 3]) << 8
    let name = at + 4..<at + 4 + nameCount
    return (name, name.upperBound..<name.upperBound + valueCount)
  }
}

/// Returns the lower-case letter for an ASCII capital, and any other byte unchanged.
@inline(__always)
func lowercased(_ byte: UInt8) -> UInt8 { byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte }
