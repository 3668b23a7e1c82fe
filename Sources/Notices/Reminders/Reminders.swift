package import Lending
package import Log
package import Messages
package import Storage

/// Mails to borrowers about what is due soon, overdue, or ready on the pick-up shelf.
///
/// Each reminder is claimed in the database before its mail is handed over, so that it is sent at most once: after a
/// crash in between nobody knows whether it went out, and it is told so rather than sent again. What came back
/// meanwhile is not reminded of. What the program refused is tried again, three times in all.
package final class Reminders: Sendable {
  let database: Database
  let words: Messages
  let house: @Sendable (any Queryable) throws -> HousePolicy
  let program: HookProgram?
  let sender: String
  let logger: Logger

  /// How often a mail is handed over until it is given up.
  package static let tries = 3

  /// - Parameters:
  ///   - database: where loans and reminders are kept.
  ///   - words: the catalogue.
  ///   - house: the rules of the house.
  ///   - program: takes a mail on its standard input, with the address as its one word; nil for none: nothing is claimed
  ///     then.
  ///   - sender: the address the mails come from.
  ///   - logger: hears of what is not sent, without names.
  package init(
    database: Database, words: Messages, house: @escaping @Sendable (any Queryable) throws -> HousePolicy,
    program: HookProgram?, sender: String, logger: Logger
  ) {
    self.database = database
    self.words = words
    self.house = house
    self.program = program
    self.sender = sender
    self.logger = logger
  }
}
