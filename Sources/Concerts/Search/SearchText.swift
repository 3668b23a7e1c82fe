internal import Deadwax

/// The text by which a show is found: date, short dates, year, two-digit year, decade, venue, city, state, country,
/// members, songs.
enum SearchText {
  static func of(_ show: Show) -> String {
    var words = [show.date]
    if let day = CivilDate(iso: show.date) {
      words += ShowDate.spellings(of: day)
      words += ["\(day.year)", String("\(day.year)".suffix(2)), "\(day.year / 10)"]
    }
    words += ([show.venue, show.city, show.state].compactMap(\.self)).map(plain)
    words += [show.state.flatMap { StateNames.all[$0.uppercased()] } ?? "", plain(show.country)]
    words += (show.members + show.songs).map(plain)
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Returns a name as separate words. In the index, hyphens and full stops belong to words, for the dates; in a name they
  /// would hide its words: `St. Louis` and `Half-Step` are found by `st louis` and `step`.
  static func plain(_ name: some StringProtocol) -> String {
    var text = ""
    for character in name {
      switch character {
      case ".": continue
      case "-": text += " "
      default: text.append(character)
      }
    }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
