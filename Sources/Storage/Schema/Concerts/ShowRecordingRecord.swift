package import Deadwax

private let columns = """
  r.identifier, r.show_id, r.source_type, r.rating, r.raw_rating, r.review_count, r.confidence, r.high_ratings,
  r.low_ratings, r.taper, r.source, r.lineage, r.source_type_string
  """

extension Queryable {
  /// Returns a recording of a show; nil if the catalogue does not have it.
  package func showRecording(_ identifier: String) throws -> ShowRecording? {
    try first("SELECT \(columns) FROM recordings r WHERE r.identifier = ?1", identifier, as: recording(from:))
  }

  /// Returns the recordings of a show, those of the best rating first.
  package func recordings(ofShow id: String) throws -> [ShowRecording] {
    try all(
      "SELECT \(columns) FROM recordings r WHERE r.show_id = ?1 ORDER BY r.rating DESC, r.review_count DESC, r.identifier",
      id, as: recording(from:))
  }

  /// Returns at most `limit` recordings, those of the best rating first.
  ///
  /// - Parameters:
  ///   - source: the kind of source; nil for all of them.
  ///   - reviews: the smallest number of reviews.
  ///   - offset: the number of recordings on the pages before.
  ///   - limit: the maximum number of recordings.
  /// - Returns: the recordings.
  /// - Throws: a `StorageError`.
  package func topRecordings(
    of source: ShowRecording.Source?, reviews: Int, after offset: Int, limit: Int
  ) throws -> [ShowRecording] {
    let list = Self.conditions(source, reviews)
    return try all(
      """
      SELECT \(columns) FROM recordings r \(list.sql)
      ORDER BY r.rating DESC, r.review_count DESC, r.identifier LIMIT ? OFFSET ?
      """, list.values + [limit, offset], as: recording(from:))
  }

  /// Returns the number of such recordings; nil for more than `ListTotal.limit`.
  package func recordingTotal(of source: ShowRecording.Source?, reviews: Int) throws -> Int? {
    try total(of: "recordings r", Self.conditions(source, reviews))
  }

  /// Returns the recordings counted by their kinds of source. Kinds without recordings are left out.
  package func recordingStatistics() throws -> [RecordingStatistic] {
    try all(
      """
      SELECT source_type, count(*) AS recordings, sum(review_count) AS reviews, avg(rating) AS average,
        max(rating) AS best
      FROM recordings GROUP BY source_type ORDER BY source_type
      """
    ) { row in
      RecordingStatistic(
        sourceType: try Self.source(row), recordings: Int(try row.integer("recordings")),
        reviews: Int(try row.integer("reviews")), averageRating: try row.real("average"),
        bestRating: try row.real("best"))
    }
  }

  private static func conditions(_ source: ShowRecording.Source?, _ reviews: Int) -> ListConditions {
    var list = ListConditions()
    list.add("r.source_type = ?", ifGiven: source?.rawValue)
    list.add("r.review_count >= ?", reviews)
    return list
  }

  /// Another program may have written another word.
  private static func source(_ row: Row) throws -> ShowRecording.Source {
    ShowRecording.Source(rawValue: try row.text("source_type")) ?? .unknown
  }

  private func recording(from row: Row) throws -> ShowRecording {
    var recording = ShowRecording(
      identifier: try row.text("identifier"), show: try row.text("show_id"), sourceType: try Self.source(row))
    recording.rating = try row.real("rating")
    recording.rawRating = try row.real("raw_rating")
    recording.reviews = Int(try row.integer("review_count"))
    recording.confidence = try row.real("confidence")
    recording.highRatings = Int(try row.integer("high_ratings"))
    recording.lowRatings = Int(try row.integer("low_ratings"))
    recording.taper = try row.optionalText("taper")
    recording.source = try row.optionalText("source")
    recording.lineage = try row.optionalText("lineage")
    recording.sourceTypeText = try row.optionalText("source_type_string")
    return recording
  }
}
