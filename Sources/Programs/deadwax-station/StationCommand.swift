internal import CommandLineArguments

/// The declaration of the program `deadwax-station`.
enum StationCommand {
  static let definition = CommandDefinition(
    "", summary: "run a station with the readers of this machine, for a hub on another machine",
    details: """
      Scans go to the hub immediately. While the hub does not respond, they are stored in DIR and reported as recorded.
      They are merged in order as soon as the hub responds; those that need staff are reported then. The station runs
      until Ctrl-C or SIGTERM, and only once for each DIR. It prints one line per scan on standard output. It needs a
      token with the role station, even if the hub is on this machine.
      """,
    examples: [
      ("--name door --data ~/door --token-file ~/token", "with all connected readers"),
      ("--name door --data ~/door --camera none", "without a camera"),
    ],
    options: [
      Option("name", "NAME", "the name of the station: 1 to 40 lower-case letters, digits or hyphens"),
      Option("data", "DIR", "the station's own folder, for waiting scans (or STATE_DIRECTORY)"),
      Option("camera", "WHAT", "none, auto, a device as /dev/v4l/by-id/…, pictures:FOLDER or shown:FOLDER (auto)"),
      Option("nfc", "WHAT", "none, auto or a libnfc connection string (auto)"),
      Option("scanner", "WHAT", "none, auto, or a barcode scanner by its path or name (auto)"),
      Option("formats", "NAMES", "the symbologies to read, such as ean13,upca,qr,itf (those on records)"),
      Option("scanner-layout", "NAME", "the keyboard layout of the scanner: us, uk, de, fr, es, it"),
      Option("readers", "FILE", "a file with a section [reader NAME] for each further reader"),
      Option("programs", "DIR", "the path of deadwax-reader (beside this program)"),
      Option("speaker", "PROGRAM", "none, auto (aplay), or a program that reads a WAV file from standard input (none)"),
    ])
}
