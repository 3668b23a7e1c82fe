package import Deadwax

/// The library policy. Each setting has a default.
package struct LibraryPolicy: Hashable, Sendable {
  package var due = DueRules()
  package var limits = Limits()
  package var renewal = Renewal()
  package var returns = Returns()
  package var holds = Holds()
  package var fees = Fees()
  package var reminders = Reminders()
  package var privacy = Privacy()
  package var cards = Cards()
  package var stations = StationDefaults()
  package var appearance = Appearance()
  package var attachments = Attachments()
  package var sources = Sources()
  package var places = Places()
  package var lists = Lists()
  package var plays = Plays()
  package var backups = Backups()

  package init() {}

  /// The settings for pictures, texts and PDFs that belong to records.
  package struct Attachments: Hashable, Sendable {
    /// The space of all files in mebibytes.
    package var quota = 10_240

    package init() {}
  }

  /// The settings for the lists of releases.
  package struct Lists: Hashable, Sendable {
    /// The maximum number of recent releases; 0 to keep none.
    package var recents = 50
    /// The look of the page Library, unless a person chooses another one.
    package var view = View.list
    /// The order of the page Library, as a value of the field `sort` of queries.
    package var order = orders[0]
    /// The domain of searches on the page Library, as a value of the field `in` of queries; nil for all.
    package var domain: String?
    /// True if lists show the pictures of covers instead of drawn sleeves.
    package var showsCovers = true

    package init() {}

    /// The look of a list of releases; the raw value is that of the setting.
    package enum View: String, CaseIterable, Sendable {
      case list, grid
    }

    /// The orders to choose from; the first one is that of a list without an order.
    package static let orders = ["added", "artist", "title", "label", "year", "-year"]
    /// The domains to choose from.
    package static let domains = ["titles", "metadata", "tags", "tracks", "notes"]
  }

  /// The settings for places and their slots.
  package struct Places: Hashable, Sendable {
    package var tracking = Tracking.carousel
    /// The number of slots of a new carousel, or of a new cartridge.
    package var capacity = 0

    package init() {}

    /// The way in which the library notes where its records stand; the raw value is that of the setting.
    package enum Tracking: String, CaseIterable, Sendable {
      /// It does not: nothing asks for a place.
      case off
      /// Changers have slots with numbers.
      case carousel
      /// Changers have cartridges, and these have slots with numbers.
      case cartridge
    }

    /// True if the library notes where its records stand.
    package var areTracked: Bool { tracking != .off }

    /// Returns the number of slots of a new place for which no number was given.
    package func slots(of kind: Place.Kind) -> Int {
      switch (tracking, kind) {
      case (.carousel, .changer), (.cartridge, .cartridge): capacity
      default: 0
      }
    }
  }

  /// The settings for plays.
  package struct Plays: Hashable, Sendable {
    /// True if a play that exceeds the performance complement of the United States has a warning.
    package var warnsOfComplement = false
    /// The seconds that a tag may be away from a reader and still be the same play.
    package var pause = 10
    /// The seconds that a tag must be on a reader before it is a play.
    package var least = 30

    package init() {}
  }

  /// The settings for external sources. MusicBrainz and the Cover Art Archive are asked only if both of theirs are set.
  package struct Sources: Hashable, Sendable {
    package var asksMusicBrainz = false
    /// The address of the operator, for the name of the program in requests; nil for none.
    package var contact: String?
    /// The countries of the records that the library mostly has, the likeliest first, as Discogs writes them.
    package var countries: [String] = []

    package init() {}
  }

  /// The settings for backups.
  package struct Backups: Hashable, Sendable {
    /// The most hours that a change is without a backup; nil if the hub makes none by itself.
    package var hours: Int? = 6
    /// The most backups that stay.
    package var count = 30
    /// The days after which a backup is removed; nil for never.
    package var days: Int? = 90
    /// The most mebibytes of the databases of all backups; nil for no limit.
    package var mebibytes: Int?
    /// The hours after which a backup that lacks changes is stale.
    package var staleHours = 48
    /// The greatest age in hours of the backup before irreversible work; nil if it needs none.
    package var cautionHours: Int? = 48

    package init() {}
  }

  /// The settings for the length of a loan.
  package struct DueRules: Hashable, Sendable {
    /// The length in days, if neither the medium nor the group has its own.
    package var days = 14
    package var daysByMedium: [Medium: Int] = [:]
    /// The length in days by group, and within it by medium; takes precedence over the medium alone.
    package var daysByGroup: [String: Int] = [:]
    package var daysByGroupAndMedium: [String: [Medium: Int]] = [:]
    /// The latest due time of all loans, such as the end of a term; nil for none.
    package var hardDate: Timestamp?
    package var calendar = OpeningCalendar()

    package init() {}
  }

  package struct Limits: Hashable, Sendable {
    /// The maximum number of open loans of one borrower.
    package var loans = 10
    package var loansByGroup: [String: Int] = [:]
    /// The number of overdue loans from which nothing more is lent; 0 for never.
    package var overdueLoans = 1
    /// The unpaid fees in minor units from which nothing more is lent; 0 for never.
    package var feesDue = 0
    /// The lowest grade of the medium that is lent; nil for any.
    package var leastCondition: String?

    package init() {}
  }

  package struct Renewal: Hashable, Sendable {
    package var limit = 3
    /// True if the new due time counts from the due date rather than from today.
    package var countsFromDue = false
    /// The number of days before the due date from which the loan can be renewed; nil for always.
    package var opensDaysBefore: Int?
    /// The effect of an overdue loan: none, it cannot be renewed, or none of the borrower's loans can.
    package var overdue = Overdue.item

    package enum Overdue: String, CaseIterable, Sendable { case allowed, item, all }

    package init() {}
  }

  package struct Returns: Hashable, Sendable {
    /// True if a loan with missing parts stays open, rather than closing with a claim.
    package var keepsOpenWithoutParts = true
    /// True if a check-in of a copy that was not on loan counts as in-house use.
    package var countsInHouse = false
    /// True if only staff can check in a withdrawn copy.
    package var blocksWithdrawn = true
    /// True if the parts of a loan with several parts are counted before the check-in.
    package var asksParts = true

    package init() {}
  }

  package struct Holds: Hashable, Sendable {
    /// The maximum number of open holds of one borrower.
    package var perBorrower = 5
    /// The number of days for which a copy stays ready for pick-up.
    package var pickUpDays = 7
    /// The place of the pick-up shelf.
    package var shelf: Place.ID?
    /// True if holds of borrowers with a blocked card are skipped; they retain their positions.
    package var skipsBlocked = true

    package init() {}
  }

  /// The fees, in minor units. The library charges nothing until `isOn` is set.
  package struct Fees: Hashable, Sendable {
    package var isOn = false
    package var currency = "EUR"
    package var perDay = 20
    /// The maximum for one loan; 0 for no maximum.
    package var most = 1000
    /// The number of overdue days, from the first, that are never charged.
    package var graceDays = 0
    /// True if days on which the library is closed are charged, too.
    package var closedDaysCount = false

    package init() {}
  }

  package struct Reminders: Hashable, Sendable {
    /// The number of days before the due date from which a loan counts as due soon; nil for never.
    package var dueSoonDays: Int? = 2
    /// The numbers of days after the due date at which a reminder is sent, once each; empty for never.
    package var overdueDays = [1, 7, 21]
    /// True if borrowers are notified about holds that have expired.
    package var isExpiryNoticed = true
    /// The ways in which notices are sent, the preferred one first.
    package var ways: [NoticeWay] = [.mail]

    package init() {}
  }

  package struct Privacy: Hashable, Sendable {
    /// The number of days after its return at which a loan is anonymised; nil for never.
    package var anonymiseAfterDays: Int? = 90
    /// The number of hours after which the link that a station shows to a borrower ends; nil for no such link.
    package var linkHours: Int? = 24
    /// True if the numbers for a screen on the wall need no token.
    package var isWallOpen = false

    package init() {}
  }

  package struct Cards: Hashable, Sendable {
    /// The patterns of external borrowers' cards: `*` for any characters, `#` for one digit, `@` for one letter.
    package var patterns: [String] = []

    package init() {}
  }
}
