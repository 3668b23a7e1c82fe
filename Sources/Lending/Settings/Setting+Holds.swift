internal import Deadwax

extension Setting {
  /// The settings of holds and of the pick-up shelf.
  static let holds: [Setting] = [
    whole("holds.per-borrower", \.holds.perBorrower, 0...10_000, "Maximum number of holds per borrower."),
    whole("holds.pick-up-days", \.holds.pickUpDays, 0...365, "Days that a copy waits on the pick-up shelf."),
    Setting(
      "holds.shelf", .text(.place), "Place of the pick-up shelf (off = none).",
      read: { $0.holds.shelf.map { .word($0.text) } ?? .off }, write: { $0.holds.shelf = Place.ID($1.text) }),
    flag(
      "holds.skips-blocked", \.holds.skipsBlocked,
      "Skip the holds of borrowers who are blocked or whose card has expired."),
  ]
}
