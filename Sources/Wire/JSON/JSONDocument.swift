/// A value of the wire as JSON, with the members in the order of their declaration.
///
/// `JSONEncoder` builds a tree of boxed values first; this writes the bytes directly in about a quarter of its time.
/// Lists that are requested often are written with `JSONWriter`, which needs a third of that.
package enum JSONDocument {
  /// Returns the bytes of a value. A value of the wire always has a JSON form, so an error is a programming error.
  package static func bytes(of value: some Encodable) -> [UInt8] {
    let encoder = DirectEncoder()
    do {
      try encoder.write(value)
    } catch {
      preconditionFailure("\(type(of: value)) cannot be encoded as JSON: \(error)")
    }
    return encoder.writer.bytes
  }
}

extension JSONWriter {
  /// Writes a value in the place of a value.
  package mutating func value(_ value: some Encodable) {
    let encoder = DirectEncoder(continuing: self)
    do {
      try encoder.write(value)
    } catch {
      preconditionFailure("\(type(of: value)) cannot be encoded as JSON: \(error)")
    }
    self = encoder.writer
  }
}
