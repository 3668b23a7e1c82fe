internal import Deadwax

/// The file of a show in a package: `shows/<show_id>.json`.
struct ShowFile: Decodable {
  var id: String
  var band: String
  var date: String
  var venue: String
  var location: String?
  var city: String?
  var state: String?
  var country: String?
  var url: String?
  var setlistStatus: String?
  var setlist: [ShowSet]?
  var lineupStatus: String?
  var lineup: [ShowMusician]?
  var recordings: [String]?
  var bestRecording: String?
  var recordingCount: Int?
  var averageRating: Double?
  var collections: [String]?

  enum CodingKeys: String, CodingKey {
    case id = "show_id"
    case band, date, venue
    case location = "location_raw"
    case city, state, country, url
    case setlistStatus = "setlist_status"
    case setlist
    case lineupStatus = "lineup_status"
    case lineup, recordings
    case bestRecording = "best_recording"
    case recordingCount = "recording_count"
    case averageRating = "avg_rating"
    case collections
  }

  /// Returns the show of the catalogue, without what its recordings add.
  ///
  /// - Parameter name: the name of the file, without the folder and `.json`.
  /// - Returns: the show.
  /// - Throws: `PackageFault` if a value is not possible.
  func show(named name: String) throws(PackageFault) -> Show {
    guard id == name else { throw PackageFault("'show_id' is not the name of the file.") }
    guard (1...200).contains(id.utf8.count), id.utf8.allSatisfy(Self.isPlain) else {
      throw PackageFault("'show_id' has other characters than small letters, digits and hyphens, or too many.")
    }
    guard CivilDate(iso: date) != nil, date.utf8.count == 10 else {
      throw PackageFault("'date' is not a day such as 1977-05-08.")
    }
    guard !band.isEmpty else { throw PackageFault("'band' is empty.") }
    guard (averageRating ?? 0).isFinite, (recordingCount ?? 0) >= 0 else {
      throw PackageFault("A number is out of its range.")
    }
    var show = Show(id: id, date: date, band: band, venue: venue)
    show.url = url
    show.city = city
    show.state = state
    if let country, !country.isEmpty { show.country = country }
    show.locationRaw = location
    show.setlistStatus = setlistStatus
    show.setlistRaw = setlist.map { ShowSet.json($0) }
    show.songs = (setlist ?? []).flatMap(\.songs).map { Self.withoutCommas($0.name) }.filter { !$0.isEmpty }
    show.lineupStatus = lineupStatus
    show.lineupRaw = lineup.map { ShowMusician.json($0) }
    show.members = (lineup ?? []).map { Self.withoutCommas($0.name) }.filter { !$0.isEmpty }
    show.recordingsRaw = recordings.map { JSONText.array($0.map(JSONText.string)) }
    show.recordingCount = recordingCount ?? recordings?.count ?? 0
    show.bestRecording = bestRecording
    show.rating = averageRating
    return show
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
  }

  /// The lists of songs and of members are separated by commas.
  private static func withoutCommas(_ text: String) -> String {
    text.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension Substring {
  fileprivate var trimmed: String {
    var text = self
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
