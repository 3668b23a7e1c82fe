internal import FoundationEssentials

enum ProofLine {
  static func encode(_ value: some Encodable) -> [UInt8] {
    // Texts, Booleans and finite numbers always have a JSON form.
    guard let data = try? JSONEncoder().encode(value) else {
      preconditionFailure("the result cannot be encoded as JSON")
    }
    return [UInt8](data) + [UInt8(ascii: "\n")]
  }
}
