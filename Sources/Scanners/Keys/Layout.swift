/// What the keys of a keyboard bear in one country: a scanner types by one, and has to be read by the same.
///
/// The tables are those of Microsoft's layouts, which the makers of scanners follow; where Linux differs, that is in
/// characters no barcode holds.
package struct Layout: Sendable {
  /// As `de`.
  package let name: String
  /// In words, as `German`.
  package let title: String

  private let characters: [KeyCode: [Level: Character]]
  /// Where each character is; of several keys the first.
  private let places: [Swift.Character: Place]
  /// What the decimal key of the keypad bears.
  let decimal: String
  let capsLock: CapsLock

  enum Level: Int, CaseIterable, Sendable { case plain, shift, altGr, shiftAltGr }

  /// What caps lock does to keys that bear no letter. Systems differ, and a scanner follows one or the other.
  enum CapsLock: Sendable {
    /// Nothing.
    case letters
    /// The same as shift, as on a typewriter.
    case everything
    /// It depends on the system: such a key cannot be read.
    case unclear
  }

  /// A key, and what is held with it.
  struct Place: Hashable, Sendable {
    let key: KeyCode
    let level: Level
  }

  /// What a key bears.
  enum Character: Equatable, Sendable {
    case plain(Swift.Character)
    /// An accent that waits for the letter it stands on.
    case dead(Swift.Character)
  }

  /// - Parameters:
  ///   - name: as on the command line.
  ///   - title: in words.
  ///   - rows: for each level the rows of `KeyCode.rows`, a space for a key that bears nothing there.
  ///   - dead: the accents that wait for a letter, as key and level.
  ///   - decimal: what the decimal key of the keypad bears.
  ///   - capsLock: what caps lock does to keys without a letter.
  init(
    _ name: String, _ title: String, rows: [Level: [String]], dead: [(UInt16, Level)] = [], decimal: String = ".",
    capsLock: CapsLock = .letters
  ) {
    let dead = Set(dead.map { Place(key: KeyCode($0), level: $1) })
    var characters: [KeyCode: [Level: Character]] = [:]
    var places: [Swift.Character: Place] = [:]
    for (level, texts) in rows.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      precondition(texts.count <= KeyCode.rows.count, "\(name) has too many rows")
      for (keys, text) in zip(KeyCode.rows, texts) {
        precondition(text.count <= keys.count, "\(name) has too long a row: \(text)")
        for (key, character) in zip(keys, text) where character != " " {
          let isDead = dead.contains(Place(key: key, level: level))
          characters[key, default: [:]][level] = isDead ? .dead(character) : .plain(character)
          if places[character] == nil { places[character] = Place(key: key, level: level) }
        }
      }
    }
    self.name = name
    self.title = title
    self.characters = characters
    self.places = places
    self.decimal = decimal
    self.capsLock = capsLock
  }

  /// What the key bears there; nil when nothing.
  func character(_ key: KeyCode, _ level: Level) -> Character? { characters[key]?[level] }

  /// Where a character is typed, accents that wait for a letter included; nil when nowhere.
  func place(of character: Swift.Character) -> Place? { places[character] }

  /// Whether the key is one that bears characters on some keyboard.
  static func isCharacterKey(_ key: KeyCode) -> Bool { characterKeys.contains(key) }

  private static let characterKeys = Set(KeyCode.rows.joined() + [KeyCode(89), KeyCode(124)])

  /// Whether shift makes a capital letter of what the key bears.
  func isLetter(_ key: KeyCode) -> Bool {
    guard case .plain(let small) = character(key, .plain), case .plain(let large) = character(key, .shift) else {
      return false
    }
    return small.uppercased() == String(large) && small != large
  }
}

extension Layout {
  /// By its name; nil when there is none of that name.
  package static func named(_ name: String) -> Layout? { all.first { $0.name == name.lowercased() } }
}
