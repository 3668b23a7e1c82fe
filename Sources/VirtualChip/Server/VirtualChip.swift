package import Deadwax
internal import Glibc
internal import Lanes

/// A PN532 on a pseudo-terminal, with an antenna to lay cards on. libnfc opens it as `pn532_uart:PATH`.
///
/// All methods may be called from any thread.
package final class VirtualChip: Sendable {
  let port: Condition<ChipPort>
  private let start = ContinuousClock.now
  private let link: String?
  private let server: Guarded<ChipServer?>

  /// Starts the chip, plugged in and with nothing on its antenna.
  ///
  /// - Parameters:
  ///   - link: where to put a symbolic link to the pseudo-terminal, so that the path stays the same when it is
  ///     unplugged and plugged in again; an old link there is replaced.
  ///   - timing: whether things take their time.
  /// - Throws: what kept the pseudo-terminal or the link from being made.
  package init(link: String? = nil, timing: ChipTiming = .immediate) throws(ChipError) {
    port = Condition(ChipPort(timing: timing))
    self.link = link
    server = Guarded(nil)
    try plug()
  }

  deinit { unplug() }

  /// What a host opens: the link, or else the pseudo-terminal itself. Nil while unplugged without a link.
  package var path: String? { link ?? server.withLock { $0?.terminal.path } }

  /// Whether a host can open it now.
  package var isPluggedIn: Bool { server.withLock { $0 != nil } }

  // MARK: cards

  /// Lays a card on the antenna; one with the same number makes room for it.
  package func place(_ card: any Card) {
    change { $0.chip.antenna.place(card) }
  }

  /// Takes a card away.
  ///
  /// - Parameter uid: which one.
  /// - Returns: the card as it is now, with whatever was written to it; nil when it was not there.
  @discardableResult
  package func remove(_ uid: TagUID) -> (any Card)? {
    change { $0.chip.antenna.remove(uid) }
  }

  /// Takes everything away, what was torn from the antenna too, each as it is now.
  @discardableResult
  package func removeAll() -> [any Card] {
    change { port in port.chip.antenna.placed.map(\.name).compactMap { port.chip.antenna.remove($0) } }
  }

  /// The cards on the antenna, in the order in which they were laid down.
  package var cards: [any Card] { port.read { $0.chip.antenna.cards } }

  /// A card on the antenna or torn from it, as it is now; nil when there is none of this number.
  package func card(_ uid: TagUID) -> (any Card)? { port.read { $0.chip.antenna.card(uid) } }

  /// Changes a card's memory where it lies, as nothing on the air could: uncounted, and past all locks.
  ///
  /// - Returns: false when the card is not there, or does not have these bytes.
  @discardableResult
  package func poke(_ uid: TagUID, _ bytes: [UInt8], at offset: Int) -> Bool {
    change { port in
      guard let card = port.chip.antenna.card(uid), offset >= 0, offset + bytes.count <= card.eeprom.bytes.count else {
        return false
      }
      return port.chip.antenna.change(uid) { $0.eeprom.replace(at: offset, with: bytes) }
    }
  }

  // MARK: what it was asked

  /// What it was asked since it was made.
  package var statistics: ChipStatistics { port.read { $0.statistics } }

  /// What was said on the line lately, the newest last.
  package var trace: [ChipTrace.Entry] { port.read { $0.trace.entries } }

  /// Whether the field is on.
  package var isFieldOn: Bool { port.read { $0.chip.antenna.isOn } }

  /// Waits until the statistics are as wanted.
  ///
  /// - Parameters:
  ///   - limit: gives up after that.
  ///   - body: asked anew after each change.
  /// - Returns: whether it came true.
  package func wait(atMost limit: Duration, until body: (ChipStatistics) -> Bool) -> Bool {
    port.wait(atMost: limit) { body($0.statistics) ? true : nil } ?? false
  }

  /// Pulls the plug: a host that has the line open gets errors, the path is gone, and the chip loses its power.
  package func unplug() {
    guard let server = server.withLock({ server in server.take() }) else { return }
    server.stop()
    if let link { Glibc.unlink(link) }
    port.update { $0.powerCycle() }
  }

  /// Plugs it in again, on a new pseudo-terminal. Does nothing when it is.
  package func plug() throws(ChipError) {
    try server.withLock { server throws(ChipError) in
      guard server == nil else { return }
      let new = try ChipServer(port, since: start)
      if let link { try Self.link(link, to: new.terminal.path) }
      new.run()
      server = new
    }
  }

  func change<Result>(_ body: (inout ChipPort) -> Result) -> Result {
    let result = port.update { port in
      defer { port.lookAgain() }
      return body(&port)
    }
    server.withLock { $0?.ring() }
    return result
  }

  private static func link(_ link: String, to path: String) throws(ChipError) {
    var status = stat()
    if lstat(link, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFLNK else { throw .notALink(link) }
    }
    // A link cannot be changed, only replaced by renaming: nobody ever finds it missing.
    let new = link + ".new"
    unlink(new)
    guard symlink(path, new) == 0, rename(new, link) == 0 else { throw .call("symlink(\(link))", errno: errno) }
  }
}
