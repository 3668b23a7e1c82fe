package import Deadwax
internal import Execution
package import Lending
package import Log
package import Messages
package import Readers
package import Storage
internal import Threads

/// The receipts of sessions, in the language of their station, for a screen or for a printer in the background. A
/// printer that fails or hangs delays nothing else.
package final class Receipts: Sendable {
  /// The state of the receipt printer.
  package struct Printing: Hashable, Sendable {
    package var isConfigured: Bool
    package var printed: Int
    package var failed: Int
    /// The reason that the last receipt was not printed; nil if it was.
    package var fault: String?
    package var waiting: Int
  }

  let database: Database
  private let words: Messages
  let library: @Sendable (any Queryable) throws -> LibraryPolicy
  private let printer: ExternalCommand?
  private let logger: Logger
  private let lane = SerialQueue("receipts", limit: 32)
  private let isStopping = Latch()
  private let printsASCII: Bool
  private let faults = RepeatFilter()
  private let printing: Locked<Printing>

  /// - Parameters:
  ///   - database: the database of the library.
  ///   - words: the message catalogue.
  ///   - library: returns the library policy.
  ///   - printer: a program that reads a receipt as text from its standard input; nil for none.
  ///   - printsASCII: true if the printer supports only ASCII characters.
  ///   - logger: logs once that the printer fails, and once that it works again.
  package init(
    database: Database, words: Messages, library: @escaping @Sendable (any Queryable) throws -> LibraryPolicy,
    printer: ExternalCommand?, printsASCII: Bool = false, logger: Logger
  ) {
    self.database = database
    self.words = words
    self.library = library
    self.printer = printer
    self.printsASCII = printsASCII
    self.logger = logger
    printing = Locked(Printing(isConfigured: printer != nil, printed: 0, failed: 0, fault: nil, waiting: 0))
  }

  package var state: Printing { printing.withLock { $0 } }

  /// Returns the current receipt of a session.
  ///
  /// - Throws: `StaffError.noSuchSession`.
  package func receipt(of session: StoredSession.ID) throws -> Receipt {
    try database.read { try receipt(of: session, in: $0) }
  }

  /// Returns true if a session is the newest of its station, and is open or ended within the given time. Then the
  /// user at the station may have its receipt.
  package func isFresh(
    _ session: StoredSession.ID, at now: Timestamp = .now(), within time: Duration
  ) throws -> Bool {
    try database.read { reading in
      guard let session = try reading.session(session) else { return false }
      let isNewest = try reading.newestSession(of: session.station)?.id == session.id
      return isNewest && session.endedAt.map { now - $0 <= time } ?? true
    }
  }

  /// Returns the station of a session; nil if there is no such session.
  package func station(of session: StoredSession.ID) throws -> Station.Name? {
    try database.read { try $0.session(session)?.station }
  }

  /// Returns a receipt as text of 40 columns.
  ///
  /// - Parameters:
  ///   - session: the session.
  ///   - language: the language; nil for that of the station.
  ///   - isNamed: true to include the short name of the borrower.
  /// - Returns: UTF-8 text.
  /// - Throws: `StaffError.noSuchSession`.
  package func text(of session: StoredSession.ID, language: Language? = nil, isNamed: Bool = true) throws -> String {
    try database.read { reading in
      var receipt = try receipt(of: session, in: reading)
      if !isNamed { receipt.shortName = nil }
      return receipt.text(try words(at: receipt.station, language, in: reading))
    }
  }

  /// Returns a receipt as a page of HTML.
  ///
  /// - Parameters:
  ///   - session: the session.
  ///   - language: the language; nil for that of the station.
  ///   - isNamed: true to include the short name of the borrower.
  /// - Returns: a complete page.
  /// - Throws: `StaffError.noSuchSession`.
  package func page(of session: StoredSession.ID, language: Language? = nil, isNamed: Bool = true) throws -> String {
    try database.read { reading in
      var receipt = try receipt(of: session, in: reading)
      if !isNamed { receipt.shortName = nil }
      return receipt.page(try words(at: receipt.station, language, in: reading))
    }
  }

  /// Prints a receipt in the background. Returns at once, regardless of the printer.
  ///
  /// - Returns: false if there is no printer, or if its queue is full.
  package func print(_ session: StoredSession.ID) -> Bool { print { [self] in try text(of: session) } }

  /// Prints a text in the background, which is created there.
  ///
  /// - Returns: false if there is no printer, or if its queue is full.
  func print(_ create: @escaping @Sendable () throws -> String) -> Bool {
    guard let printer else { return false }
    let isTaken = lane.add { [self] in
      defer { printing.withLock { $0.waiting -= 1 } }
      guard !isStopping.isRaised else { return }
      let text: String
      do {
        text = try create()
      } catch {
        return failed("could not create the receipt: \(error)")
      }
      let result = printer.run(Array((printsASCII ? ASCIILetters.plain(text) : text).utf8))
      if result.isDone { printed() } else { failed(result.said) }
    }
    guard isTaken else {
      failed("too many receipts are waiting for the printer")
      return false
    }
    printing.withLock { $0.waiting += 1 }
    return true
  }

  /// Prints the receipt of a session that has just ended, unless it is empty.
  package func printEnded(_ session: StoredSession.ID) {
    guard printer != nil, (try? receipt(of: session))?.lines.isEmpty == false else { return }
    _ = print(session)
  }

  /// Stops printing; receipts that wait are discarded.
  package func stop() {
    isStopping.raise()
    lane.stop()
  }

  private func printed() {
    printing.withLock {
      $0.printed += 1
      $0.fault = nil
    }
    if faults.over("printer") > 0 { logger.info("receipts are printed again") }
  }

  private func failed(_ why: String) {
    printing.withLock {
      $0.failed += 1
      $0.fault = why
    }
    if faults.isFirst("printer") { logger.warning("could not print a receipt: \(why)") }
  }

  func words(at station: Station.Name, _ language: Language?, in records: any Queryable) throws -> LanguageTexts {
    let library = try library(records)
    let zone = LendingPolicy(library: library, station: StationPolicy()).zone
    let spoken = try language ?? records.language(of: station).flatMap(Language.init(rawValue:)) ?? .english
    return LanguageTexts(words, language: spoken, currency: library.fees.currency, ahead: { zone.offset(at: $0) })
  }

  private func receipt(of id: StoredSession.ID, in records: any Queryable) throws -> Receipt {
    guard let session = try records.session(id) else { throw StaffError.noSuchSession }
    var receipt = Receipt(station: session.station, at: session.endedAt ?? session.beganAt)
    for line in try records.lines(of: id) {
      guard let loan = try records.loan(line.loan), let copy = try records.copy(loan.copy),
        let release = try records.release(copy.release), let kind = Receipt.Line.Kind(rawValue: line.kind.rawValue)
      else { continue }
      receipt.lines.append(
        Receipt.Line(
          kind: kind, title: release.title, artist: release.artist, number: copy.number, dueAt: line.dueAt))
    }
    if let borrower = try session.borrower.flatMap({ try records.borrower($0) }) {
      receipt.shortName = borrower.shortName
      receipt.openLoans = borrower.openLoans
      receipt.feesDue = borrower.feesDue
    }
    return receipt
  }
}
