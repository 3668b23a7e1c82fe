internal import Glibc

/// The program that alone links the device libraries: one device, one process. It may die at any time without harm,
/// and is started again.
@main
struct Main {
  static func main() {
    // A host that has gone shows as a failed write, not as a signal.
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
      StandardOutput.write(usage)
      return ExitCode.done
    case nil:
      StandardError.write(usage)
      return ExitCode.usage
    case let other?:
      StandardError.write("deadwax-reader: there is no reader '\(other)'\n\(usage)")
      return ExitCode.usage
    }
  }

  private static let usage = """
    usage: deadwax-reader camera --device PATH|auto | --pictures FOLDER | --list
           deadwax-reader nfc …
           deadwax-reader hid …
           deadwax-reader decode [--json] [--formats LIST] FILE…
           deadwax-reader proof
           deadwax-reader READER --help

    A reader prints what it reads as JSON lines, takes commands on its standard input, and ends with it.

    """
}

/// How the program ends.
enum ExitCode {
  static let done: Int32 = 0
  static let failed: Int32 = 1
  static let usage: Int32 = 2
}
