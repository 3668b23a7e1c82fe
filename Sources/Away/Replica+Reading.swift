package import Deadwax

extension Replica {
  /// How things stood with what a reading names: by what it is itself, else by what is written on the tag.
  ///
  /// - Parameters:
  ///   - reading: what was scanned.
  ///   - digest: the first 64 bits of the digest that the hub makes, too, of `text(of:salt:)`.
  /// - Returns: nil for what nobody knew.
  package func standing(of reading: Reading, digest: ([UInt8]) -> UInt64) -> Standing? {
    let code = Code.classify(reading.text, symbology: reading.symbology)
    var keys = [code.key].compactMap(\.self)
    // Readers differ in the order of a number's bytes.
    if case .tag(let uid) = code, !uid.isRandom { keys.append(Code.Key(uid.reversed)) }
    if reading.fault == nil, let written = reading.written, case .code(let own) = OwnCode.read(written),
      let key = Code.own(own).key
    {
      keys.append(key)
    }
    for key in keys {
      if let found = standing(of: digest(Self.text(of: key, salt: meta.salt))) { return found }
    }
    return nil
  }
}
