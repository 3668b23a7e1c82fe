internal import CommandLineArguments
internal import NDEF
internal import Tags

/// Runs `deadwax-reader nfc`, which reports tags that are placed on an NFC reader and removed.
///
/// - Returns: the exit code: 0 at the end of the input, 69 if `--list` found no reader.
func runNFCReader(_ command: NFCCommand) -> Int32 {
  switch command {
  case .list: list()
  case .watch(let source, let addresses, let pause): NFCSession(source, addresses: addresses, pollPause: pause).run()
  }
}

/// Prints a line for each reader: its name, a tab, and the reason it is assumed to be one.
private func list() -> Int32 {
  let devices = TagDevice.find()
  guard !devices.isEmpty else {
    ReaderErrorOutput.write("no NFC reader is connected; one on a UART, SPI or I2C must be given with --device\n")
    return NFCCommand.unavailable
  }
  for device in devices { ReaderOutput.write("\(device.name)\t\(device.reason)\n") }
  return ReaderExitCode.done
}

/// The options of `nfc`.
enum NFCCommand {
  case list
  case watch(TagReader.Source, addresses: [TagAddress], pollPause: Duration)

  /// The exit code EX_UNAVAILABLE of sysexits.h.
  static let unavailable: Int32 = 69

  /// The declaration of the command.
  static let command = CommandDefinition(
    "nfc", summary: "report tags that are placed on an NFC reader and removed", details: "Prints JSON lines.",
    notes: """
      The command {"type":"stop"} on standard input ends the reader, and so does the end of the input.
      """,
    options: [
      Option(
        "device", .text, "NAME",
        "a libnfc name such as pn532_uart:/dev/ttyUSB0; auto (the default) selects a connected reader"),
      Option(
        "tag-address", .text, "URL", repeats: true,
        "the web address that identifies the library's tags, as in the hub's --tag-address; by default "
          + "\(TagAddress.standard.text). Another address is overwritten only by a job that allows it"),
      Option(
        "poll-ms", .number(1...1000), "N", standard: "50", "the pause between two polls for tags in milliseconds"),
      .flag("list", "list the connected readers with their names, without opening them"),
    ])

  init(_ arguments: ParsedArguments) throws(UsageError) {
    guard !arguments.has("list") else {
      guard arguments.names == ["list"] else { throw UsageError("--list cannot be combined with other options.") }
      self = .list
      return
    }
    var addresses: [TagAddress] = []
    for value in arguments.texts("tag-address") {
      guard let address = TagAddress(base: value) else {
        throw .option("tag-address", mustBe: "a web address", not: value)
      }
      addresses.append(address)
    }
    self = .watch(
      try Self.source(named: arguments.text("device") ?? "auto"),
      addresses: addresses.isEmpty ? [.standard] : addresses,
      pollPause: .milliseconds(arguments.number("poll-ms") ?? 50))
  }

  private static func source(named name: String) throws(UsageError) -> TagReader.Source {
    guard name != "auto" else { return .automatic }
    do throws(TagDeviceError) {
      return .named(try DeviceName(name))
    } catch {
      throw UsageError(error.description)
    }
  }
}
