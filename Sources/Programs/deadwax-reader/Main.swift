internal import Glibc

/// The only program that links the device libraries, with one process per device. A process may end at any time without
/// harm, and is restarted.
@main
struct Main {
  static func main() {
    // If the host has gone, a write must fail instead of raising a signal.
    signal(SIGPIPE, SIG_IGN)
    let arguments = Array(CommandLine.arguments.dropFirst())
    exit(run(arguments))
  }

  private static func run(_ arguments: [String]) -> Int32 {
    let rest = Array(arguments.dropFirst())
    switch arguments.first {
    case "camera": return runCameraReader(rest)
    case "decode": return runDecode(rest)
    case "hid": return runHIDReader(rest)
    case "nfc": return runNFCReader(rest)
    case "proof": return runProof(rest)
    case "--help", "-h", "help":
      ReaderOutput.write(usage)
      return ReaderExitCode.done
    case nil:
      ReaderErrorOutput.write(usage)
      return ReaderExitCode.usage
    case let other?:
      ReaderErrorOutput.write("deadwax-reader: there is no reader '\(other)'\n\(usage)")
      return ReaderExitCode.usage
    }
  }

  private static let usage = """
    usage: deadwax-reader camera --device PATH|auto | --pictures FOLDER | --list
           deadwax-reader nfc …
           deadwax-reader hid …
           deadwax-reader decode [--json] [--formats LIST] FILE…
           deadwax-reader proof
           deadwax-reader READER --help

    A reader prints its readings as JSON lines, accepts commands on standard input, and ends when that input ends.

    """
}
