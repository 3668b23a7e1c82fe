internal import Deadwax

/// The file of a recording in a package: `recordings/<identifier>.json`.
struct RecordingFile: Decodable {
  var rating: Double?
  var rawRating: Double?
  var reviewCount: Int?
  var confidence: Double?
  var highRatings: Int?
  var lowRatings: Int?
  var sourceType: String?
  var taper: String?
  var source: String?
  var lineage: String?

  enum CodingKeys: String, CodingKey {
    case rating
    case rawRating = "raw_rating"
    case reviewCount = "review_count"
    case confidence
    case highRatings = "high_ratings"
    case lowRatings = "low_ratings"
    case sourceType = "source_type"
    case taper, source, lineage
  }

  /// Returns the recording, without its show.
  ///
  /// - Parameter identifier: the name of the file, without the folder and `.json`.
  /// - Returns: the recording.
  /// - Throws: `PackageFault` if the name or a number is not possible.
  func recording(_ identifier: String) throws(PackageFault) -> ShowRecording {
    guard ArchiveIdentifier(identifier) != nil else {
      throw PackageFault("The name of the file is not an identifier of Archive.org.")
    }
    let numbers = [rating, rawRating, confidence].compactMap(\.self)
    let counts = [reviewCount, highRatings, lowRatings].compactMap(\.self)
    guard numbers.allSatisfy({ $0.isFinite && $0 >= 0 }), counts.allSatisfy({ $0 >= 0 }) else {
      throw PackageFault("A number is below zero.")
    }
    let word = sourceType?.uppercased() ?? ""
    var recording = ShowRecording(
      identifier: identifier, show: "", sourceType: ShowRecording.Source(rawValue: word) ?? .unknown)
    recording.rating = rating ?? 0
    recording.rawRating = rawRating ?? 0
    recording.reviews = reviewCount ?? 0
    recording.confidence = confidence ?? 0
    recording.highRatings = highRatings ?? 0
    recording.lowRatings = lowRatings ?? 0
    recording.taper = taper
    recording.source = source
    recording.lineage = lineage
    recording.sourceTypeText = sourceType
    return recording
  }
}
