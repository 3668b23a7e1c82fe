internal import Archives

/// A package of invented shows of the size of a band's whole career.
struct ConcertRecords {
  private let shows: Int
  private let recordings: Int

  init(shows: Int, recordings: Int) { (self.shows, self.recordings) = (shows, recordings) }

  /// Returns the package as a ZIP file.
  func package() throws -> [UInt8] {
    var bytes: [UInt8] = []
    let writer = try ArchiveWriter(isCompressed: true) { bytes += $0 }
    try writer.add("manifest.json", Array(#"{"data_version":"1","package_name":"bench"}"#.utf8))
    var identifiers: [[String]] = []
    for show in 0..<shows {
      let own = stride(from: show, to: recordings, by: shows).map { "bench-\($0).sbd" }
      identifiers.append(own)
      let (id, content) = file(show, own)
      try writer.add("shows/\(id).json", Array(content.utf8))
    }
    for identifier in identifiers.joined() {
      let content = #"""
        {"rating":4.\#(identifier.utf8.count % 10),"raw_rating":4.2,"review_count":\#(identifier.utf8.count),"confidence":0.8,
         "high_ratings":9,"low_ratings":1,"source_type":"SBD","taper":"A. Taper","source":"Microphones > deck > reel",
         "lineage":"Reel > DAT > CD > EAC > WAV > SHN > FLAC"}
        """#
      try writer.add("recordings/\(identifier).json", Array(content.utf8))
    }
    try writer.add("collections.json", Array(#"[{"id":"all","name":"All","tags":[],"shows":[]}]"#.utf8))
    try writer.finish()
    return bytes
  }

  private func file(_ number: Int, _ recordings: [String]) -> (id: String, content: String) {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let date = "\(1965 + number / 80)-\(two(1 + number / 7 % 12))-\(two(1 + number % 28))"
    let id = "\(date)-hall-\(number)-town-ny-usa"
    let sets = (1...3).map { set in
      let songs = (0..<8).map {
        #"{"name":"Song \#((number * 7 + set * 31 + $0 * 13) % 400) of the night","segue":\#($0 % 3 == 0)}"#
      }
      return #"{"set":"Set \#(set)","songs":[\#(songs.joined(separator: ","))]}"#
    }
    let lineup = (0..<7).map { #"{"name":"Musician \#($0 + number % 5)","instruments":"guitar, vocals"}"# }
    let content = #"""
      {"show_id":"\#(id)","band":"The Band","date":"\#(date)","venue":"Hall \#(number)","location_raw":"Town, NY","city":"Town",
       "state":"NY","country":"USA","setlist_status":"found","setlist":[\#(sets.joined(separator: ","))],
       "lineup_status":"found","lineup":[\#(lineup.joined(separator: ","))],
       "recordings":[\#(recordings.map { #""\#($0)""# }.joined(separator: ","))],"best_recording":"\#(recordings.first ?? "")",
       "recording_count":\#(recordings.count),"avg_rating":4.1,"collections":["all"]}
      """#
    return (id, content)
  }
}
