internal import Configuration
internal import Deadwax
internal import Foundation
internal import Lanes
internal import VirtualChip

/// The command `deadwax-virtual chip`: the virtual chip alone, for users and programs that control it.
enum ChipProgram {
  private static let table = KeyTable([
    Key("link", section: "chip", .path, help: "where the terminal appears, as a symbolic link"),
    Key(
      "timing", section: "chip", .choice(["real", "off"]), standard: "off",
      help: "whether answers take as long as on a chip"),
    Key("lay", section: "chip", .list, help: "cards that lie there from the start: kind or kind:number"),
    Key("control", section: "chip", .yesNo, standard: "no", help: "take orders on standard input, a line of JSON each"),
  ])

  /// Runs the command until it is stopped.
  ///
  /// - Parameter words: the arguments after `chip` on the command line.
  /// - Throws: the fault in the arguments, or the error of the terminal.
  static func run(_ words: [String]) throws {
    let arguments = try Arguments(words, table: table)
    if arguments.isHelpWanted { return print(usage) }
    let words = try Configuration(table, arguments: arguments, environment: [:], standardFile: nil)
    guard words.operands.isEmpty, let link = words.text("link") else {
      throw Misuse(description: "say 'deadwax-virtual chip --link PATH'; chip --help tells more")
    }
    let stop = StopRequest()
    let chip = try VirtualChip(link: link, timing: words.text("timing") == "real" ? .real : .immediate)
    let control = ChipControl(chip)
    for word in words.list("lay") { try control.lay(word) }
    defer { chip.unplug() }
    say(["device": .text("pn532_uart:\(link)"), "cards": .list(chip.cards.map { .text($0.uid.description) })])
    guard words.isOn("control") else { return stop.wait() }
    let ended = Signal()
    _ = Lane("stop") {
      stop.wait()
      ended.raise()
    }
    _ = Lane("control") {
      while let line = readLine() {
        guard let answer = control.answer(to: line) else { break }
        say(answer)
      }
      ended.raise()
    }
    ended.wait()
  }

  /// Prints a line of JSON with sorted keys.
  private static func say(_ answer: [String: ControlValue]) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let line = try? encoder.encode(answer) else { preconditionFailure("an answer has a JSON form") }
    FileHandle.standardOutput.write(line + Data("\n".utf8))
  }

  private static let usage = """
    usage: deadwax-virtual chip --link PATH [--timing real|off] [--lay KIND[:NUMBER],…] [--control]

    A PN532 on a pseudo-terminal, until it is stopped. Programs that use libnfc open it as pn532_uart:PATH, others as a
    serial line of 115200 bits a second. When it can be used it prints one line of JSON.

    Kinds of cards: \(CardKind.allCases.map(\.rawValue).joined(separator: ", ")). A number is hexadecimal, of 7 bytes, or of 4 for
    classic1k; without one, one is made up.

    With --control each line on standard input is an order, answered by a line with "ok":
      {"do":"place","kind":K,"uid":U?,"message":HEX?}   lays a new card; with "uid" alone one that was there
      {"do":"remove","uid":U?}                          takes it away, or all
      {"do":"cards"}  {"do":"dump","uid":U}             what lies there; a card's memory
      {"do":"poke","uid":U,"offset":N,"bytes":HEX}      changes its memory from outside
      {"do":"tear","write":N,"moment":M,"seed":S?}      the card is gone in that write
      {"do":"lay-again"}                                and lies there again
      {"do":"wear","uid":U,"page":N,"wear":W}           keeps, garbles, refuses, mute, or null for good
      {"do":"weak","every":N}                           one exchange of so many is lost; null for none
      {"do":"weak","percent":N,"seed":S?}               so many of a hundred are lost, by chance
      {"do":"fault","fault":F,"command":C?,"skipping":N?,"times":N?,"always":B?}
      {"do":"silent","on":B}  {"do":"clear"}            swallows everything; all is well again
      {"do":"unplug"}  {"do":"plug"}
      {"do":"stats"}  {"do":"trace"}  {"do":"quit"}
    Moments: \(moments)
    Faults: \(faults)

    \(table.help)
    """

  private static let moments = Tear.Moment.allCases.map(\.rawValue).joined(separator: ", ")
  private static let faults = ChipFault.allCases.map(\.rawValue).joined(separator: ", ")
}
