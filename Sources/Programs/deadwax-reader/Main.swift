internal import CommandLineArguments
internal import Deadwax
internal import Glibc

/// The only program that links the device libraries, with one process per device. A process may end at any time without
/// harm, and is restarted.
@main
struct Main {
  private static let program = ProgramDefinition(
    "deadwax-reader", version: ProgramVersion.current,
    commands: [
      CameraOptions.command, NFCCommand.command, HIDOptions.command, DecodeOptions.command, PictureCommand.command,
      ProofCommand.command,
    ],
    details: """
      A reader prints its readings as JSON lines, accepts commands on standard input, and ends when that input ends.
      """)

  static func main() {
    // If the host has gone, a write must fail instead of raising a signal.
    signal(SIGPIPE, SIG_IGN)
    let (command, arguments) = program.parseOrExit()
    do throws(UsageError) {
      exit(try run(command, arguments))
    } catch {
      program.error(error.sentence, in: command).print(by: program.name)
      exit(UsageError.exitCode)
    }
  }

  private static func run(_ command: String, _ arguments: ParsedArguments) throws(UsageError) -> Int32 {
    switch command {
    case "camera": try runCameraReader(CameraOptions(arguments))
    case "nfc": try runNFCReader(NFCCommand(arguments))
    case "hid": try runHIDReader(HIDOptions(arguments))
    case "decode": try runDecode(DecodeOptions(arguments))
    case "picture": try PictureCommand.run(arguments)
    case "proof": ProofCommand.run()
    default: preconditionFailure("the command \(command) has no code")
    }
  }
}
