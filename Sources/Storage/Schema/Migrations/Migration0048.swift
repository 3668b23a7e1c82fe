extension Migration {
  /// Adds the reason why nothing is shelved in a slot.
  static let disabledSlots = Migration(
    name: "0048-disabled-slots",
    sql: """
      -- NULL for a slot in use.
      ALTER TABLE slot ADD COLUMN disabled_reason TEXT CHECK (disabled_reason <> '');
      """)
}
