internal import Scanners

/// The options of `hid`.
struct HIDOptions {
  var source = ScannerReader.Source.automatic
  var settings = ScannerReader.Settings()
  /// The name of the station, used only in the log.
  var station: String?
  var wantsHelp = false
  var wantsList = false
  var wantsJSON = false

  static let usage = """
    usage: deadwax-reader hid [--device PATH|NAME|auto] [--layout NAME] [--pause TIME] [--keep-tab] [--prefix TEXT]
                              [--suffix TEXT] [--aim auto|always|never] [--caps-lock] [--station NAME]
           deadwax-reader hid --list [--json]

    Reads a barcode scanner in keyboard mode, and prints its codes as JSON lines. No other program receives its keys.

      --device PATH|NAME  /dev/input/by-id/…-event-kbd, the scanner's name, its Bluetooth address, or its ids such as
                          05e0:1200; auto (the default) selects a recognised scanner, never a keyboard
      --layout NAME       the keyboard layout set in the scanner: \(KeyboardLayout.all.map(\.name).joined(separator: ", ")); by default us
      --pause TIME        pause that ends a code without Enter: 20ms to 1500ms; off; or auto (the default), which is
                          300ms until the first Enter
      --keep-tab          treats a Tab as part of the code; by default it ends the code
      --prefix TEXT       the prefix that the scanner sends before each code; \\t and \\x1d are escapes
      --suffix TEXT       the suffix that it sends after each code, before Enter
      --aim WHEN          AIM identifiers such as ]E0 before codes: auto (the default), always or never
      --caps-lock         for a scanner that is set to caps lock on
      --station NAME      the station of the scanner, for the log
      --list              lists the keyboard devices, and marks the one that auto would select

    The command {"type":"stop"} on standard input ends the reader, and so does the end of the input.

    """

  init(_ words: [String]) throws(ReaderArguments.Misuse) {
    var arguments = ReaderArguments(words)
    var others = 0
    while let word = try arguments.next() {
      switch word {
      case .option("--help"), .option("-h"): wantsHelp = true
      case .option("--list"): wantsList = true
      case .option("--json"): wantsJSON = true
      case .option(let option):
        others += 1
        try take(option, &arguments)
      case .operand(let other): throw ReaderArguments.Misuse(sentence: "'\(other)' does not follow an option")
      }
    }
    if wantsHelp { return }
    if wantsList, others > 0 { throw ReaderArguments.Misuse(sentence: "--list can only be combined with --json") }
    if wantsJSON, !wantsList { throw ReaderArguments.Misuse(sentence: "--json requires --list") }
  }

  private mutating func take(_ option: String, _ arguments: inout ReaderArguments) throws(ReaderArguments.Misuse) {
    switch option {
    case "--device":
      let name = try arguments.value(of: option)
      guard !name.isEmpty else { throw ReaderArguments.Misuse(sentence: "--device needs a device") }
      source = name == "auto" ? .automatic : .named(name)
    case "--layout":
      let name = try arguments.value(of: option)
      guard let layout = KeyboardLayout.named(name) else {
        let names = KeyboardLayout.all.map { "\($0.name) (\($0.title))" }.joined(separator: ", ")
        throw ReaderArguments.Misuse(sentence: "there is no layout '\(name)'; the layouts are \(names)")
      }
      settings.layout = layout
    case "--pause": settings.ends.pause = try Self.pause(arguments.value(of: option))
    case "--keep-tab": settings.ends.tab = false
    case "--prefix": settings.framing.prefix = try Self.text(arguments.value(of: option))
    case "--suffix": settings.framing.suffix = try Self.text(arguments.value(of: option))
    case "--aim":
      let word = try arguments.value(of: option)
      guard let identifier = Framing.Identifier(rawValue: word) else {
        throw ReaderArguments.Misuse(sentence: "--aim must be auto, always or never, not '\(word)'")
      }
      settings.framing.identifier = identifier
    case "--caps-lock": settings.capsLock = true
    case "--station": station = try arguments.value(of: option)
    default: throw ReaderArguments.Misuse(sentence: "there is no option \(option)")
    }
  }

  private static func pause(_ word: String) throws(ReaderArguments.Misuse) -> CodeLine.Ends.Pause {
    if word == "auto" { return .automatic }
    if word == "off" { return .never }
    let digits = word.hasSuffix("ms") ? word.dropLast(2) : word[...]
    guard let number = Int(digits), (20...1500).contains(number) else {
      throw ReaderArguments.Misuse(sentence: "--pause must be auto, off, or 20ms to 1500ms, not '\(word)'")
    }
    return .after(.milliseconds(number))
  }

  /// Returns a text with its escapes resolved: `\t` is a tab, `\xNN` the character of that number, `\\` a backslash.
  private static func text(_ word: String) throws(ReaderArguments.Misuse) -> String {
    var text = ""
    var rest = word[...]
    while let character = rest.popFirst() {
      guard character == "\\" else {
        text.append(character)
        continue
      }
      switch rest.popFirst() {
      case "\\": text.append("\\")
      case "t": text.append("\t")
      case "x":
        let digits = rest.prefix(2)
        guard digits.utf8.count == 2, let number = UInt8(digits, radix: 16), (1...127).contains(number) else {
          fallthrough
        }
        rest = rest.dropFirst(2)
        text.unicodeScalars.append(Unicode.Scalar(number))
      default:
        throw ReaderArguments.Misuse(sentence: "in '\(word)' a \\ must be followed by \\, t or x01 to x7f")
      }
    }
    return text
  }
}
