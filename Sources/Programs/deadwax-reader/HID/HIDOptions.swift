internal import CommandLineArguments
internal import Scanners

/// The options of `hid`.
struct HIDOptions {
  let source: ScannerReader.Source
  private(set) var settings = ScannerReader.Settings()
  /// The name of the station, used only in the log.
  let station: String?
  let wantsList: Bool
  let wantsJSON: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    wantsList = arguments.has("list")
    wantsJSON = arguments.has("json")
    if wantsList, !arguments.names.subtracting(["list", "json"]).isEmpty {
      throw UsageError("--list can only be combined with --json.")
    }
    if wantsJSON, !wantsList { throw UsageError("--json requires --list.") }
    let device = arguments.text("device") ?? "auto"
    source = device == "auto" ? .automatic : .named(device)
    station = arguments.text("station")
    if let name = arguments.text("layout"), let layout = KeyboardLayout.named(name) { settings.layout = layout }
    if let word = arguments.text("pause") { settings.ends.pause = try Self.pause(word) }
    if arguments.has("keep-tab") { settings.ends.tab = false }
    if let word = arguments.text("prefix") { settings.framing.prefix = try Self.text(word) }
    if let word = arguments.text("suffix") { settings.framing.suffix = try Self.text(word) }
    if let aim = arguments.text("aim").flatMap({ Framing.Identifier(rawValue: $0) }) {
      settings.framing.identifier = aim
    }
    settings.capsLock = arguments.has("caps-lock")
  }

  /// The declaration of the command.
  static let command = CommandDefinition(
    "hid", summary: "report the codes of a barcode scanner in keyboard mode",
    details: "Prints JSON lines. No other program receives the scanner's keys.",
    notes: """
      The command {"type":"stop"} on standard input ends the reader, and so does the end of the input.
      """,
    options: [
      Option(
        "device", .text, "PATH|NAME",
        "/dev/input/by-id/…-event-kbd, the scanner's name, its Bluetooth address, or its ids such as 05e0:1200; auto "
          + "(the default) selects a recognised scanner, never a keyboard"),
      Option(
        "layout", .choice(KeyboardLayout.all.map(\.name)), "NAME",
        "the keyboard layout set in the scanner: "
          + KeyboardLayout.all.map { "\($0.name) (\($0.title))" }.joined(separator: ", ") + "; by default us"),
      Option(
        "pause", .text, "TIME",
        "the pause that ends a code without Enter: 20ms to 1500ms; off; or auto (the default), which is 300ms until "
          + "the first Enter"),
      .flag("keep-tab", "treat a Tab as part of the code; by default it ends the code"),
      Option(
        "prefix", .anyText, "TEXT", "the prefix that the scanner sends before each code; \\t and \\x1d are escapes"),
      Option("suffix", .anyText, "TEXT", "the suffix that it sends after each code, before Enter"),
      Option(
        "aim", .choice(["auto", "always", "never"]), "WHEN",
        "AIM identifiers such as ]E0 before codes: auto (the default), always or never"),
      .flag("caps-lock", "for a scanner that is set to caps lock on"), .readerStation,
      .flag("list", "list the keyboard devices, and mark the one that auto would select"),
      .flag("json", "with --list, print one document"),
    ])

  private static func pause(_ word: String) throws(UsageError) -> CodeLine.Ends.Pause {
    if word == "auto" { return .automatic }
    if word == "off" { return .never }
    let digits = word.hasSuffix("ms") ? word.dropLast(2) : word[...]
    guard let number = Int(digits), (20...1500).contains(number) else {
      throw .option("pause", mustBe: "auto, off, or 20ms to 1500ms", not: word)
    }
    return .after(.milliseconds(number))
  }

  /// Returns a text with its escapes resolved: `\t` is a tab, `\xNN` the character of that number, `\\` a backslash.
  private static func text(_ word: String) throws(UsageError) -> String {
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
        throw UsageError("In '\(printable(word))', a \\ must be followed by \\, t or x01 to x7f.")
      }
    }
    return text
  }
}
