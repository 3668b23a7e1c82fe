internal import Deadwax

/// The connection to a selected Type 2 tag. A tag drops its selection after every refusal and every lost frame, so the
/// link then selects it again by its UID.
///
/// NTAGs return many pages at once (FAST_READ), plain Ultralights four (READ).
struct Type2Link {
  /// The result of a command.
  enum Answer<Value: Sendable>: Sendable {
    case value(Value)
    /// The tag is present and refuses each time.
    case refused
    /// The tag answers a select, but not the command, or too seldom: it is at the edge of the field.
    case mute
    /// The tag does not answer a select.
    case gone
  }

  let uid: TagID
  private(set) var kind: TagKind
  /// True if the tag supports FAST_READ.
  private(set) var isFast = false
  /// The number of read commands sent to the tag, including repetitions.
  private(set) var reads = 0
  private(set) var writes = 0
  /// The password, sent again after each select; nil until the tag is known to need one.
  private(set) var password: [UInt8]?

  private let device: NFCDevice
  private let pulse: () -> Void

  /// The number of times a command is sent to a tag that does not answer it but answers a select.
  static let attempts = 12
  /// The number of consecutive refusals after which a command counts as refused.
  static let refusals = 3
  /// The number of reader failures after which a command fails.
  static let faults = 3
  /// The maximum number of GET_VERSION commands. In a weak field the command may be lost, and tags that do not support
  /// it do not answer.
  private static let versionQuestions = 8
  /// The maximum number of pages per FAST_READ; libnfc's buffer holds an answer of 264 bytes.
  static let pagesAtOnce = 60

  /// Creates a link to a tag.
  ///
  /// - Parameters:
  ///   - tag: the selected tag.
  ///   - device: the reader on which it is selected.
  ///   - pulse: a function called after each command, as a sign of life. Long sequences exceed the host's timeout.
  init(_ tag: NFCDevice.Found, on device: NFCDevice, pulse: @escaping () -> Void = {}) {
    uid = tag.uid
    kind = TagKind(atqa: tag.atqa, sak: tag.sak)
    self.device = device
    self.pulse = pulse
  }

  /// Selects the tag by its UID, and authenticates again if required. Returns false if the tag does not answer.
  mutating func select() throws(TagDeviceError) -> Bool {
    defer { pulse() }
    for _ in 0..<Self.refusals {
      guard try device.select(uid) != nil else { continue }
      guard let password else { return true }
      do throws(TagDeviceError) {
        _ = try device.exchange([Command.authenticate] + password, raw: true)
        return true
      } catch  where error.isAboutTag {
        // The password was right before. A tag that is not authenticated would refuse the next command.
      }
    }
    return false
  }

  /// Sends GET_VERSION to identify the tag. Plain Ultralights do not support it; the bytes behind their last page
  /// identify them. Returns false if the tag is gone.
  mutating func identify() throws(TagDeviceError) -> Bool {
    defer { pulse() }
    var refusals = 0
    for question in 1...Self.versionQuestions {
      do throws(TagDeviceError) {
        let version = try device.exchange([Command.getVersion], raw: true)
        if let known = TagKind(version: version) { kind = known }
        isFast = true
        return true
      } catch  where error.isAboutTag {
        guard try select() else { return false }
        refusals = error.isRefusal ? refusals + 1 : 0
        if refusals == Self.refusals { return true }
        // No answer proves nothing, but the UID behind page 15 does.
        guard question % 2 == 0 else { continue }
        switch try pages(from: TagKind.ultralight.lastPage ?? 0, through: 0xFF) {
        case .value(let bytes) where bytes.dropFirst(4).starts(with: uid.bytes.prefix(3)):
          kind = .ultralight
          return true
        case .value, .refused, .mute: continue
        case .gone: return false
        }
      }
    }
    return true
  }

  /// Sets what the pages read so far show about the tag.
  mutating func assume(_ kind: TagKind, isFast: Bool) {
    self.kind = kind
    self.isFast = isFast
  }

  /// Reads a range of pages that all exist.
  mutating func pages(_ range: ClosedRange<Int>) throws(TagDeviceError) -> Answer<[UInt8]> {
    var bytes: [UInt8] = []
    while bytes.count < range.count * 4 {
      switch try pages(from: range.lowerBound + bytes.count / 4, through: range.upperBound) {
      case .value(let more): bytes += more
      case .refused: return .refused
      case .mute: return .mute
      case .gone: return .gone
      }
    }
    return .value(bytes)
  }

