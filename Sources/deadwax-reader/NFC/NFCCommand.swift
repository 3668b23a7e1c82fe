internal import Glibc
internal import Tags

/// Runs `deadwax-reader nfc`: watches one NFC reader until its input ends, or lists the readers there are.
///
/// - Parameter arguments: what stands behind `nfc` on the command line.
/// - Returns: the exit code: 0 done, 2 usage, 69 no reader found by `--list`.
func runNFCReader(_ arguments: [String]) -> Int32 {
  do {
    switch try NFCCommand(arguments) {
    case .help:
      NFCCommand.say(NFCCommand.usage, to: STDOUT_FILENO)
      return NFCCommand.done
    case .list: return NFCCommand.list()
    case .watch(let source, let pause): return NFCSession(source, pollPause: pause).run()
    }
  } catch {
    NFCCommand.say("deadwax-reader nfc: \(error)\n\(NFCCommand.usage)", to: STDERR_FILENO)
    return NFCCommand.misuse
  }
}

/// What was asked for on the command line.
enum NFCCommand {
  case help
  case list
  case watch(TagReader.Source, pollPause: Duration)

  static let done: Int32 = 0
  static let misuse: Int32 = 2
  static let unavailable: Int32 = 69

  static let usage = """
    usage: deadwax-reader nfc [--device NAME|auto] [--poll-ms N]
           deadwax-reader nfc --list

      --device NAME   as libnfc names it, pn532_uart:/dev/ttyUSB0; auto (the default) takes what is plugged in
      --poll-ms N     pause between two looks for tags, 1 to 1000; 50 unless given
      --list          shows what is plugged in and how it would be named, without opening it

    """

  /// What is wrong with the arguments, in one sentence.
  struct Misuse: Error, CustomStringConvertible {
    let description: String
  }

  init(_ arguments: [String]) throws(Misuse) {
    var source = TagReader.Source.automatic
    var pause = 50
    var words = arguments[...]
    while let word = words.popFirst() {
      switch word {
      case "--help", "-h":
        self = .help
        return
      case "--list":
        guard arguments.count == 1 else { throw Misuse(description: "--list stands alone") }
        self = .list
        return
      case "--device":
        guard let name = words.popFirst() else { throw Misuse(description: "--device needs a name") }
        guard name != "auto" else { continue }
        do {
          source = .named(try DeviceName(name))
        } catch {
          throw Misuse(description: "\(error)")
        }
      case "--poll-ms":
        guard let number = words.popFirst().flatMap({ Int($0) }), (1...1000).contains(number) else {
          throw Misuse(description: "--poll-ms needs a number from 1 to 1000")
        }
        pause = number
      default: throw Misuse(description: "unknown argument '\(word)'")
      }
    }
    self = .watch(source, pollPause: .milliseconds(pause))
  }

  /// Prints a line for each reader: its name, a tab, and why it is thought to be one.
  static func list() -> Int32 {
    let devices = TagDevice.find()
    guard !devices.isEmpty else {
      say("no NFC reader is plugged in; one on a UART, SPI or I2C must be named with --device\n", to: STDERR_FILENO)
      return unavailable
    }
    for device in devices { say("\(device.name)\t\(device.reason)\n", to: STDOUT_FILENO) }
    return done
  }

  /// Writes all of a text to a descriptor. Returns false when nobody reads there any more.
  @discardableResult
  static func say(_ text: String, to file: Int32) -> Bool { say(Array(text.utf8), to: file) }

  @discardableResult
  static func say(_ bytes: [UInt8], to file: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
