package import Deadwax
internal import Storage

/// The position of a copy on the way along the shelves: by place from the outermost one, slot, shelf mark, artist,
/// title and number. Numbers within a text are compared as numbers: *CD 2* comes before *CD 10*.
package struct ShelfOrder: Comparable, Sendable {
  /// A part of a text: a number, or the letters between two numbers. Numbers come first.
  private enum Piece: Comparable {
    case number(UInt64)
    case letters(String)
  }

  private let keys: [[Piece]]

  /// - Parameters:
  ///   - copy: the copy.
  ///   - release: its release.
  ///   - path: the names of the places around the copy, the outermost first; empty for a copy without a place.
  package init(_ copy: Copy, _ release: Release, path: [String]) {
    self.init(copy, artist: release.artist, title: release.title, path: path)
  }

  /// - Parameters:
  ///   - copy: the copy.
  ///   - artist: the artist of its release.
  ///   - title: the title of its release.
  ///   - path: the names of the places around the copy, the outermost first; empty for a copy without a place.
  init(_ copy: Copy, artist: String, title: String, path: [String]) {
    // A copy without a place, a slot or a shelf mark comes after those with one.
    let slot = copy.location?.slotNumber.map { UInt64(max(0, $0)) } ?? .max
    // A place comes before the places in it: its slots are the first that a person passes.
    let place = path.map { Self.pieces(of: $0) + [.number(0)] }.joined()
    keys = [
      [.number(path.isEmpty ? 1 : 0)], Array(place), [.number(slot)],
      copy.shelfMark.map(Self.pieces) ?? [.letters("\u{10FFFF}")], Self.pieces(of: artist),
      Self.pieces(of: title), [.number(UInt64(max(0, copy.number)))],
    ]
  }

  package static func < (left: ShelfOrder, right: ShelfOrder) -> Bool {
    left.keys.lexicographicallyPrecedes(right.keys) { $0.lexicographicallyPrecedes($1) }
  }

  private static func pieces(of text: String) -> [Piece] {
    var pieces: [Piece] = []
    var rest = text.lowercased()[...]
    while let first = rest.first {
      let isDigit = Self.isDigit(first)
      let run = rest.prefix { Self.isDigit($0) == isDigit }
      rest = rest.dropFirst(run.count)
      pieces.append(isDigit ? UInt64(run).map { .number($0) } ?? .letters(String(run)) : .letters(String(run)))
    }
    return pieces
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}

extension Queryable {
  /// Returns the names of the places around a copy, the outermost first; empty for a copy without a place.
  func path(to location: Location?, _ known: inout [Place.ID: [String]]) throws -> [String] {
    guard let location else { return [] }
    if let path = known[location.place] { return path }
    let names = try place(location.place).map { try (places(around: $0) + [$0]).map(\.name) } ?? []
    known[location.place] = names
    return names
  }
}
