package import Deadwax

extension WriteTransaction {
  /// Sets the status of a copy. A loss or a withdrawal gets the date of today (UTC), which staff can correct; the date
  /// and the reason of the status before end.
  package func set(_ status: Copy.Status, of copy: Copy.ID) throws {
    let today = CivilDate(daysSince1970: Int((Double(now.milliseconds) / 86_400_000).rounded(.down)))
    try update(
      copy, "status = ?3, status_on = ?4, status_reason = NULL, is_sold = 0", status.rawValue,
      status == .available ? nil : today.description)
  }

  /// Sets the number of a copy's parts that are missing.
  package func setPartsMissing(_ parts: Int, of copy: Copy.ID) throws {
    try update(copy, "parts_missing = ?3", parts)
  }

  /// Sets the condition of a copy's medium, its sleeve, or both. Nil leaves a condition unchanged.
  package func grade(_ copy: Copy.ID, media: String? = nil, sleeve: String? = nil) throws {
    try update(
      copy, "media_condition = coalesce(?3, media_condition), sleeve_condition = coalesce(?4, sleeve_condition)", media,
      sleeve)
    if media != nil { try indexRelease(of: copy) }
  }

  /// Sets the notes about a copy.
  package func setNotes(_ notes: String?, of copy: Copy.ID) throws {
    try update(copy, "notes = ?3", notes)
    try indexRelease(of: copy)
  }

  /// Counts an in-house use of a copy at the current time.
  package func countInHouse(of copy: Copy.ID) throws {
    try update(copy, "in_house = in_house + 1, last_in_house_at = ?3", now)
  }

  // The first value of the assignments is `?3`.
  private func update(_ copy: Copy.ID, _ assignments: String, _ values: (any Bindable)?...) throws {
    try snapshot(.copy, copy.text)
    try run(
      "UPDATE copy SET \(assignments), version = version + 1, modified_at = ?2 WHERE id = ?1", [copy, now] + values)
  }
}
