/// The disc and the side that a track is on, derived from its printed position.
package struct TrackPlace: Hashable, Sendable {
  /// The disc as printed, without its separator: "1" of "1-04", "CD2" of "CD2-03". For sides without printed discs it is
  /// counted in pairs: "2" for the sides C and D. Nil if there is only one disc, or none is stated.
  package var disc: String?
  /// The side: "A", "AA"; nil for a disc without stated sides.
  package var side: String?

  package init(disc: String? = nil, side: String? = nil) {
    self.disc = disc
    self.side = side
  }

  /// Returns the place of each track, in the order of the list. Headings and indexes count too: a heading is on the place
  /// of the track after it, a part on that of its track.
  ///
  /// Nothing is invented: letters are sides only if there is a side A, so that movements "I" to "IV" are none.
  ///
  /// - Parameter tracks: the top level of the track list.
  /// - Returns: a place for each row of the tree, each row before its parts.
  package static func places(of tracks: [Track]) -> [TrackPlace] {
    let rows = tracks.flatMap { flattened($0, below: nil) }
    var printed = rows.map { $0.isTrack ? Printed($0.position) : nil }
    let sides = Set(printed.compactMap { $0?.side })
    if !sides.contains("A") {
      for index in printed.indices { printed[index]?.side = nil }
    }
    // "15.1" beside "14" is a piece of a track. Only if every track has a dot is the number before it a disc.
    if printed.contains(where: { $0 != nil && $0?.disc == nil }) {
      for index in printed.indices where printed[index]?.isDotted == true { printed[index]?.disc = nil }
    }
    let isSeveral = sides.contains("A") && sides.contains { $0.count == 1 && $0 > "B" }
    var places = printed.map { position -> TrackPlace? in
      guard let position else { return nil }
      let counted = isSeveral ? position.pair.map(String.init) : nil
      return TrackPlace(disc: position.disc ?? counted, side: position.side)
    }
    // A heading or an index is read before its tracks, so the nearest known place is that of the row after it.
    var next = TrackPlace()
    for index in places.indices.reversed() {
      if let place = places[index] { next = place } else { places[index] = next }
    }
    return places.map { $0 ?? TrackPlace() }
  }

  private struct Row {
    var position: String
    var isTrack: Bool
  }

  /// Returns a row and those below it. A part is on the place of its track, whatever its own position says.
  private static func flattened(_ track: Track, below position: String?) -> [Row] {
    let own = Row(position: position ?? track.position, isTrack: track.kind == .track || track.kind == .part)
    return [own] + track.parts.flatMap { flattened($0, below: $0.kind == .part ? own.position : nil) }
  }
}

/// A printed position, such as "A1", "AA2", "2-04", "1.12", "CD2-03", "1-A4".
private struct Printed {
  var disc: String?
  var side: String?
  /// True if a dot separates the disc.
  var isDotted = false

  init(_ position: String) {
    var rest = position[...]
    if let separator = position.firstIndex(where: { "-.:".contains($0) }), separator > position.startIndex {
      let before = position[..<separator]
      let after = position[position.index(after: separator)...]
      let word = before.prefix { $0.isLetter }
      let number = before.dropFirst(word.count)
      let isNumber = !number.isEmpty && number.count <= 3 && number.allSatisfy { $0.isASCII && $0.isNumber }
      // "A1.2" is a piece of A1, "CD2-3" is on disc 2. One letter is a side.
      if isNumber, word.count != 1, after.first.map({ $0.isLetter || $0.isNumber }) ?? false {
        disc = String(before)
        isDotted = position[separator] == "."
        rest = after
      }
    }
    let letters = rest.prefix { $0.isASCII && $0.isUppercase }
    let tail = rest.dropFirst(letters.count)
    guard let letter = letters.first, letters.count <= 2, letters.allSatisfy({ $0 == letter }),
      tail.first.map({ !$0.isLetter || $0.isLowercase && tail.count == 1 }) ?? true
    else { return }
    side = String(letters)
  }

  /// The number of the disc that the side belongs to if two sides make a disc. AA, the other side of A, has that of A.
  var pair: Int? {
    guard let letter = side?.utf8.first else { return nil }
    return Int(letter - UInt8(ascii: "A")) / 2 + 1
  }
}
