internal import Deadwax

/// What stands in the place of a card's code once its owner is forgotten: another code of the same kind, which nobody
/// has, so that the history still means what it meant.
enum Pseudonym {
  /// - Parameters:
  ///   - key: of the card.
  ///   - random: where it is drawn from.
  /// - Returns: a key of the same class; for a text with digits for digits and letters for letters.
  static func of(_ key: Code.Key, using random: inout some RandomNumberGenerator) -> Code.Key {
    for _ in 0..<100 {
      let value = value(like: key, using: &random)
      // A number must not become a barcode that names a release.
      guard value != key.value, key.class == .tag || Code.classify(value, symbology: nil).key?.class == key.class
      else { continue }
      return Code.Key(class: key.class, value: value)
    }
    return Code.Key(class: .text, value: "forgotten \(random.next())")
  }

  private static func value(like key: Code.Key, using random: inout some RandomNumberGenerator) -> String {
    switch key.class {
    case .own:
      guard case .code(let code) = OwnCode.read(key.value) else { return "\(random.next())" }
      return OwnCode(code.kind, number: max(1, random.next())).description
    case .tag:
      guard let uid = key.uid else { return "\(random.next())" }
      // 04 is a maker's number: 4 bytes that begin with 08 would name nothing.
      let bytes = [0x04] + uid.bytes.dropFirst().map { _ in UInt8.random(in: 1...254, using: &random) }
      return TagUID(bytes)?.description ?? key.value
    case .gtin, .text:
      return String(
        key.value.map { character in
          let alphabet =
            switch character {
            case "0"..."9": "0123456789"
            case "a"..."z": "abcdefghijklmnopqrstuvwxyz"
            case "A"..."Z": "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
            default: String(character)
            }
          return alphabet.randomElement(using: &random) ?? character
        })
    }
  }
}
