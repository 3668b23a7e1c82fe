/// The copies that were never lent, as SQL about a copy `c`: the rule of the query language and of the statistics.
enum UnlentCopies {
  /// The condition that a copy is neither lost nor withdrawn.
  static let held = "c.status NOT IN ('lost', 'withdrawn')"

  /// The condition that a copy of the library was never lent. The loans of a borrower who was erased stay, so they count.
  static let condition = "\(held) AND NOT EXISTS (SELECT 1 FROM loan n WHERE n.copy_id = c.id)"
}
