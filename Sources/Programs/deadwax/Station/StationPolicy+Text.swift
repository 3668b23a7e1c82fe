internal import CommandLineArguments
internal import Deadwax
internal import HubClient
internal import Lending

extension StationPolicy {
  private static var flags: [String: WritableKeyPath<StationPolicy, Bool>] {
    [
      "isSelfService": \.isSelfService, "asksPIN": \.asksPIN, "returnsInAuto": \.returnsInAuto,
      "takesAnyCopy": \.takesAnyCopy, "isQuiet": \.isQuiet, "speaks": \.speaks,
      "playsByPresence": \.playsByPresence, "offersPutAway": \.offersPutAway,
    ]
  }

  private static var names: [String] { ["home", "modes", "language", "receipt", "scanTarget"] + flags.keys }

  /// Sets a member of the policy. The hub checks words that are not modes.
  ///
  /// - Throws: `Failure` with the code `usage` for an unknown member or an invalid value.
  mutating func set(_ name: String, to text: String) throws(Failure) {
    if let flag = Self.flags[name] {
      switch text {
      case "yes", "true": self[keyPath: flag] = true
      case "no", "false": self[keyPath: flag] = false
      default: throw Failure(.usage, "\(name) must be yes or no.")
      }
      return
    }
    switch name {
    case "home": home = try mode(text, name)
    case "modes":
      modes = []
      for word in text.split(separator: ",") { modes.append(try mode(String(word), name)) }
    case "language": language = text
    case "receipt": receipt = text
    case "scanTarget":
      guard let target = ScanTarget(rawValue: text) else {
        throw Failure(.usage, "scanTarget must be \(ScanTarget.allCases.map(\.rawValue).joined(separator: ", ")).")
      }
      scanTarget = target
    default:
      let near = nearest(name, among: Self.names).map { " Did you mean \($0)?" } ?? ""
      throw Failure(.usage, "A policy has no \(printable(name)).\(near)")
    }
  }

  private func mode(_ text: String, _ name: String) throws(Failure) -> Mode {
    guard let mode = Mode(rawValue: text) else {
      throw Failure(.usage, "\(name) has no mode \(printable(text)): \(Mode.allCases.map(\.rawValue)).")
    }
    return mode
  }

  /// The members with their values as words, in alphabetical order.
  var words: [(key: String, value: String)] {
    var words = Self.flags.map { (key: $0.key, value: self[keyPath: $0.value] ? "yes" : "no") }
    words.append(("home", home.rawValue))
    words.append(("modes", modes.isEmpty ? "all" : modes.map(\.rawValue).joined(separator: ", ")))
    words.append(("language", language))
    words.append(("receipt", receipt))
    words.append(("scanTarget", scanTarget.rawValue))
    return words.sorted { $0.key < $1.key }
  }
}
