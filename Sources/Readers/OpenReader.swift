/// A reader that the operator describes by the command that runs it.
package struct OpenReader: Hashable, Sendable {
  package var name: String
  /// The station that receives its readings; nil for the machine's own.
  package var station: String?
  /// The absolute path of its program; nil for `deadwax-reader`.
  package var executable: String?
  /// The arguments without the program's name.
  package var arguments: [String]

  /// The valid commands, for error messages.
  package static let choices = "the absolute path of a program, or deadwax-reader, with its arguments"

  /// Creates a reader from its command.
  ///
  /// - Parameters:
  ///   - name: the name, unique among the readers of the machine.
  ///   - station: the station that receives its readings; nil for the machine's own.
  ///   - command: the program and its arguments, separated by white space. Quotes join words. Nil is returned unless
  ///     the first word is an absolute path or `deadwax-reader`: no shell runs it, and no folder is searched.
  package init?(name: String, station: String?, command: String) {
    guard let words = Self.words(command), let first = words.first,
      first.hasPrefix("/") || first == "deadwax-reader"
    else { return nil }
    self.name = name
    self.station = station
    executable = first.hasPrefix("/") ? first : nil
    arguments = Array(words.dropFirst())
  }

  /// Splits a command at white space. Single or double quotes join words; a backslash has no meaning of its own.
  ///
  /// - Returns: the words; nil if a quote is not closed.
  static func words(_ command: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in command {
      if character == quote {
        quote = nil
      } else if quote != nil {
        word = (word ?? "") + String(character)
      } else if character == "\"" || character == "'" {
        quote = character
        word = word ?? ""
      } else if character.isWhitespace {
        if let finished = word { words.append(finished) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    guard quote == nil else { return nil }
    return words + [word].compactMap(\.self)
  }
}
