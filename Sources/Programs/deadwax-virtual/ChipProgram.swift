internal import Configuration
internal import Deadwax
internal import Foundation
internal import Threads
internal import VirtualChip

/// The command `deadwax-virtual chip`: the virtual chip alone, for users and programs that control it.
enum ChipProgram {
  private static let table = KeyTable([
    Key("link", section: "chip", .path, help: "path of the symbolic link to the terminal"),
    Key(
      "timing", section: "chip", .choice(["real", "off"]), standard: "off",
      help: "real for responses with the timing of a chip, or off"),
    Key("lay", section: "chip", .list, help: "cards on the reader at the start: kind or kind:number"),
    Key(
      "control", section: "chip", .yesNo, standard: "no",
      help: "read commands from standard input, one line of JSON each"),
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
      throw Misuse(description: "use 'deadwax-virtual chip --link PATH'; for help: chip --help")
    }
    let stop = StopRequest()
    let chip = try VirtualChip(link: link, timing: words.text("timing") == "real" ? .real : .immediate)
    let control = ChipControl(chip)
    for word in words.list("lay") { try control.lay(word) }
    defer { chip.unplug() }
    say(["device": .text("pn532_uart:\(link)"), "cards": .list(chip.cards.map { .text($0.uid.description) })])
    guard words.isOn("control") else { return stop.wait() }
    let ended = Latch()
    _ = DedicatedThread("stop") {
      stop.wait()
      ended.raise()
    }
    _ = DedicatedThread("control") {
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
    guard let line = try? encoder.encode(answer) else { preconditionFailure("a response can be encoded as JSON") }
    FileHandle.standardOutput.write(line + Data("\n".utf8))
  }

  private static let usage = """
    usage: deadwax-virtual chip --link PATH [--timing real|off] [--lay KIND[:NUMBER],…] [--control]

    Simulates a PN532 on a pseudo-terminal until it is stopped. libnfc opens it as pn532_uart:PATH, other programs
    as a serial line with 115200 bits per second. When it is ready, it prints one line of JSON.

    Kinds of cards: \(CardKind.allCases.map(\.rawValue).joined(separator: ", ")). A number is hexadecimal, of 7 bytes, or of 4 for
    classic1k; by default a new one is generated.

    With --control, each line on standard input is a command; the response is a line with "ok":
      {"do":"place","kind":K,"uid":U?,"message":HEX?}   puts a new card on the reader; with "uid" only, a previous one
      {"do":"remove","uid":U?}                          removes the card, or all
      {"do":"cards"}  {"do":"dump","uid":U}             lists the cards; prints a card's memory
      {"do":"poke","uid":U,"offset":N,"bytes":HEX}      changes its memory from outside
      {"do":"tear","write":N,"moment":M,"seed":S?}      removes the card during that write
      {"do":"lay-again"}                                puts it back
      {"do":"wear","uid":U,"page":N,"wear":W}           wears a page: keeps, garbles, refuses, mute, or null
      {"do":"weak","every":N}                           loses one exchange in N; null for none
      {"do":"weak","percent":N,"seed":S?}               loses N per cent of exchanges at random
      {"do":"fault","fault":F,"command":C?,"skipping":N?,"times":N?,"always":B?}
      {"do":"silent","on":B}  {"do":"clear"}            ignores all commands; clears all faults
      {"do":"unplug"}  {"do":"plug"}
      {"do":"stats"}  {"do":"trace"}  {"do":"quit"}
    Moments: \(moments)
    Faults: \(faults)

    \(table.help)
    """

  private static let moments = TornWrite.Moment.allCases.map(\.rawValue).joined(separator: ", ")
  private static let faults = ChipFault.allCases.map(\.rawValue).joined(separator: ", ")
}
