import Archives
import TestSupport

/// A package of a few shows, written as a package is: one file for each show and each recording.
struct SamplePackage {
  /// The show that people search most: Barton Hall, 8 May 1977.
  static let cornell = "1977-05-08-barton-hall-cornell-university-ithaca-ny-usa"

  /// Further or replaced files, by their names; an empty one is left out.
  var files: [String: String] = [:]
  /// The names in the order in which they are written.
  private var names: [String] = []

  init() {
    put("manifest.json", #"{"data_version":"2.1.0","package_name":"Sample","version_type":"release","git_tag":"v2"}"#)
    put(
      Self.cornell,
      show(
        "1977-05-08", "Barton Hall, Cornell University", "Ithaca", "NY", rating: 4.8,
        [
          ("Set 1", ["Minglewood Blues", "Loser", "El Paso", "They Love Each Other", "Jack Straw"]),
          ("Set 2", ["Scarlet Begonias", "Fire on the Mountain", "Estimated Prophet"]),
          ("Encore", ["One More Saturday Night"]),
        ], recordings: ["gd77-05-08.sbd", "gd77-05-08.aud"]))
    put(
      "1980-05-07-barton-hall-cornell-university-ithaca-ny-usa",
      show(
        "1980-05-07", "Barton Hall, Cornell University", "Ithaca", "NY", rating: 4.5,
        [("Set 1", ["Jack Straw", "Scarlet Begonias"])], recordings: ["gd80-05-07.aud"]))
    put(
      "1977-05-09-war-memorial-auditorium-buffalo-ny-usa",
      show(
        "1977-05-09", "War Memorial Auditorium", "Buffalo", "NY", rating: 4.7,
        [("Set 1", ["Help on the Way", "Slipknot!", "Franklin's Tower"]), ("Set 2", ["Bertha", "Good Lovin'"])],
        recordings: ["gd77-05-09.sbd"]))
    put(
      "1977-05-07-boston-garden-boston-ma-usa",
      show(
        "1977-05-07", "Boston Garden", "Boston", "MA", rating: 4.6,
        [("Set 1", ["Bertha", "Scarlet Begonias"])], recordings: ["gd77-05-07.fm"]))
    put(
      "1969-02-27-fillmore-west-san-francisco-ca-usa",
      show(
        "1969-02-27", "Fillmore West", "San Francisco", "CA", rating: 4.9, [("Set 1", ["Dark Star", "St. Stephen"])],
        recordings: []))
    put(
      "1973-06-10-r-f-k-stadium-washington-dc-usa",
      show(
        "1973-06-10", "R.F.K. Stadium", "Washington", "DC", rating: 4.1,
        [("Set 1", ["Mississippi Half-Step Uptown Toodeloo"])], recordings: ["gd73-06-10.mtx"]))
    recording("gd77-05-08.sbd", "SBD", rating: 4.9, reviews: 300)
    recording("gd77-05-08.aud", "AUD", rating: 4.2, reviews: 40)
    recording("gd80-05-07.aud", "AUD", rating: 4.4, reviews: 12)
    recording("gd77-05-09.sbd", "SBD", rating: 4.8, reviews: 90)
    recording("gd77-05-07.fm", "FM", rating: 4.6, reviews: 33)
    recording("gd73-06-10.mtx", "matrix", rating: 5, reviews: 1)
    recording("gd70-01-01.lost", "SBD", rating: 1, reviews: 1)
    put(
      "collections.json",
      #"""
      [{"id":"may-1977","name":"May 1977","description":"A month.","tags":["era","tour"],
        "show_selector":{"ranges":[{"from":"1977-05-01","to":"1977-05-31"}]}},
       {"id":"picks","name":"Picks","tags":[],"shows":["\#(Self.cornell)","1999-01-01-none"],
        "show_selector":{"dates":["1969-02-27"]}}]
      """#)
  }

  /// Adds or replaces a file; one without a folder and an ending is a show.
  mutating func put(_ name: String, _ content: String) {
    let name = name.contains(".json") || name.contains("/") ? name : "shows/\(name).json"
    if files[name] == nil { names.append(name) }
    files[name] = content
  }

  mutating func remove(_ name: String) {
    files[name] = nil
    names.removeAll { $0 == name }
  }

  mutating func recording(_ identifier: String, _ source: String, rating: Double, reviews: Int) {
    put(
      "recordings/\(identifier).json",
      #"""
      {"rating":\#(rating),"raw_rating":\#(rating),"review_count":\#(reviews),"confidence":0.9,"high_ratings":\#(reviews),
       "low_ratings":0,"source_type":"\#(source)","taper":"Betty","source":"Nagra","lineage":"MAC > CD"}
      """#)
  }

  /// Returns the file of a show.
  func show(
    _ date: String, _ venue: String, _ city: String, _ state: String, rating: Double, _ sets: [(String, [String])],
    recordings: [String]
  ) -> String {
    let id = "\(date)-" + Self.slug("\(venue) \(city) \(state) usa")
    let setlist = sets.map { name, songs in
      let songs = songs.map { #"{"name":"\#($0)","segue":\#($0.hasPrefix("Scarlet"))}"# }.joined(separator: ",")
      return #"{"set":"\#(name)","songs":[\#(songs)]}"#
    }
    return #"""
      {"show_id":"\#(id)","band":"Grateful Dead","date":"\#(date)","venue":"\#(venue)","location_raw":"\#(city), \#(state)",
       "city":"\#(city)","state":"\#(state)","country":"USA","url":null,"setlist_status":"found",
       "setlist":[\#(setlist.joined(separator: ","))],"lineup_status":"found",
       "lineup":[{"name":"Jerry Garcia","instruments":"guitar"},{"name":"Phil Lesh","instruments":["bass"]}],
       "recordings":[\#(recordings.map { #""\#($0)""# }.joined(separator: ","))],
       "best_recording":\#(recordings.first.map { #""\#($0)""# } ?? "null"),"recording_count":\#(recordings.count),
       "avg_rating":\#(rating),"collections":[]}
      """#
  }

  static func slug(_ text: String) -> String {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
  }

  /// The package as a ZIP file.
  var bytes: [UInt8] {
    get throws {
      var bytes: [UInt8] = []
      let writer = try ArchiveWriter(isCompressed: true) { bytes += $0 }
      for name in names { try writer.add(name, Array((files[name] ?? "").utf8)) }
      try writer.finish()
      return bytes
    }
  }
}
