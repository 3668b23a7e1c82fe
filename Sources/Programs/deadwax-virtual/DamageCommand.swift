internal import Configuration
internal import Foundation
internal import Imaging
internal import LabelDrawing
internal import Pictures
internal import VirtualHardware

/// The command `deadwax-virtual damage`: it renders damaged barcodes into a folder, with a file of their texts.
enum DamageCommand {
  private static let table = KeyTable([
    Key("seed", section: "damage", .number(0...Int.max), standard: "1", help: "the same seed gives the same pictures"),
    Key("first", section: "damage", .number(0...10_000_000), standard: "0", help: "number of the first picture"),
    Key("count", section: "damage", .number(1...1_000_000), standard: "500", help: "number of pictures"),
  ])

  /// An entry for one picture in truth.json.
  private struct Entry: Encodable {
    var file: String
    var family: String
    var text: String
    var also: [String]
    var damage: Damage
  }

  /// Runs the command.
  ///
  /// - Parameter words: the arguments after `damage` on the command line.
  /// - Throws: the fault in the arguments, or the error of the folder.
  static func run(_ words: [String]) throws {
    let arguments = try Arguments(words, table: table)
    if arguments.isHelpWanted { return print(usage) }
    let words = try Configuration(table, arguments: arguments, environment: [:], standardFile: nil)
    guard words.operands.count == 1, let folder = words.operands.first else {
      throw Misuse(description: "damage needs one output folder; see --help")
    }
    let series = try DamageSeries(seed: UInt64(words.number("seed") ?? 1))
    let first = words.number("first") ?? 0
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var truth: [Entry] = []
    for number in first..<first + (words.number("count") ?? 500) {
      let recipe = series.recipe(number)
      let picture = try series.picture(number)
      let name = "\(recipe.damage.rawValue)-\(String(String(10_000_000 + number).dropFirst())).pgm"
      try PictureFile.write(PGMPicture.encode(picture.frame), to: folder + "/" + name)
      truth.append(
        Entry(
          file: name, family: FramesCommand.family(of: recipe.frame.kind), text: recipe.frame.text,
          also: picture.others, damage: recipe.damage))
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    try encoder.encode(truth).write(to: URL(fileURLWithPath: folder + "/truth.json"))
    print("\(truth.count) pictures in \(folder)")
  }

  private static let usage = """
    usage: deadwax-virtual damage FOLDER [--name value]…

    Writes generated pictures of barcodes that are damaged, badly lit or partly hidden, and a truth.json with the text of
    each. `./dev eval --damage` reads them.

    \(table.help)
    """
}
