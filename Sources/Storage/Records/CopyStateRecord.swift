package import Deadwax

extension WriteTransaction {
  /// Notes whether a copy can be had at all.
  package func set(_ status: Copy.Status, of copy: Copy.ID) throws {
    try update(copy, "status = ?3", status.rawValue)
  }

  /// Notes whether a copy is for use in the house only.
  package func setReference(_ isReference: Bool, of copy: Copy.ID) throws {
    try update(copy, "is_reference = ?3", isReference)
  }

  /// Notes how many of a copy's parts are known to be missing.
  package func setPartsMissing(_ parts: Int, of copy: Copy.ID) throws {
    try update(copy, "parts_missing = ?3", parts)
  }

  /// Notes how many parts belong to a copy.
  package func setPartCount(_ parts: Int, of copy: Copy.ID) throws { try update(copy, "part_count = ?3", parts) }

  /// Grades the medium of a copy, its sleeve, or both; nil leaves a grade as it is.
  package func grade(_ copy: Copy.ID, media: String? = nil, sleeve: String? = nil) throws {
    try update(
      copy, "media_condition = coalesce(?3, media_condition), sleeve_condition = coalesce(?4, sleeve_condition)", media,
      sleeve)
  }

  /// Keeps what somebody has written about a copy.
  package func setNotes(_ notes: String?, of copy: Copy.ID) throws { try update(copy, "notes = ?3", notes) }

  /// Counts that a copy was played now.
  package func countPlay(of copy: Copy.ID) throws {
    try update(copy, "plays = plays + 1, last_played_at = ?3", now)
  }

  /// Counts that a copy was used in the house.
  package func countInHouse(of copy: Copy.ID) throws {
    try update(copy, "in_house = in_house + 1, last_in_house_at = ?3", now)
  }

  // The values of the assignments are `?3` and on.
  private func update(_ copy: Copy.ID, _ assignments: String, _ values: (any Bindable)?...) throws {
    try touch(.copy, copy.text)
    try run(
      "UPDATE copy SET \(assignments), version = version + 1, modified_at = ?2 WHERE id = ?1", [copy, now] + values)
  }
}
