internal import Circulation
package import Deadwax
internal import Lanes
package import Lending
package import Log
package import Messages
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
  private let faults = Once()
  private let printing: Guarded<Printing>

  /// - Parameters:
  ///   - database: where visits are kept.
  ///   - words: the catalogue.
  ///   - house: the rules of the house.
  ///   - printer: gets a receipt as text on its standard input; nil for none.
  ///   - logger: hears once of a printer that fails, and once when it works again.
  package init(
    database: Database, words: Messages, house: @escaping @Sendable (any Queryable) throws -> HousePolicy,
    printer: HookProgram?, logger: Logger
  ) {
    self.database = database
    self.words = words
    self.house = house
    self.printer = printer
    self.logger = logger
    printing = Guarded(Printing(isConfigured: printer != nil, printed: 0, failed: 0, fault: nil, waiting: 0))
  }

  package var state: Printing { printing.withLock { $0 } }

  /// The receipt of a visit as it stands now.
  ///
  /// - Throws: `CounterError.noSuchVisit`.
  package func receipt(of visit: Visit.ID) throws -> Receipt { throw CounterError.notYet }

  /// As text of 40 columns.
  ///
  /// - Parameters:
  ///   - visit: whose.
  ///   - language: nil for that of the desk.
  /// - Returns: UTF-8 text.
  /// - Throws: `CounterError.noSuchVisit`.
  package func text(of visit: Visit.ID, language: Language? = nil) throws -> String { throw CounterError.notYet }

  /// As a page of HTML.
  package func page(of visit: Visit.ID, language: Language? = nil) throws -> String { throw CounterError.notYet }

  /// Hands a receipt to the printer, in the background. Returns at once, whatever the printer does.
  ///
  /// - Returns: false when there is no printer, or too much waits for it.
  package func print(_ visit: Visit.ID) -> Bool { false }

  /// What the printer still has to get is given up when the programs end.
  package func stop() { lane.stop() }
}
