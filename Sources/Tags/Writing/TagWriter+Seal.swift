internal import ReaderProtocol

/// The password protection of NTAG21x and Ultralight EV1 (NXP NTAG213/215/216 data sheet, 8.5.6, 8.5.7 and 8.8).
///
/// AUTH0 is set last and taken away first: in between the tag is open, never closed with a password that nobody knows.
extension TagWriter {
  /// The pages of the configuration, in their order on the tag.
  private enum Page {
    static let cfg0 = 0
    static let cfg1 = 1
    static let password = 2
    static let pack = 3
  }

  /// From which page on a sealed tag is guarded: all pages for the user.
  private static let sealedFrom: UInt8 = 0x04
  /// AUTH0 of a tag without protection.
  private static let open: UInt8 = 0xFF
  /// Of ACCESS: PROT and AUTHLIM are cleared, so that everybody reads, and no number of wrong passwords locks the tag.
  private static let keptAccess: UInt8 = 0x78
  /// Of ACCESS: CFGLCK.
  private static let frozen: UInt8 = 0x40

  /// Whether the tag has this very seal.
  mutating func isSet(_ seal: TagOrder.Seal, _ pages: TagPages) throws(Stop) -> Bool {
    guard let configuration = pages.configuration, configuration[3] == Self.sealedFrom,
      configuration[4] & ~Self.keptAccess == 0
    else { return false }
    guard case .value(let pack) = try reader({ link throws(TagError) in try link.open(seal.password) }) else {
      return false
    }
    return pack == seal.pack
  }

  /// Seals the tag, which is open or was opened.
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
    // They cannot be read back, only tried.
    guard case .value(let pack) = try reader({ link throws(TagError) in try link.open(seal.password) }),
      pack == seal.pack
    else { throw .end(End(.verifyFailed, "The tag does not keep its password; it was left open.")) }
    var cfg1 = Array(configuration[4..<8])
    cfg1[0] &= Self.keptAccess
    var cfg0 = Array(configuration[0..<4])
    cfg0[3] = Self.sealedFrom
    try configure(Page.cfg1, cfg1)
    try configure(Page.cfg0, cfg0)
    try verifyConfiguration(cfg0 + cfg1)
  }

  /// Takes the seal away from a tag that was opened. Does nothing where there is none.
  mutating func unseal(_ pages: TagPages) throws(Stop) {
    guard let configuration = pages.configuration, configuration[3] != Self.open else { return }
    try refuseFrozen(configuration)
    try takeAway(configuration)
    // As they come from the factory.
    try configure(Page.password, [0xFF, 0xFF, 0xFF, 0xFF])
    try configure(Page.pack, [0, 0, 0, 0])
    try verifyConfiguration(Array(configuration[0..<3]) + [Self.open] + configuration[4..<8])
  }

  /// Sets AUTH0 to none, and starts the tag anew: only then does that count.
  private mutating func takeAway(_ configuration: [UInt8]) throws(Stop) {
    try configure(Page.cfg0, Array(configuration[0..<3]) + [Self.open])
    guard try reader({ link throws(TagError) in try link.restart() }) else { throw .gone }
  }

  private func refuseFrozen(_ configuration: [UInt8]) throws(Stop) {
    guard configuration[4] & Self.frozen != 0 else { return }
    throw .end(End(.locked, "The tag's configuration is locked for good."))
  }

  private mutating func configure(_ index: Int, _ bytes: [UInt8]) throws(Stop) {
    progress.hasBegun = true
    switch try reader({ link throws(TagError) in try link.configure(index, bytes) }) {
    case .value: return
    case .refused: throw .end(End(.verifyFailed, "The tag's configuration cannot be written."))
    case .gone: throw .gone
    }
  }

  /// Reads CFG0 and CFG1 back.
  private mutating func verifyConfiguration(_ wanted: [UInt8]) throws(Stop) {
    guard let first = link.kind.layout?.configurationPage else { return }
    switch try reader({ link throws(TagError) in try link.pages(first...first + 1) }) {
    case .value(let found) where found == wanted: return
    case .value: throw .end(End(.verifyFailed, "The tag does not keep its configuration."))
    case .refused: throw .end(End(.verifyFailed, "The tag's configuration cannot be read back."))
    case .gone: throw .gone
    }
  }
}
