internal import Circulation
package import Deadwax
internal import Lanes
package import Lending
package import Log
package import Messages
package import Readers
package import Storage

/// Receipts of visits, in the language of their desk: to be shown, or handed to a printer in the background. A printer
/// that fails or hangs holds nobody up.
package final class Receipts: Sendable {
  /// How it went with the printer last, for whoever looks after it.
  package struct Printing: Hashable, Sendable {
    package var isConfigured: Bool
    package var printed: Int
    package var failed: Int
    /// Why the last one was not printed; nil when it was.
    package var fault: String?
    package var waiting: Int
  }

  private let database: Database
  private let words: Messages
  private let house: @Sendable (any Queryable) throws -> HousePolicy
  private let printer: HookProgram?
  private let logger: Logger
  private let lane = Worker("receipts", limit: 32)
  private let isStopping = Signal()
  private let printsASCII: Bool
  private let faults = Once()
  private let printing: Guarded<Printing>

  /// - Parameters:
  ///   - database: where visits are kept.
  ///   - words: the catalogue.
  ///   - house: the rules of the house.
  ///   - printer: gets a receipt as text on its standard input; nil for none.
  ///   - printsASCII: whether it knows no other letters than those of ASCII.
  ///   - logger: hears once of a printer that fails, and once when it works again.
  package init(
    database: Database, words: Messages, house: @escaping @Sendable (any Queryable) throws -> HousePolicy,
    printer: HookProgram?, printsASCII: Bool = false, logger: Logger
  ) {
    self.database = database
    self.words = words
    self.house = house
    self.printer = printer
    self.printsASCII = printsASCII
    self.logger = logger
    printing = Guarded(Printing(isConfigured: printer != nil, printed: 0, failed: 0, fault: nil, waiting: 0))
  }

  package var state: Printing { printing.withLock { $0 } }

  /// The receipt of a visit as it stands now.
  ///
  /// - Throws: `CounterError.noSuchVisit`.
  package func receipt(of visit: Visit.ID) throws -> Receipt { try database.read { try receipt(of: visit, in: $0) } }

  /// Whether a visit is the newest of its desk, and is open still or has ended a short time ago: then whoever stands at
  /// the desk may have its receipt.
  package func isFresh(_ visit: Visit.ID, at now: Timestamp = .now(), within time: Duration = .seconds(300)) throws
    -> Bool
  {
    try database.read { reading in
      guard let visit = try reading.visit(visit) else { return false }
      let isNewest = try reading.newestVisit(of: visit.station)?.id == visit.id
      return isNewest && visit.endedAt.map { now - $0 <= time } ?? true
    }
  }

  /// At which desk a visit is, or was; nil when there is no such visit.
  package func station(of visit: Visit.ID) throws -> Station.Name? {
    try database.read { try $0.visit(visit)?.station }
  }

  /// As text of 40 columns.
  ///
  /// - Parameters:
  ///   - visit: whose.
  ///   - language: nil for that of the desk.
  ///   - isNamed: whether it says whose it is.
  /// - Returns: UTF-8 text.
  /// - Throws: `CounterError.noSuchVisit`.
  package func text(of visit: Visit.ID, language: Language? = nil, isNamed: Bool = true) throws -> String {
    try database.read { reading in
      var receipt = try receipt(of: visit, in: reading)
      if !isNamed { receipt.shortName = nil }
      return receipt.text(try words(at: receipt.station, language, in: reading))
    }
  }

  /// As a page of HTML.
  ///
  /// - Parameters:
  ///   - visit: whose.
  ///   - language: nil for that of the desk.
  ///   - isNamed: whether it says whose it is.
  /// - Returns: a whole page.
  /// - Throws: `CounterError.noSuchVisit`.
  package func page(of visit: Visit.ID, language: Language? = nil, isNamed: Bool = true) throws -> String {
    try database.read { reading in
      var receipt = try receipt(of: visit, in: reading)
      if !isNamed { receipt.shortName = nil }
      return receipt.page(try words(at: receipt.station, language, in: reading))
    }
  }

  /// Hands a receipt to the printer, in the background. Returns at once, whatever the printer does.
  ///
  /// - Returns: false when there is no printer, or too much waits for it.
  package func print(_ visit: Visit.ID) -> Bool {
    guard let printer else { return false }
    let isTaken = lane.add { [self] in
      defer { printing.withLock { $0.waiting -= 1 } }
      guard !isStopping.isRaised else { return }
      let text: String
      do {
        text = try self.text(of: visit)
      } catch {
        return failed("the receipt could not be made: \(error)")
      }
      let result = printer.run(Array((printsASCII ? ASCIILetters.plain(text) : text).utf8))
      if result.isDone { printed() } else { failed(result.said) }
    }
    guard isTaken else {
      failed("too many receipts wait for the printer")
      return false
    }
    printing.withLock { $0.waiting += 1 }
    return true
  }

  /// The same for a visit that has just ended, in which something was done.
  package func printEnded(_ visit: Visit.ID) {
    guard printer != nil, (try? receipt(of: visit))?.lines.isEmpty == false else { return }
    _ = print(visit)
  }

  /// What the printer has not begun is given up.
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
    if faults.isFirst("printer") { logger.warning("a receipt was not printed: \(why)") }
  }

  private func words(at station: Station.Name, _ language: Language?, in records: any Queryable) throws -> Words {
    let house = try house(records)
    let zone = LoanRules(house: house).zone
    let spoken = try language ?? records.language(of: station).flatMap(Language.init(rawValue:)) ?? .english
    return Words(words, language: spoken, currency: house.fees.currency, ahead: { zone.offset(at: $0) })
  }

  private func receipt(of id: Visit.ID, in records: any Queryable) throws -> Receipt {
    guard let visit = try records.visit(id) else { throw CounterError.noSuchVisit }
    var receipt = Receipt(station: visit.station, at: visit.endedAt ?? visit.beganAt)
    for line in try records.lines(of: id) {
      guard let loan = try records.loan(line.loan), let copy = try records.copy(loan.copy),
        let release = try records.release(copy.release), let kind = Receipt.Line.Kind(rawValue: line.kind.rawValue)
      else { continue }
      receipt.lines.append(
        Receipt.Line(
          kind: kind, title: release.title, artist: release.artist, number: copy.number, dueAt: line.dueAt))
    }
    if let borrower = try visit.borrower.flatMap({ try records.borrower($0) }) {
      receipt.shortName = borrower.shortName
      receipt.openLoans = borrower.openLoans
      receipt.feesDue = borrower.feesDue > 0 ? borrower.feesDue : nil
    }
    return receipt
  }
}
