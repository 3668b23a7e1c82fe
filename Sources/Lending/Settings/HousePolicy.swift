package import Deadwax

/// The rules of a house, each with the default that holds until somebody sets another.
package struct HousePolicy: Hashable, Sendable {
  package var due = DueRules()
  package var limits = Limits()
  package var renewal = Renewal()
  package var returns = Returns()
  package var holds = Holds()
  package var fees = Fees()
  package var reminders = Reminders()
  package var privacy = Privacy()
  package var cards = Cards()
  package var desk = DeskPolicy()

  package init() {}

  /// How long is lent.
  package struct DueRules: Hashable, Sendable {
    /// Days, where neither the medium nor the group has its own.
    package var days = 14
    package var daysByMedium: [Medium: Int] = [:]
    /// By group, and within it by medium; more special than the medium alone.
    package var daysByGroup: [String: Int] = [:]
    package var daysByGroupAndMedium: [String: [Medium: Int]] = [:]
    /// No loan goes beyond this moment, whatever its length, as the end of a term; nil for none.
    package var hardDate: Timestamp?
    package var calendar = OpeningCalendar()

    package init() {}
  }

  package struct Limits: Hashable, Sendable {
    /// Loans of one borrower at once.
    package var loans = 10
    package var loansByGroup: [String: Int] = [:]
    /// Overdue loans from which on nothing more is lent; 0 for never.
    package var overdueLoans = 1
    /// Unpaid fees in minor units from which on nothing more is lent; 0 for never.
    package var feesDue = 0
    /// The lowest grade of the medium that is lent; nil for any.
    package var leastCondition: String?

    package init() {}
  }

  package struct Renewal: Hashable, Sendable {
    package var limit = 3
    /// Whether the new time counts from the due date rather than from today.
    package var countsFromDue = false
    /// Days before the due date from which on it can be renewed; nil for always.
    package var opensDaysBefore: Int?
    /// What an overdue loan does: nothing, keeps itself from renewal, or all of the borrower's.
    package var overdue = Overdue.item

    package enum Overdue: String, CaseIterable, Sendable { case allowed, item, all }

    package init() {}
  }

  package struct Returns: Hashable, Sendable {
    /// Whether a loan whose parts are not all back stays open, rather than closing with a claim.
    package var keepsOpenWithoutParts = true
    /// Whether what was not on loan is counted as used in the house.
    package var countsInHouse = false
    /// Whether a withdrawn copy is not taken back without staff.
    package var blocksWithdrawn = true
    /// Whether what went out in several parts is counted before it is taken back.
    package var asksParts = true

    package init() {}
  }

  package struct Holds: Hashable, Sendable {
    /// Of one borrower at once.
    package var perBorrower = 5
    /// Days that a copy lies ready.
    package var pickUpDays = 7
    /// The place where it lies.
    package var shelf: Place.ID?
    /// Whether nothing is laid ready for somebody whose card is blocked: the hold keeps its place.
    package var skipsBlocked = true

    package init() {}
  }

  /// In minor units; nothing is charged until it is switched on.
  package struct Fees: Hashable, Sendable {
    package var isOn = false
    package var currency = "EUR"
    package var perDay = 20
    /// For one loan; 0 for no end.
    package var most = 1000
    /// So many of the first overdue days cost nothing, now or later.
    package var graceDays = 0
    /// Whether days on which the house is closed cost as well.
    package var closedDaysCount = false

    package init() {}
  }

  package struct Reminders: Hashable, Sendable {
    /// Days before the due date from which on a loan counts as due soon; nil for never.
    package var dueSoonDays: Int? = 2
    /// Days after the due date at which an overdue loan is reminded of, once at each; none for never.
    package var overdueDays = [1, 7, 21]

    package init() {}
  }

  package struct Privacy: Hashable, Sendable {
    /// Days after its return at which a loan forgets who had it; nil for never.
    package var anonymiseAfterDays: Int? = 90

    package init() {}
  }

  package struct Cards: Hashable, Sendable {
    /// Which texts are borrowers' cards of elsewhere: `*` for any characters, `#` for one digit, `@` for one letter.
    package var patterns: [String] = []

    package init() {}
  }
}
