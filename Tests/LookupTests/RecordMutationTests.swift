import Deadwax
import Foundation
import Lookup
import TestSupport
import Testing

/// Records with random faults: only one without an id, or without a title and a track list, is lost.
@Suite(.timeLimit(.minutes(5)))
struct RecordMutationTests {
  private static let record = #"""
    {"id": 7, "status": "Accepted", "title": "Suite", "year": 1974, "released": "1974-03-00", "country": "France",
     "notes": "One.\r\nTwo.", "master_id": 55, "genres": ["Jazz"], "styles": ["Modal", "Free"],
     "artists": [{"name": "Trio (3)", "anv": "The Trio", "join": "&", "role": "", "tracks": "", "id": 9},
       {"name": "Guest", "anv": "", "join": "", "role": "", "tracks": "", "id": 0}],
     "extraartists": [{"name": "M. Example", "role": "Producer, Mixed By", "tracks": "A1 to A3", "id": 11}],
     "labels": [{"name": "Label (2)", "catno": "INV 1", "id": 1}, {"name": "Other", "catno": "none"}],
     "series": [{"name": "Series", "catno": "12"}],
     "companies": [{"name": "Plant", "catno": "", "entity_type_name": "Pressed By"}],
     "formats": [{"name": "Vinyl", "qty": "2", "text": "Red", "descriptions": ["LP", "Album"]}],
     "identifiers": [{"type": "Barcode", "value": "4006381333931", "description": "Text"},
       {"type": "Matrix / Runout", "value": "INV-1-A"}],
     "tracklist": [
       {"position": "", "type_": "heading", "title": "First", "duration": ""},
       {"position": "A1", "type_": "track", "title": "Opening", "duration": "1:02:33",
        "artists": [{"name": "Guest"}], "extraartists": [{"name": "P", "role": "Piano", "id": 3}]},
       {"position": "", "type_": "index", "title": "Work", "duration": "9:00", "sub_tracks": [
         {"position": "B1.a", "type_": "track", "title": "Dawn", "duration": ""},
         {"position": "B1.b", "type_": "track", "title": "Dance", "duration": ""}]}]}
    """#

  /// Values of every type, some of them extreme.
  private let junk: [Any] = [
    NSNull(), true, 0, -1, 3.5, Int64.max, 1e300, "", " ", "x", "12", "\u{0}", "\u{202E}",
    String(repeating: "é", count: 5000), [Any](), [NSNull()], [[[1]]], ["x", 2] as [Any], [String: Any](),
    ["name": NSNull()], ["name": ["x"]], ["id": 4],
  ]

  /// Returns a value with one fault: a key that is gone, an element that is gone or repeated, or another value.
  private func mutated(_ value: Any, _ random: inout SeededRandom) -> Any {
    let isHere = Int.random(in: 0..<4, using: &random) == 0
    if var object = value as? [String: Any], let key = object.keys.sorted().randomElement(using: &random) {
      if !isHere {
        object[key] = object[key].map { mutated($0, &random) }
      } else if Bool.random(using: &random) {
        object[key] = nil
      } else {
        object[key] = junk.randomElement(using: &random)
      }
      return object
    }
    if var list = value as? [Any], let index = list.indices.randomElement(using: &random) {
      if !isHere {
        list[index] = mutated(list[index], &random)
      } else if Bool.random(using: &random) {
        list.remove(at: index)
      } else {
        list.insert(junk.randomElement(using: &random) ?? NSNull(), at: index)
      }
      return list
    }
    return junk.randomElement(using: &random) ?? NSNull()
  }

  @Test func `a record with random faults is lost only with its id or its title`() throws {
    var random = SeededRandom(seed: 15_804)
    let whole = try JSONSerialization.jsonObject(with: Data(Self.record.utf8))
    var (read, lost) = (0, 0)
    for _ in 0..<4_000 {
      var document = whole
      for _ in 0..<Int.random(in: 1...8, using: &random) { document = mutated(document, &random) }
      let body = try JSONSerialization.data(withJSONObject: document)
      let object = try #require(document as? [String: Any])
      do {
        let release = try DiscogsAnswer.release(in: Array(body), at: Timestamp(milliseconds: 0)).value
        read += 1
        #expect(release.id > 0)
        // What was read can be shown: no part of it is outside its range, and each row has a place.
        #expect(release.year.map { (1000...9999).contains($0) } ?? true)
        #expect(TrackSide.sides(of: release.detail.tracks).allSatisfy { $0.tracks > 0 })
      } catch {
        #expect(error == .invalidResponse(.unreadable))
        lost += 1
        let isIdentified = object["id"] as? Int == 7
        let isTitled = object["title"] as? String == "Suite"
        #expect(!isIdentified || !isTitled, "\(String(decoding: body, as: UTF8.self))")
      }
    }
    // Both happened, or the faults were none.
    #expect(read > 2_000 && lost > 50, "\(read) read, \(lost) lost")
  }

  @Test func `a record that is cut off anywhere is unreadable`() {
    let body = Array(Self.record.utf8)
    for end in stride(from: 0, to: body.count - 1, by: 7) {
      #expect(throws: LookupError.invalidResponse(.unreadable)) {
        try DiscogsAnswer.release(in: Array(body[..<end]), at: Timestamp(milliseconds: 0))
      }
    }
  }
}
