internal import Glibc
internal import Threads

/// A simulated webcam: a folder with a file that answers V4L2 requests through FUSE, for real programs and the real
/// kernel.
@main
struct Main {
  private static let usage = """
    usage: fake-camera [--number N] [--card NAME] [--serial NAME] [--formats LIST] FOLDER

    Mounts a camera at the empty folder FOLDER, prints "ready", and is gone with its end. FOLDER/ctl takes words, as
    "picture FILE" and "unplug"; FOLDER/state says how it is.

    """

  static func main() {
    var (number, card, serial, formats) = (0, "Fake Camera", "FX0001", PixelFormat.allCases)
    var words = CommandLine.arguments.dropFirst()
    func value() -> String { words.popFirst() ?? "" }
    var folder: String?
    while let word = words.popFirst() {
      switch word {
      case "--number": number = Int(value()) ?? 0
      case "--card": card = value()
      case "--serial": serial = value()
      case "--formats": formats = CameraState.formats(value()) ?? []
      default:
        guard folder == nil, !word.hasPrefix("-") else { misuse() }
        folder = word
      }
    }
    guard let folder, !formats.isEmpty, !card.isEmpty, (0...62).contains(number) else { misuse() }
    let system = FileSystem(Monitor(CameraState(card: card, serial: serial, number: number, offered: formats)))
    guard system.mount(folder) else { exit(1) }
    print("ready")
    fflush(nil)
    system.run()
  }

  private static func misuse() -> Never {
    _ = usage.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    exit(2)
  }
}
