internal import Deadwax

/// A Type 2 tag that is selected, and stays so: a tag drops out after every refusal and after every frame that was lost, and
/// is then selected again by its number.
///
/// NTAGs hand over many pages at once (FAST_READ), plain Ultralights four (READ).
struct Type2Link {
  /// What became of a command.
  enum Answer<Value: Sendable>: Sendable {
    case value(Value)
    /// The tag is there, and will not.
    case refused
    /// It does not answer when it is called.
    case gone
  }

  let uid: TagUID
  private(set) var kind: TagKind
  /// Whether the tag knows FAST_READ.
  private(set) var isFast = false
  /// Commands sent to the tag, repeated ones included.
  private(set) var reads = 0
  private(set) var writes = 0
  /// What opens it, sent again after each select; nil while it is not known to be needed.
  private(set) var password: [UInt8]?

  private let device: NFCDevice
  private let pulse: () -> Void

  /// How often a command is tried.
  static let attempts = 3
  /// libnfc has room for 264 bytes of an answer.
  static let pagesAtOnce = 60

  /// - Parameters:
  ///   - tag: the selected one.
  ///   - device: where it is selected.
  ///   - pulse: called after each command: many of them take longer than a host waits for a sign of life.
  init(_ tag: NFCDevice.Found, on device: NFCDevice, pulse: @escaping () -> Void = {}) {
    uid = tag.uid
    kind = TagKind(atqa: tag.atqa, sak: tag.sak)
    self.device = device
    self.pulse = pulse
  }

  /// Calls the tag by its number, and opens it again if that is needed. Returns false when it does not answer.
  mutating func select() throws(TagError) -> Bool {
    defer { pulse() }
    guard try device.select(uid) != nil else { return false }
    guard let password else { return true }
    do throws(TagError) {
      _ = try device.exchange([Command.authenticate] + password, raw: true)
      return true
    } catch  where error.isAboutTag {
      // A lost frame as well as a wrong password: it was right before.
      return try device.select(uid) != nil
    }
  }

  /// Asks which tag it is. Plain Ultralights do not know the question and drop out. Returns false when it is gone.
  mutating func identify() throws(TagError) -> Bool {
    defer { pulse() }
    for attempt in 1...2 {
      do throws(TagError) {
        let version = try device.exchange([Command.getVersion], raw: true)
        if let known = TagKind(version: version) { kind = known }
        isFast = true
        return true
      } catch  where error.isAboutTag {
        guard try select() else { return false }
        // What answers FAST_READ has a version too: the question was not heard.
        if !isFast || attempt == 2 { break }
      }
    }
    return true
  }

  /// What is known about the tag from elsewhere.
  mutating func assume(_ kind: TagKind) { self.kind = kind }

  /// Tries FAST_READ once on a tag that nothing is known about. Nil when that told nothing: the tag is to be selected again.
  mutating func probe(from first: Int, through last: Int) throws(TagError) -> [UInt8]? {
    do throws(TagError) {
      let bytes = try fastRead(first, last)
      isFast = bytes != nil
      return bytes
    } catch  where error.isAboutTag {
      return nil
    }
  }

  /// Reads pages that all exist.
  mutating func pages(_ range: ClosedRange<Int>) throws(TagError) -> Answer<[UInt8]> {
    var bytes: [UInt8] = []
    while bytes.count < range.count * 4 {
      switch try pages(from: range.lowerBound + bytes.count / 4, through: range.upperBound) {
      case .value(let more): bytes += more
      case .refused: return .refused
      case .gone: return .gone
      }
    }
    return .value(bytes)
  }

  /// Reads pages up to the last wanted one, or less; at least one.
  mutating func pages(from first: Int, through wanted: Int) throws(TagError) -> Answer<[UInt8]> {
    let last = min(max(first, wanted), first + Self.pagesAtOnce - 1, kind.lastPage ?? 0xFF)
    guard first <= last else { return .refused }
    var isFast = isFast
    var failures = 0
    return try attempt { link throws(TagError) in
      failures += 1
      // A tag that answers GET_VERSION but not this is read the old way.
      if failures == Self.attempts { isFast = false }
      if isFast { return try link.fastRead(first, last) }
      // Such a tag may go on with its first page behind one that it hides: only the first of the four is sure.
      return try link.read(first, link.isFast ? first : last)
    }
  }

