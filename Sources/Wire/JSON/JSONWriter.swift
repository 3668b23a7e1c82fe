package import Deadwax

/// A writer that writes JSON directly to bytes, for frequent responses. It is several times faster than an encoder.
///
/// The rows of the lists of scans and releases are written with it, because stations and the library read them all the
/// time; a test compares them with the types of the wire. All other responses are values of the wire.
///
/// Members with a nil value are omitted.
package struct JSONWriter {
  private let text = JSONBytes()
  private var needsComma = false

  package init() {}

  /// The bytes written so far.
  package var bytes: [UInt8] { text.all }

  /// Returns the bytes of one value.
  package static func bytes(_ write: (inout JSONWriter) throws -> Void) rethrows -> [UInt8] {
    var writer = JSONWriter()
    try write(&writer)
    return writer.bytes
  }

  /// Returns the bytes of one object.
  package static func object(_ members: (inout JSONWriter) throws -> Void) rethrows -> [UInt8] {
    var writer = JSONWriter()
    try writer.object(members)
    return writer.bytes
  }

  package mutating func object(_ members: (inout JSONWriter) throws -> Void) rethrows {
    begin(UInt8(ascii: "{"))
    try members(&self)
    end(UInt8(ascii: "}"))
  }

  package mutating func array<Element>(
    _ elements: some Sequence<Element>, _ write: (inout JSONWriter, Element) throws -> Void
  ) rethrows {
    begin(UInt8(ascii: "["))
    for element in elements { try write(&self, element) }
    end(UInt8(ascii: "]"))
  }

  /// Writes the opening bracket of an object or a list.
  mutating func begin(_ bracket: UInt8) {
    separate()
    text.append(bracket)
    needsComma = false
  }

  /// Writes the closing bracket of an object or a list.
  mutating func end(_ bracket: UInt8) {
    text.append(bracket)
    needsComma = true
  }

  /// Writes the name of a member, which needs no escaping.
  mutating func key(_ name: String) {
    string(name)
    text.append(UInt8(ascii: ":"))
    needsComma = false
  }

  package mutating func key(_ name: StaticString) {
    text.append(key: name, afterComma: needsComma)
    needsComma = false
  }

  package mutating func member(_ name: StaticString, _ value: String?) {
    guard let value else { return }
    key(name)
    string(value)
  }

  package mutating func member(_ name: StaticString, _ value: Int?) {
    guard let value else { return }
    key(name)
    number(value)
  }

  /// Writes a time in the RFC 3339 format.
  package mutating func member(_ name: StaticString, _ value: Timestamp?) {
    guard let value else { return }
    key(name)
    text.append(UInt8(ascii: "\""))
    value.withUTF8 { text.append($0) }
    text.append(UInt8(ascii: "\""))
    needsComma = true
  }

  package mutating func member(_ name: StaticString, _ value: Bool?) {
    guard let value else { return }
    key(name)
    raw(value ? "true" : "false")
  }

  /// Writes a fraction, rounded to hundredths. A value outside 0 to 1, or NaN, is omitted.
  package mutating func member(_ name: StaticString, part value: Double?) {
    guard let value, (0...1).contains(value) else { return }
    key(name)
    raw("\((value * 100).rounded() / 100)")
  }

  package mutating func string(_ string: String) {
    separate()
    var string = string
    string.withUTF8 { text.append(quoting: $0) }
    needsComma = true
  }

  package mutating func number(_ value: Int) {
    separate()
    text.append(value)
    needsComma = true
  }

  /// Writes text that is already JSON, in the place of a value.
  package mutating func raw(_ json: String) {
    separate()
    var json = json
    json.withUTF8 { text.append($0) }
    needsComma = true
  }

  /// Writes bytes that are already JSON, in the place of a value.
  package mutating func raw(_ json: [UInt8]) {
    separate()
    json.withUnsafeBufferPointer { text.append($0) }
    needsComma = true
  }

  /// Writes members that are already JSON, without braces. Writes nothing if the text is empty.
  package mutating func rawMembers(_ json: String) {
    if !json.isEmpty { raw(json) }
  }

  private mutating func separate() {
    if needsComma { text.append(UInt8(ascii: ",")) }
    needsComma = false
  }
}
