internal import CommandLineArguments
internal import Deadwax
internal import Foundation
internal import Threads
internal import VirtualChip

/// The command `deadwax-virtual chip`: the virtual chip alone, for users and programs that control it.
enum ChipProgram {
  /// The declaration of the command.
  static let command = CommandDefinition(
    "chip", summary: "simulate a PN532 on a pseudo-terminal until it is stopped",
    details: """
      libnfc opens it as pn532_uart:PATH, other programs as a serial line with 115200 bits per second. When it is ready,
      it prints one line of JSON.
      """,
    notes: notes,
    options: [
      Option("link", .path, isRequired: true, "path of the symbolic link to the terminal"),
      Option(
        "timing", .choice(["real", "off"]), standard: "off", "real for responses with the timing of a chip, or off"),
      Option("lay", .list, "KIND[:NUMBER],…", "cards on the reader at the start"),
      .flag("control", "read commands from standard input, one line of JSON each"),
    ])

  /// Runs the command until it is stopped.
  ///
  /// - Throws: the fault in the arguments, or the error of the terminal.
  static func run(_ arguments: ParsedArguments) throws {
    guard let link = arguments.text("link") else { preconditionFailure("--link is required") }
    let stop = StopRequest()
    let chip = try VirtualChip(link: link, timing: arguments.text("timing") == "real" ? .real : .immediate)
    let control = ChipControl(chip)
    for word in arguments.list("lay") { try control.lay(word) }
    defer { chip.unplug() }
    say(["device": .text("pn532_uart:\(link)"), "cards": .list(chip.cards.map { .text($0.uid.description) })])
    guard arguments.has("control") else { return stop.wait() }
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

  private static let notes = """
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
    """

  private static let moments = TornWrite.Moment.allCases.map(\.rawValue).joined(separator: ", ")
  private static let faults = ChipFault.allCases.map(\.rawValue).joined(separator: ", ")
}
