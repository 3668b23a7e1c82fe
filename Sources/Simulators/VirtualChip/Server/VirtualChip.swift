package import Deadwax
internal import Glibc
internal import Threads

/// A simulated PN532 on a pseudo-terminal, with an antenna for cards. libnfc opens it as `pn532_uart:PATH`.
///
/// All methods may be called from any thread.
package final class VirtualChip: Sendable {
  let port: Monitor<ChipPort>
  private let start = ContinuousClock.now
  private let link: String?
  private let server: Locked<ChipServer?>

  /// Creates the chip, plugged in and with an empty antenna.
  ///
  /// - Parameters:
  ///   - link: the path of a symbolic link to the pseudo-terminal, so that the path does not change when the chip is
  ///     unplugged and plugged in again. An existing link is replaced.
  ///   - timing: the timing of operations, real or immediate.
  /// - Throws: the error of creating the pseudo-terminal or the link.
  package init(link: String? = nil, timing: ChipTiming = .immediate) throws(ChipError) {
    port = Monitor(ChipPort(timing: timing))
    self.link = link
    server = Locked(nil)
    try plug()
  }

  deinit { unplug() }

  /// The path for hosts: the link, or the pseudo-terminal itself. Nil while unplugged without a link.
  package var path: String? { link ?? server.withLock { $0?.terminal.path } }

  /// True if a host can open the chip.
  package var isPluggedIn: Bool { server.withLock { $0 != nil } }

  // MARK: - Cards

  /// Places a card on the antenna, and replaces a card with the same UID.
  package func place(_ card: any VirtualCard) {
    change { $0.chip.antenna.place(card) }
  }

  /// Removes a card.
  ///
  /// - Parameter uid: the UID of the card.
  /// - Returns: the card in its current state; nil if it is not there.
  @discardableResult
  package func remove(_ uid: TagID) -> (any VirtualCard)? {
    change { $0.chip.antenna.remove(uid) }
  }

  /// Removes all cards, including those removed during a write, and returns them in their current state.
  @discardableResult
  package func removeAll() -> [any VirtualCard] {
    change { port in port.chip.antenna.placed.map(\.name).compactMap { port.chip.antenna.remove($0) } }
  }

  /// The cards on the antenna, in the order in which they were placed.
  package var cards: [any VirtualCard] { port.read { $0.chip.antenna.cards } }

  /// Returns a card on the antenna or removed during a write, in its current state; nil if there is none with this UID.
  package func card(_ uid: TagID) -> (any VirtualCard)? { port.read { $0.chip.antenna.card(uid) } }

  /// Changes a card's memory directly. The change is not counted and ignores all locks, unlike any command.
  ///
  /// - Returns: false if the card is not there, or does not have these bytes.
  @discardableResult
  package func poke(_ uid: TagID, _ bytes: [UInt8], at offset: Int) -> Bool {
    change { port in
      guard let card = port.chip.antenna.card(uid), offset >= 0, offset + bytes.count <= card.eeprom.bytes.count else {
        return false
      }
      return port.chip.antenna.change(uid) { $0.eeprom.replace(at: offset, with: bytes) }
    }
  }

  // MARK: - Statistics

  /// The statistics of the commands since the chip was created.
  package var statistics: ChipStatistics { port.read { $0.statistics } }

  /// The most recent bytes on the line, the newest last.
  package var trace: [ChipTrace.Entry] { port.read { $0.trace.entries } }

  /// True if the field is on.
  package var isFieldOn: Bool { port.read { $0.chip.antenna.isOn } }

  /// Waits until the statistics meet a condition.
  ///
  /// - Parameters:
  ///   - limit: the timeout.
  ///   - body: the condition, evaluated after each change.
  /// - Returns: false after the timeout.
  package func wait(atMost limit: Duration, until body: (ChipStatistics) -> Bool) -> Bool {
    port.wait(atMost: limit) { body($0.statistics) ? true : nil } ?? false
  }

  /// Unplugs the chip: a host with the line open receives errors, the path is removed, and the chip loses its power.
  package func unplug() {
    guard let server = server.withLock({ server in server.take() }) else { return }
    server.stop()
    if let link { Glibc.unlink(link) }
    port.update { $0.powerCycle() }
  }

  /// Plugs the chip in again, on a new pseudo-terminal. Does nothing if it is plugged in.
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
    // A symbolic link cannot be changed. Renaming replaces it atomically, so it is never missing.
    let new = link + ".new"
    unlink(new)
    guard symlink(path, new) == 0, rename(new, link) == 0 else { throw .call("symlink(\(link))", errno: errno) }
  }
}
