internal import Deadwax
internal import Foundation
internal import Storage

/// The texts that people type to find a release of a library: each kind, letter by letter.
struct SearchTyping {
  enum Kind: String, CaseIterable {
    case artistAndTitle = "artist and title"
    case title, track
    case catalogNumber = "catalogue number"
    case barcode
    case labelAndYear = "label and year"
    case misspelt = "one typing error"
  }

  let kind: Kind
  /// The whole text.
  let text: String

  /// Returns texts of each kind, for releases that a seed chooses.
  ///
  /// - Parameters:
  ///   - library: the library.
  ///   - count: the number of texts of each kind.
  /// - Returns: the texts, kind by kind.
  static func texts(of library: BigLibrary, count: Int) -> [SearchTyping] {
    var random = SplitMix(library.seed &+ 97)
    return Kind.allCases.flatMap { kind in
      (0..<count).map { _ in
        let index = Int.random(in: 0..<library.size.releases, using: &random)
        return SearchTyping(kind: kind, text: text(kind, index, library, &random))
      }
    }
  }

  /// The text as it grows: from its first letter to the whole.
  var keystrokes: [String] { text.indices.map { String(text[...$0]) } }

  private static func text(
    _ kind: Kind, _ index: Int, _ library: BigLibrary, _ random: inout SplitMix
  ) -> String {
    let release = library.catalogued(index)
    switch kind {
    case .artistAndTitle: return "\(release.artist) \(release.title)".lowercased()
    case .title: return release.title.lowercased()
    case .track: return (release.tracks.randomElement(using: &random) ?? release.title).lowercased()
    case .catalogNumber: return release.catalogNumber.lowercased()
    case .barcode: return library.barcode(index)?.key ?? release.catalogNumber
    case .labelAndYear: return "\(release.label) \(release.year)".lowercased()
    case .misspelt: return misspelt("\(release.artist) \(release.title)".lowercased(), &random)
    }
  }

  /// Returns a text with two neighbours of its longest word exchanged, which is the most frequent error of typists.
  private static func misspelt(_ text: String, _ random: inout SplitMix) -> String {
    var words = text.split(separator: " ").map(Array.init)
    guard let longest = words.indices.max(by: { words[$0].count < words[$1].count }), words[longest].count > 3 else {
      return text
    }
    let at = Int.random(in: 1..<words[longest].count - 1, using: &random)
    words[longest].swapAt(at, at + 1)
    return words.map { String($0) }.joined(separator: " ")
  }
}
