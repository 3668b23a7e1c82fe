internal import Configuration
internal import Demo
internal import Foundation
internal import HTTPServer
internal import Log
internal import Threads
internal import VirtualChip
internal import VirtualHardware

/// Virtual hardware: a PN532 on a pseudo-terminal, a camera's view, and Discogs. It also renders camera pictures.
@main
struct Main {
  private static let table = KeyTable([
    Key("folder", section: "table", .path, help: "folder for the reader's terminal and the camera's picture"),
    Key("demo", section: "table", .path, standard: "demo", help: "folder of the demo library"),
    Key(
      "port", section: "table", .number(0...65535), standard: "0",
      help: "port of the table's own address; 0 selects a free one"
    ),
    Key(
      "timing", section: "table", .choice(["real", "none"]), standard: "none",
      help: "real for a chip with real timing, or off"),
    Key(
      "discogs-token", section: "table", standard: "demo", help: "the only token that the stand-in for Discogs accepts"),
  ])

  static func main() {
    do {
      let all = Array(CommandLine.arguments.dropFirst())
      if all.first == "frames" { return try FramesCommand.run(Array(all.dropFirst())) }
      if all.first == "damage" { return try DamageCommand.run(Array(all.dropFirst())) }
      if all.first == "chip" { return try ChipProgram.run(Array(all.dropFirst())) }
      let arguments = try Arguments(all, table: table)
      if arguments.isHelpWanted { return print(usage) }
      let words = try Configuration(table, arguments: arguments, environment: [:], standardFile: nil)
      guard words.operands == ["table"], let folder = words.text("folder") else {
        throw Misuse(description: "use 'deadwax-virtual hardware --folder FOLDER'; for help: --help")
      }
      try run(folder, words)
    } catch {
      FileHandle.standardError.write(Data("deadwax-virtual: \(error)\n".utf8))
      exit(error is ConfigurationError || error is Misuse ? 2 : 1)
    }
  }

  /// The addresses, printed as one line of JSON when everything is ready.
  private struct Places: Encodable {
    var url: String
    var nfc: String
    var camera: String
    var discogs: String
  }

  private static func run(_ folder: String, _ words: Configuration) throws {
    let stop = StopRequest()
    let camera = folder + "/camera"
    try FileManager.default.createDirectory(atPath: camera, withIntermediateDirectories: true)
    let library = try DemoLibrary(path: (words.text("demo") ?? "demo") + "/library.json")
    let logger = Logger.standardError(part: "virtual", threshold: .warning)
    let chip = try VirtualChip(
      link: folder + "/nfc", timing: words.text("timing") == "real" ? .real : .immediate)
    let standIn = try DiscogsStandIn(library: library, token: words.text("discogs-token") ?? "demo", logger: logger)
    let table = VirtualTable(library, chip: chip, pictures: camera)
    let server = try HTTPServer(
      configuration: HTTPServerConfiguration(port: words.number("port") ?? 0),
      router: Router(TableRoutes(table, network: standIn).routes), logger: logger)
    let places = Places(
      url: "http://127.0.0.1:\(server.port)", nfc: "pn532_uart:\(folder)/nfc", camera: camera, discogs: standIn.url)
    FileHandle.standardOutput.write(try JSONEncoder().encode(places) + Data("\n".utf8))
    stop.wait()
    server.stop()
    standIn.stop()
    chip.unplug()
  }

  private static let usage = """
    usage: deadwax-virtual hardware --folder FOLDER [--name value]…
           deadwax-virtual frames FOLDER [--name value]…
           deadwax-virtual damage FOLDER [--name value]…
           deadwax-virtual chip --link PATH [--name value]…

    table simulates the hardware of a station until it is stopped. When it is ready, it prints one line of JSON with the
    addresses. frames writes generated pictures of barcodes, to measure the read rate. damage writes damaged ones, of
    which none may be misread. chip is the NFC reader alone, controlled by hand or by a program. Each command accepts
    --help.

    \(table.help)
    """
}
