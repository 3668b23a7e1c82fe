internal import CommandLineArguments
internal import Foundation
internal import Imaging
internal import LabelDrawing
internal import Pictures
internal import VirtualHardware

/// The command `deadwax-virtual damage`: it renders damaged barcodes into a folder, with a file of their texts.
enum DamageCommand {
  /// The declaration of the command.
  static let command = CommandDefinition(
    "damage", operands: [.one("FOLDER")], summary: "write pictures of damaged barcodes, of which none may be misread",
    details: """
      The barcodes are damaged, badly lit or partly hidden. A truth.json has the text of each. `./dev eval --damage` reads
      them.
      """,
    options: [
      Option("seed", .number(0...Int.max), standard: "1", "the same seed gives the same pictures"),
      Option("first", .number(0...10_000_000), standard: "0", "number of the first picture"),
      Option("count", .number(1...1_000_000), standard: "500", "number of pictures"),
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
  /// - Throws: the error of the folder.
  static func run(_ arguments: ParsedArguments) throws {
    let folder = arguments.operands[0]
    let series = try DamageSeries(seed: UInt64(arguments.number("seed") ?? 1))
    let first = arguments.number("first") ?? 0
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var truth: [Entry] = []
    for number in first..<first + (arguments.number("count") ?? 500) {
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
}
