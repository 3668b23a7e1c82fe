internal import CommandLineArguments
internal import Deadwax
internal import Demo
internal import Foundation
internal import HTTPServer
internal import Log
internal import Threads
internal import VirtualChip
internal import VirtualHardware

/// Virtual hardware: a PN532 on a pseudo-terminal, a camera's view, Discogs and MusicBrainz. It also renders camera pictures.
@main
struct Main {
  private static let program = ProgramDefinition(
    "deadwax-virtual", version: ProgramVersion.current,
    commands: [table, FramesCommand.command, DamageCommand.command, ShelfCommand.command, ChipProgram.command])

  private static let table = CommandDefinition(
    "table", summary: "simulate the hardware of a station until it is stopped",
    details: "When it is ready, it prints one line of JSON with the addresses.",
    options: [
      Option(
        "folder", .path, "FOLDER", isRequired: true, "folder for the reader's terminal and the camera's picture"),
      Option("demo", .path, "FOLDER", standard: "demo", "folder of the demo library"),
      Option(
        "port", .number(0...65535), standard: "0", "port of the table's own address; 0 selects a free one"),
      Option(
        "timing", .choice(["real", "slow", "none"]), standard: "none",
        "real for a chip with real timing, slow for one that also programs a page in 80 ms, or none"),
      Option("discogs-token", .text, standard: "demo", "the only token that the stand-in for Discogs accepts"),
    ])

  static func main() {
    let (command, arguments) = program.parseOrExit()
    do {
      try run(command, arguments)
    } catch let error as UsageError {
      program.error(error.sentence, in: command).print(by: program.name)
      exit(UsageError.exitCode)
    } catch let error as ChipOrderError {
      program.error(error.description, in: command).print(by: program.name)
      exit(UsageError.exitCode)
    } catch {
      FileHandle.standardError.write(Data("\(program.name): \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(_ command: String, _ arguments: ParsedArguments) throws {
    switch command {
    case "table": try runTable(arguments)
    case "frames": try FramesCommand.run(arguments)
    case "damage": try DamageCommand.run(arguments)
    case "shelf": try ShelfCommand.run(arguments)
    case "chip": try ChipProgram.run(arguments)
    default: preconditionFailure("the command \(command) has no code")
    }
  }

  /// The addresses, printed as one line of JSON when everything is ready.
  private struct Places: Encodable {
    var url: String
    var nfc: String
    var camera: String
    var discogs: String
    /// The address that serves as MusicBrainz and as the Cover Art Archive.
    var musicbrainz: String
  }

  private static func runTable(_ arguments: ParsedArguments) throws {
    guard let folder = arguments.text("folder") else { preconditionFailure("--folder is required") }
    let stop = StopRequest()
    let camera = folder + "/camera"
    try FileManager.default.createDirectory(atPath: camera, withIntermediateDirectories: true)
    let library = try DemoLibrary(path: (arguments.text("demo") ?? "demo") + "/library.json")
    let logger = Logger.standardError(part: "virtual", threshold: .warning)
    let chip = try VirtualChip(
      link: folder + "/nfc", timing: arguments.text("timing").flatMap(ChipTiming.init) ?? .immediate)
    let standIn = try DiscogsStandIn(library: library, token: arguments.text("discogs-token") ?? "demo", logger: logger)
    let archive = try DemoArchive.start(library, logger: logger)
    let table = VirtualTable(library, chip: chip, pictures: camera)
    let server = try HTTPServer(
      configuration: HTTPServerConfiguration(port: arguments.number("port") ?? 0),
      router: Router(TableRoutes(table, network: standIn).routes), logger: logger)
    let places = Places(
      url: "http://127.0.0.1:\(server.port)", nfc: "pn532_uart:\(folder)/nfc", camera: camera, discogs: standIn.url,
      musicbrainz: archive.url)
    FileHandle.standardOutput.write(try JSONEncoder().encode(places) + Data("\n".utf8))
    stop.wait()
    server.stop()
    standIn.stop()
    archive.stop()
    chip.unplug()
  }
}
