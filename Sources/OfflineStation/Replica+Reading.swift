package import Deadwax

extension Replica {
  /// Looks up the standing of a reading's code or tag, first by the code itself and then by the code written on the
  /// tag.
  ///
  /// - Parameters:
  ///   - reading: the scanned reading.
  ///   - digest: a function that returns the first 64 bits of the keyed digest of `text(of:)`; the hub computes the
  ///     same digest.
  /// - Returns: nil if the replica does not have the code.
  package func standing(of reading: Reading, digest: ([UInt8]) -> UInt64) -> CachedStatus? {
    let code = Code.classify(reading.text, symbology: reading.symbology)
    var keys = [code.key].compactMap(\.self)
    // Readers differ in the byte order of a tag's number.
    if case .tag(let uid) = code, !uid.isRandom { keys.append(Code.Key(uid.reversed)) }
    if reading.fault == nil, let written = reading.written, case .code(let own) = OwnCode.read(written),
      let key = Code.own(own).key
    {
      keys.append(key)
    }
    for key in keys {
      if let found = standing(of: digest(Self.text(of: key))) { return found }
    }
    return nil
  }
}
