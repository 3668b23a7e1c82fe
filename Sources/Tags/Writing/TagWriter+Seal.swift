internal import ReaderProtocol

/// The password protection of NTAG21x and Ultralight EV1 (NXP NTAG213/215/216 data sheet, 8.5.6, 8.5.7 and 8.8).
///
/// AUTH0 is set last and cleared first. In between the tag is unprotected, never protected with an unknown password.
extension TagWriter {
  /// The pages of the configuration, in the order of the tag.
  private enum Page {
    static let cfg0 = 0
    static let cfg1 = 1
    static let password = 2
    static let pack = 3
  }

  /// The first protected page of a sealed tag: all user pages are protected.
  private static let sealedFrom: UInt8 = 0x04
  /// AUTH0 of a tag without protection.
  private static let open: UInt8 = 0xFF
  /// The bits of ACCESS that are preserved. PROT and AUTHLIM are cleared, so that the tag can be read without the
  /// password, and no number of wrong passwords locks it.
  private static let storedAccess: UInt8 = 0x78
  /// The bit CFGLCK of ACCESS.
  private static let frozen: UInt8 = 0x40

  /// Returns true if the tag has exactly this seal.
  mutating func isSet(_ seal: TagOrder.Seal, _ pages: TagPages) throws(Stop) -> Bool {
    guard let configuration = pages.configuration, configuration[3] == Self.sealedFrom,
      configuration[4] & ~Self.storedAccess == 0
    else { return false }
    guard case .value(let pack) = try reader({ link throws(TagDeviceError) in try link.open(seal.password) }) else {
      return false
    }
    return pack == seal.pack
  }

  /// Seals the tag. It must be unprotected or authenticated.
  mutating func set(_ seal: TagOrder.Seal, _ pages: TagPages) throws(Stop) {
    guard let configuration = pages.configuration else { return }
    if configuration[3] == Self.sealedFrom, link.password == nil || link.password == seal.password {
      if try isSet(seal, pages) { return }
      if link.password == nil { try unlock() }
    }
    try refuseFrozen(configuration)
    if pages.guardedFrom != nil { try takeAway(configuration) }
    try configure(Page.password, seal.password)
    try configure(Page.pack, seal.pack + [0, 0])
    // Password and PACK cannot be read back, only tested.
    guard case .value(let pack) = try reader({ link throws(TagDeviceError) in try link.open(seal.password) }),
      pack == seal.pack
    else { throw .end(End(.verifyFailed, "The tag does not keep its password; it was left without one.")) }
    var cfg1 = Array(configuration[4..<8])
    cfg1[0] &= Self.storedAccess
    var cfg0 = Array(configuration[0..<4])
    cfg0[3] = Self.sealedFrom
    try configure(Page.cfg1, cfg1)
    try configure(Page.cfg0, cfg0)
    try verifyConfiguration(cfg0 + cfg1)
  }

  /// Removes the seal from an authenticated tag. Does nothing if there is none.
  mutating func unseal(_ pages: TagPages) throws(Stop) {
    guard let configuration = pages.configuration, configuration[3] != Self.open else { return }
    try refuseFrozen(configuration)
    try takeAway(configuration)
    // These are the values of a factory-new tag.
    try configure(Page.password, [0xFF, 0xFF, 0xFF, 0xFF])
    try configure(Page.pack, [0, 0, 0, 0])
    try verifyConfiguration(Array(configuration[0..<3]) + [Self.open] + configuration[4..<8])
  }

  /// Clears AUTH0 and restarts the tag, because the change takes effect only then.
  private mutating func takeAway(_ configuration: [UInt8]) throws(Stop) {
    try configure(Page.cfg0, Array(configuration[0..<3]) + [Self.open])
    guard try reader({ link throws(TagDeviceError) in try link.restart() }) else { throw .gone }
  }

  private func refuseFrozen(_ configuration: [UInt8]) throws(Stop) {
    guard configuration[4] & Self.frozen != 0 else { return }
    throw .end(End(.locked, "The tag's configuration is locked for good."))
  }

  private mutating func configure(_ index: Int, _ bytes: [UInt8]) throws(Stop) {
    progress.hasBegun = true
    switch try reader({ link throws(TagDeviceError) in try link.configure(index, bytes) }) {
    case .value: return
    case .refused: throw .end(End(.verifyFailed, "The tag's configuration cannot be written."))
    case .mute, .gone: throw .gone
    }
  }

  /// Reads CFG0 and CFG1 back.
  private mutating func verifyConfiguration(_ wanted: [UInt8]) throws(Stop) {
    guard let first = link.kind.layout?.configurationPage else { return }
    switch try reader({ link throws(TagDeviceError) in try link.pages(first...first + 1) }) {
    case .value(let found) where found == wanted: return
    case .value: throw .end(End(.verifyFailed, "The tag does not keep its configuration."))
    case .refused, .mute, .gone: throw .gone
    }
  }
}
