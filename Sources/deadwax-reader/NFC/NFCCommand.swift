internal import Tags

/// `deadwax-reader nfc`: tags coming and going on an NFC reader.
///
/// - Parameter arguments: what stands behind `nfc` on the command line.
/// - Returns: the exit code: 0 at the end of the input, 2 when the command was not understood, 69 when `--list` found no
///   reader.
func runNFCReader(_ arguments: [String]) -> Int32 {
  do throws(Arguments.Misuse) {
    switch try NFCCommand(arguments) {
    case .help:
      StandardOutput.write(NFCCommand.usage)
      return ExitCode.done
    case .list: return list()
    case .watch(let source, let pause): return NFCSession(source, pollPause: pause).run()
    }
  } catch {
    StandardError.write("deadwax-reader nfc: \(error.sentence)\n\(NFCCommand.usage)")
    return ExitCode.usage
  }
}

/// Prints a line for each reader: its name, a tab, and why it is thought to be one.
private func list() -> Int32 {
  let devices = TagDevice.find()
  guard !devices.isEmpty else {
    StandardError.write("no NFC reader is plugged in; one on a UART, SPI or I2C must be named with --device\n")
    return NFCCommand.unavailable
  }
  for device in devices { StandardOutput.write("\(device.name)\t\(device.reason)\n") }
  return ExitCode.done
}

/// What was asked of `nfc`.
enum NFCCommand {
  case help
  case list
  case watch(TagReader.Source, pollPause: Duration)

  /// EX_UNAVAILABLE of sysexits.h.
  static let unavailable: Int32 = 69

  static let usage = """
    usage: deadwax-reader nfc [--device NAME|auto] [--poll-ms N]
           deadwax-reader nfc --list

    Watches an NFC reader, and prints the coming and going of tags as JSON lines.

      --device NAME   as libnfc names it, pn532_uart:/dev/ttyUSB0; auto (the default) takes what is plugged in
      --poll-ms N     pause between two looks for tags, 1 to 1000; 50 unless given
      --list          shows what is plugged in and how it would be named, without opening it

    The command {"type":"stop"} on the standard input ends it, as does the end of the input.

    """

  init(_ words: [String]) throws(Arguments.Misuse) {
    var arguments = Arguments(words)
    var source: TagReader.Source?
    var pause: Duration?
    var wantsList = false
    while let word = try arguments.next() {
      switch word {
      case .option("--help"), .option("-h"):
        self = .help
        return
      case .option("--list"): wantsList = true
      case .option("--device"): source = try Self.source(named: arguments.value(of: "--device"))
      case .option("--poll-ms"):
        let value = try arguments.value(of: "--poll-ms")
        guard let number = Int(value), (1...1000).contains(number) else {
          throw Arguments.Misuse(sentence: "--poll-ms takes a number from 1 to 1000, not '\(value)'")
        }
        pause = .milliseconds(number)
      case .option(let other): throw Arguments.Misuse(sentence: "there is no option \(other)")
      case .operand(let other): throw Arguments.Misuse(sentence: "'\(other)' stands behind no option")
      }
    }
    guard wantsList else {
      self = .watch(source ?? .automatic, pollPause: pause ?? .milliseconds(50))
      return
    }
    guard source == nil, pause == nil else { throw Arguments.Misuse(sentence: "--list stands alone") }
    self = .list
  }

  private static func source(named name: String) throws(Arguments.Misuse) -> TagReader.Source {
    guard name != "auto" else { return .automatic }
    do throws(TagError) {
      return .named(try DeviceName(name))
    } catch {
      throw Arguments.Misuse(sentence: error.description)
    }
  }
}