  /// Reads pages from `first` up to the last wanted one, or fewer; at least one.
  mutating func pages(from first: Int, through wanted: Int) throws(TagDeviceError) -> Answer<[UInt8]> {
    let last = min(max(first, wanted), first + Self.pagesAtOnce - 1, kind.lastPage ?? 0xFF)
    guard first <= last else { return .refused }
    if isFast {
      var tries = 0
      let answer = try attempt { link throws(TagDeviceError) -> [UInt8]? in
        tries += 1
        // A tag that answers GET_VERSION but not FAST_READ is read with READ.
        guard tries <= Self.refusals else { return try link.read(first, first) }
        return try link.fastRead(first, last)
      }
      guard case .refused = answer else { return answer }
    }
    let isFast = isFast
    return try attempt { link throws(TagDeviceError) in
      // A tag with FAST_READ may return its first pages in place of hidden ones. Only the first of the four is certain.
      try link.read(first, isFast ? first : last)
    }
  }

  /// Writes a page of 4 bytes; the page number is 3 or more.
  ///
  /// Pages below 3 and behind the data area are excluded. They hold the UID and lock bits, and lock bits can never be
  /// cleared. `configure` writes configuration pages.
  mutating func write(_ page: Int, _ bytes: [UInt8]) throws(TagDeviceError) -> Answer<Void> {
    let limit = kind.layout?.userPages.upperBound ?? 0xFF
    precondition((3..<limit).contains(page), "page \(page) of a \(kind.name ?? "tag") is never written")
    return try send(page, bytes)
  }

  /// Writes one of the four configuration pages of 4 bytes. The index is 0 to 3: CFG0, CFG1, PWD, PACK.
  mutating func configure(_ index: Int, _ bytes: [UInt8]) throws(TagDeviceError) -> Answer<Void> {
    guard let first = kind.layout?.configurationPage, (0..<4).contains(index) else { return .refused }
    return try send(first + index, bytes)
  }

  /// Authenticates with a password, which is sent again after each select.
  ///
  /// - Returns: the two bytes (PACK) with which the tag answers the right password.
  mutating func open(_ password: [UInt8]) throws(TagDeviceError) -> Answer<[UInt8]> {
    self.password = nil
    for _ in 0..<Self.attempts {
      do throws(TagDeviceError) {
        defer { pulse() }
        let pack = try device.exchange([Command.authenticate] + password, raw: true)
        self.password = password
        return .value(pack)
      } catch  where error.isAboutTag {
        guard try select() else { return .gone }
        // A refusal is not retried, because some tags count wrong passwords and lock themselves.
        if error.isRefusal { return .refused }
      }
    }
    return .mute
  }

  /// Switches the field off and on, and selects the tag again. A changed password configuration is in effect after
  /// that, and the tag is not authenticated. Returns false if the tag is gone.
  mutating func restart() throws(TagDeviceError) -> Bool {
    password = nil
    try device.restartField()
    return try select()
  }

  /// Halts the tag.
  func halt() throws(TagDeviceError) { try device.halt() }

  private mutating func send(_ page: Int, _ bytes: [UInt8]) throws(TagDeviceError) -> Answer<Void> {
    precondition(bytes.count == 4, "a page has 4 bytes")
    return try attempt { link throws(TagDeviceError) in
      link.writes += 1
      _ = try link.device.exchange([Command.write, UInt8(page)] + bytes, raw: false)
      return ()
    }
  }

  /// Sends a command, and repeats it after selecting the tag again. A command without an answer may have been carried
  /// out or not. The result is `refused` only after consecutive refusals. Throws only after repeated reader failures.
  private mutating func attempt<Value>(
    _ body: (inout Type2Link) throws(TagDeviceError) -> Value?
  ) throws(TagDeviceError) -> Answer<Value> {
    var (refusals, faults) = (0, 0)
    for number in 1...Self.attempts {
      do throws(TagDeviceError) {
        if number > 1, try !select() { return .gone }
        defer { pulse() }
        if let value = try body(&self) { return .value(value) }
        refusals = 0
      } catch {
        if !error.isAboutTag {
          faults += 1
          if faults == Self.faults { throw error }
        }
        refusals = error.isRefusal ? refusals + 1 : 0
        if refusals == Self.refusals { return try select() ? .refused : .gone }
      }
    }
    return try select() ? .mute : .gone
  }

  private mutating func fastRead(_ first: Int, _ last: Int) throws(TagDeviceError) -> [UInt8]? {
    reads += 1
    let bytes = try device.exchange([Command.fastRead, UInt8(first), UInt8(last)], raw: true)
    return bytes.count == (last - first + 1) * 4 ? bytes : nil
  }

  /// Reads at most four pages. Behind its last page a tag sends its first pages again; these are cut off where the last
  /// page is known.
  private mutating func read(_ first: Int, _ last: Int) throws(TagDeviceError) -> [UInt8]? {
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
