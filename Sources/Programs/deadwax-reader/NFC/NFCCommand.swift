internal import NDEF
internal import Tags

/// Runs `deadwax-reader nfc`, which reports tags that are placed on an NFC reader and removed.
///
/// - Parameter arguments: the arguments after `nfc` on the command line.
/// - Returns: the exit code: 0 at the end of the input, 2 for wrong usage, 69 if `--list` found no reader.
func runNFCReader(_ arguments: [String]) -> Int32 {
  do throws(ReaderArguments.Misuse) {
    switch try NFCCommand(arguments) {
    case .help:
      ReaderOutput.write(NFCCommand.usage)
      return ReaderExitCode.done
    case .list: return list()
    case .watch(let source, let addresses, let pause):
      return NFCSession(source, addresses: addresses, pollPause: pause).run()
    }
  } catch {
    ReaderErrorOutput.write("deadwax-reader nfc: \(error.sentence)\n\(NFCCommand.usage)")
    return ReaderExitCode.usage
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
  case help
  case list
  case watch(TagReader.Source, addresses: [TagAddress], pollPause: Duration)

  /// The exit code EX_UNAVAILABLE of sysexits.h.
  static let unavailable: Int32 = 69

  static let usage = """
    usage: deadwax-reader nfc [--device NAME|auto] [--tag-address URL]… [--poll-ms N]
           deadwax-reader nfc --list

    Watches an NFC reader, and prints the arrival and departure of tags as JSON lines.

      --device NAME   a libnfc name such as pn532_uart:/dev/ttyUSB0; auto (the default) selects a connected reader
      --tag-address URL
                      web address that identifies the library's tags, as in the hub's --tag-address; several may be given,
                      by default \(TagAddress.standard.text). Another address is overwritten only by a job that
                      allows it
      --poll-ms N     pause between two polls for tags in milliseconds, 1 to 1000; by default 50
      --list          lists the connected readers with their names, without opening them

    The command {"type":"stop"} on standard input ends the reader, and so does the end of the input.

    """

  init(_ words: [String]) throws(ReaderArguments.Misuse) {
    var arguments = ReaderArguments(words)
    var source: TagReader.Source?
    var addresses: [TagAddress] = []
    var pause: Duration?
    var wantsList = false
    while let word = try arguments.next() {
      switch word {
      case .option("--help"), .option("-h"):
        self = .help
        return
      case .option("--list"): wantsList = true
      case .option("--device"): source = try Self.source(named: arguments.value(of: "--device"))
      case .option("--tag-address"):
        let value = try arguments.value(of: "--tag-address")
        guard let address = TagAddress(base: value) else {
          throw ReaderArguments.Misuse(sentence: "--tag-address must be a web address, not '\(value)'")
        }
        addresses.append(address)
      case .option("--poll-ms"):
        let value = try arguments.value(of: "--poll-ms")
        guard let number = Int(value), (1...1000).contains(number) else {
          throw ReaderArguments.Misuse(sentence: "--poll-ms must be a number from 1 to 1000, not '\(value)'")
        }
        pause = .milliseconds(number)
      case .option(let other): throw ReaderArguments.Misuse(sentence: "there is no option \(other)")
      case .operand(let other): throw ReaderArguments.Misuse(sentence: "'\(other)' does not follow an option")
      }
    }
    guard wantsList else {
      self = .watch(
        source ?? .automatic, addresses: addresses.isEmpty ? [.standard] : addresses,
        pollPause: pause ?? .milliseconds(50))
      return
    }
    guard source == nil, addresses.isEmpty, pause == nil else {
      throw ReaderArguments.Misuse(sentence: "--list cannot be combined with other options")
    }
    self = .list
  }

  private static func source(named name: String) throws(ReaderArguments.Misuse) -> TagReader.Source {
    guard name != "auto" else { return .automatic }
    do throws(TagDeviceError) {
      return .named(try DeviceName(name))
    } catch {
      throw ReaderArguments.Misuse(sentence: error.description)
    }
  }
}
