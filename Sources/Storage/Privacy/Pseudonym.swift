internal import Deadwax

/// The replacement for a card's code after its owner is erased: another code of the same kind that belongs to no one.
/// The history remains consistent this way.
enum Pseudonym {
  /// Draws a replacement for a code.
  ///
  /// - Parameters:
  ///   - key: the card's code.
  ///   - random: the source of the random numbers.
  /// - Returns: a key of the same class. In a text, digits replace digits and letters replace letters.
  static func of(_ key: Code.Key, using random: inout some RandomNumberGenerator) -> Code.Key {
    for _ in 0..<100 {
      let value = value(like: key, using: &random)
      // A card number must not turn into a barcode that resolves to a release.
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
      // 04 is a manufacturer's number. A UID of 4 bytes that begins with 08 is random and identifies nothing.
      let bytes = [0x04] + uid.bytes.dropFirst().map { _ in UInt8.random(in: 1...254, using: &random) }
      return TagID(uid.scheme, bytes)?.description ?? key.value
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
