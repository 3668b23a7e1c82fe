import API
import Archives
import Concerts
import Deadwax
import TestSupport

/// A small concert catalogue in a library of the API.
enum ConcertSample {
  /// A show with two recordings.
  static let cornell = "1977-05-08-barton-hall-ithaca-ny-usa"

  /// A package with three shows, as a ZIP file.
  static func package(_ version: String = "1.0.0") throws -> [UInt8] {
    var bytes: [UInt8] = []
    let writer = try ArchiveWriter(isCompressed: true) { bytes += $0 }
    try writer.add("manifest.json", Array(#"{"data_version":"\#(version)","package_name":"Sample"}"#.utf8))
    for (day, venue, city) in [
      ("1977-05-08", "Barton Hall", "Ithaca"), ("1977-05-09", "War Memorial", "Buffalo"),
      ("1980-05-07", "Barton Hall", "Ithaca"),
    ] {
      let id = "\(day)-\(venue.lowercased().replacing(" ", with: "-"))-\(city.lowercased())-ny-usa"
      let content = #"""
        {"show_id":"\#(id)","band":"Grateful Dead","date":"\#(day)","venue":"\#(venue)","city":"\#(city)","state":"NY",
         "setlist":[{"set":"Set 2","songs":[{"name":"Scarlet Begonias","segue":true},{"name":"Fire on the Mountain"}]}],
         "lineup":[{"name":"Jerry Garcia","instruments":"guitar"}],"recordings":["r\#(day).sbd","r\#(day).aud"],
         "best_recording":"r\#(day).sbd","avg_rating":4.5}
        """#
      try writer.add("shows/\(id).json", Array(content.utf8))
      for kind in ["sbd", "aud"] {
        let recording = #"{"rating":4.5,"review_count":12,"source_type":"\#(kind.uppercased())","source":"Nagra"}"#
        try writer.add("recordings/r\(day).\(kind).json", Array(recording.utf8))
      }
    }
    try writer.add(
      "collections.json",
      Array(
        #"[{"id":"a","name":"A","shows":["\#(cornell)"]},{"id":"b","name":"B","show_selector":{"dates":["1977-05-09"]}}]"#
          .utf8))
    try writer.finish()
    return bytes
  }

  /// Imports the package, binds a copy to a show, and plays two shows.
  ///
  /// - Returns: the id of a show and the identifier of a recording.
  static func load(into library: LendingLibrary) throws -> (show: String, recording: String) {
    let imports = library.service.concertImports
    let begun = try imports.begin(
      try imports.received(try package()), id: ConcertImport.ID(library.ada.id.text))
    imports.settle()
    _ = try imports.apply(begun.id)
    imports.settle()
    guard try imports.view(begun.id).phase == .done else { throw TestFailure("\(try imports.view(begun.id))") }
    let concerts = library.service.surface.concerts
    _ = try concerts.bind(
      library.copies[0].id, to: cornell, recording: "r1977-05-08.sbd", ifVersion: nil, by: "test")
    for id in [cornell, "1977-05-09-war-memorial-buffalo-ny-usa"] { try concerts.notePlayed(id) }
    return (cornell, "r1977-05-08.sbd")
  }
}
