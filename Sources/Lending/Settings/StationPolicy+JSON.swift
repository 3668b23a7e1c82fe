internal import Deadwax
internal import FoundationEssentials

extension StationPolicy {
  /// Parses a policy from JSON. Absent fields get their defaults.
  ///
  /// - Parameter json: one JSON object.
  /// - Throws: a `PolicyError` that names the problem: not an object, an unknown field, an invalid value, or a home
  ///   mode that is not among the modes.
  package init(json: [UInt8]) throws(PolicyError) {
    guard let fields = try? JSONDecoder().decode([String: Field].self, from: Data(json)) else {
      throw PolicyError(
        "The policy of a station must be a JSON object such as {\"home\": \"auto\", \"isSelfService\": true}.")
    }
    self.init()
    for (name, field) in fields.sorted(by: { $0.key < $1.key }) {
      guard let key = Key(rawValue: name) else {
        let known = Key.allCases.map(\.rawValue).joined(separator: ", ")
        throw PolicyError("A station's policy has no '\(Setting.shortened(name))'. Its members are: \(known).")
      }
      try set(key, field)
    }
    guard allows(home) else {
      throw PolicyError("home is \(home.rawValue), which is not one of the modes of this station.")
    }
  }

  /// The policy as JSON for `init(json:)`, with every field, in alphabetical order.
  package var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Strings, lists of strings and booleans can always be encoded.
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  package static let languages = ["en", "de", "fr"]
  package static let receipts = ["none", "screen", "print"]

  private enum Key: String, CaseIterable {
    case home, modes, isSelfService, asksPIN, returnsInAuto, takesAnyCopy, language, isQuiet, speaks, receipt,
      scanTarget, playsByPresence, offersPutAway
  }

  /// A field's value by its JSON type.
  private enum Field: Decodable {
    case flag(Bool)
    case word(String)
    case words([String])
    case other

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let flag = try? container.decode(Bool.self) {
        self = .flag(flag)
      } else if let word = try? container.decode(String.self) {
        self = .word(word)
      } else if let words = try? container.decode([String].self) {
        self = .words(words)
      } else {
        self = .other
      }
    }
  }

  private mutating func set(_ key: Key, _ field: Field) throws(PolicyError) {
    switch key {
    case .home: home = try Self.mode(field, of: key)
    case .modes:
      guard case .words(let words) = field else { throw PolicyError("modes must be a list of modes, empty for all.") }
      var modes: [Mode] = []
      for word in words {
        let mode = try Self.mode(.word(word), of: key)
        if !modes.contains(mode) { modes.append(mode) }
      }
      self.modes = modes
    case .isSelfService: isSelfService = try Self.flag(field, of: key)
    case .asksPIN: asksPIN = try Self.flag(field, of: key)
    case .returnsInAuto: returnsInAuto = try Self.flag(field, of: key)
    case .takesAnyCopy: takesAnyCopy = try Self.flag(field, of: key)
    case .playsByPresence: playsByPresence = try Self.flag(field, of: key)
    case .offersPutAway: offersPutAway = try Self.flag(field, of: key)
    case .isQuiet: isQuiet = try Self.flag(field, of: key)
    case .speaks: speaks = try Self.flag(field, of: key)
    case .language: language = try Self.word(field, of: key, among: Self.languages)
    case .receipt: receipt = try Self.word(field, of: key, among: Self.receipts)
    case .scanTarget:
      let word = try Self.word(field, of: key, among: ScanTarget.allCases.map(\.rawValue))
      scanTarget = ScanTarget(rawValue: word) ?? scanTarget
    }
  }

  private static func flag(_ field: Field, of key: Key) throws(PolicyError) -> Bool {
    guard case .flag(let flag) = field else { throw PolicyError("\(key.rawValue) must be true or false.") }
    return flag
  }

  private static func word(_ field: Field, of key: Key, among words: [String]) throws(PolicyError) -> String {
    guard case .word(let word) = field, words.contains(word) else {
      throw PolicyError("\(key.rawValue) must be one of \(words.joined(separator: ", ")).")
    }
    return word
  }

  private static func mode(_ field: Field, of key: Key) throws(PolicyError) -> Mode {
    let words = Mode.allCases.map(\.rawValue)
    let word = try word(field, of: key, among: words)
    guard let mode = Mode(rawValue: word) else { throw PolicyError("\(key.rawValue) must be a mode.") }
    return mode
  }
}