  /// Writes one page of 4 bytes, 3 or more.
  ///
  /// Pages below 3 and those behind the data area are not its matter: they hold the number and lock bits, which can never be
  /// taken back. Configuration pages go through `configure`.
  mutating func write(_ page: Int, _ bytes: [UInt8]) throws(TagError) -> Answer<Void> {
    let limit = kind.layout?.userPages.upperBound ?? 0xFF
    precondition((3..<limit).contains(page), "page \(page) of a \(kind.name ?? "tag") is never written")
    return try send(page, bytes)
  }

  /// Writes one of the four configuration pages of 4 bytes, 0 to 3: CFG0, CFG1, PWD, PACK.
  mutating func configure(_ index: Int, _ bytes: [UInt8]) throws(TagError) -> Answer<Void> {
    guard let first = kind.layout?.configurationPage, (0..<4).contains(index) else { return .refused }
    return try send(first + index, bytes)
  }

  /// Gives the tag a password; it is given again whenever the tag is selected anew.
  ///
  /// - Returns: the two bytes that the tag answers to the right one.
  mutating func open(_ password: [UInt8]) throws(TagError) -> Answer<[UInt8]> {
    self.password = nil
    do throws(TagError) {
      defer { pulse() }
      let pack = try device.exchange([Command.authenticate] + password, raw: true)
      self.password = password
      return .value(pack)
    } catch  where error.isAboutTag {
      // Not tried again: some tags count wrong passwords, and lock themselves.
      return try select() ? .refused : .gone
    }
  }

  /// Switches the field off and on, and selects the tag anew: what it was told about passwords counts from then on, and it
  /// needs none. Returns false when it is gone.
  mutating func restart() throws(TagError) -> Bool {
    password = nil
    try device.restartField()
    return try select()
  }

  /// Sends the tag to sleep.
  func halt() throws(TagError) { try device.halt() }

  private mutating func send(_ page: Int, _ bytes: [UInt8]) throws(TagError) -> Answer<Void> {
    precondition(bytes.count == 4, "a page has 4 bytes")
    return try attempt { link throws(TagError) in
      link.writes += 1
      _ = try link.device.exchange([Command.write, UInt8(page)] + bytes, raw: false)
      return ()
    }
  }

  /// Tries a command, and again after selecting the tag anew. A reader that fails is an error only when it does so each time.
  private mutating func attempt<Value>(
    _ body: (inout Type2Link) throws(TagError) -> Value?
  ) throws(TagError) -> Answer<Value> {
    var fault: TagError?
    for number in 1...Self.attempts {
      if number > 1 {
        do throws(TagError) {
          guard try select() else { return .gone }
        } catch {
          fault = error
          continue
        }
      }
      do throws(TagError) {
        defer { pulse() }
        fault = nil
        if let value = try body(&self) { return .value(value) }
      } catch {
        fault = error.isAboutTag ? nil : error
      }
    }
    if let fault { throw fault }
    // It dropped out once more.
    return try select() ? .refused : .gone
  }

  private mutating func fastRead(_ first: Int, _ last: Int) throws(TagError) -> [UInt8]? {
    reads += 1
    let bytes = try device.exchange([Command.fastRead, UInt8(first), UInt8(last)], raw: true)
    return bytes.count == (last - first + 1) * 4 ? bytes : nil
  }

  /// Four pages at most. Behind a tag's last page it sends the first again, which is cut off where the last is known.
  private mutating func read(_ first: Int, _ last: Int) throws(TagError) -> [UInt8]? {
    reads += 1
    let bytes = try device.exchange([Command.read, UInt8(first)], raw: false)
    return bytes.count == 16 ? Array(bytes.prefix((last - first + 1) * 4)) : nil
  }

  private enum Command {
    static let getVersion: UInt8 = 0x60
    static let read: UInt8 = 0x30
    static let fastRead: UInt8 = 0x3A
    static let write: UInt8 = 0xA2
    static let authenticate: UInt8 = 0x1B
  }
}
