internal import Configuration
internal import Foundation
internal import Imaging
internal import LabelDrawing
internal import Pictures
internal import VirtualHardware

/// The command `deadwax-virtual frames`: it renders barcodes into a folder, with a file of their texts and parameters.
enum FramesCommand {
  private static let kinds: [(name: String, family: String, kind: BarcodeSymbol.Kind)] = [
    ("ean13", "EAN13", .ean13), ("upca", "UPCA", .upcA), ("ean8", "EAN8", .ean8), ("upce", "UPCE", .upcE),
    ("code128", "CODE128", .code128), ("code39", "CODE39", .code39), ("itf", "ITF", .itf),
    ("codabar", "CODABAR", .codabar), ("qr", "QR", .qr),
  ]

  private static let table = KeyTable([
    Key("seed", section: "frames", .number(0...Int.max), standard: "1", help: "the same seed gives the same pictures"),
    Key("kinds", section: "frames", .list, standard: "ean13", help: kinds.map(\.name).joined(separator: ", ")),
    Key("modules", section: "frames", .list, standard: "0.9,1,1.2,1.5,2,3", help: "pixels per module"),
    Key("angles", section: "frames", .list, standard: "0,10,25,45,90", help: "degrees clockwise"),
    Key("motions", section: "frames", .list, standard: "0,3", help: "pixels of motion during the exposure"),
    Key("each", section: "frames", .number(1...10_000), standard: "8", help: "number of pictures of every combination"),
    Key(
      "empty", section: "frames", .number(0...10_000), standard: "0", help: "number of further pictures without a code"),
    Key("blur", section: "frames", standard: "0.6", help: "standard deviation of the lens blur, in pixels"),
    Key("noise", section: "frames", standard: "4", help: "standard deviation of the sensor noise, of 255"),
    Key("tilt", section: "frames", standard: "0", help: "perspective: reduction of the far edge, 0 to 0.6"),
    Key("glare", section: "frames", standard: "0", help: "strength of a lamp's reflection on the code, 0 to 1"),
    Key("inverted", section: "frames", .yesNo, standard: "no", help: "light bars on dark paper"),
    Key(
      "backdrop", section: "frames", .choice(FrameRecipe.Backdrop.allCases.map(\.rawValue)), standard: "tabletop",
      help: "background of the code"),
    Key("width", section: "frames", .number(16...4096), standard: "640", help: "pixels of a picture"),
    Key("height", section: "frames", .number(16...4096), standard: "480", help: "pixels of a picture"),
  ])

  /// Runs the command.
  ///
  /// - Parameter words: the arguments after `frames` on the command line.
  /// - Throws: the fault in the arguments, or the error of the folder.
  static func run(_ words: [String]) throws {
    let arguments = try Arguments(words, table: table)
    if arguments.isHelpWanted { return print(usage) }
    let words = try Configuration(table, arguments: arguments, environment: [:], standardFile: nil)
    guard words.operands.count == 1, let folder = words.operands.first else {
      throw Misuse(description: "frames needs one output folder; see --help")
    }
    let series = try series(words)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var truth: [Entry] = []
    for recipe in series.recipes() {
      let known = kinds.first { $0.kind == recipe.kind }
      let name = "\(known?.name ?? "code")-\(number(truth.count)).pgm"
      let picture = try recipe.drawn()
      try PictureFile.write(PGMPicture.encode(picture.frame), to: folder + "/" + name)
      truth.append(
        Entry(
          file: name, family: known?.family ?? "", symbology: recipe.kind.rawValue,
          corners: picture.corners.map { [$0.x, $0.y] }, recipe: recipe))
    }
    for index in 0..<(words.number("empty") ?? 0) {
      var recipe = series.pattern
      recipe.seed = series.seed &+ UInt64(index)
      let name = "none-\(number(index)).pgm"
      try PictureFile.write(PGMPicture.encode(try recipe.drawnWithoutCode()), to: folder + "/" + name)
      truth.append(Entry(file: name, family: "NONE", symbology: nil, corners: nil, recipe: nil))
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(truth).write(to: URL(fileURLWithPath: folder + "/truth.json"))
    print("\(truth.count) pictures in \(folder)")
  }

  /// Returns the name under which the pictures of a kind are counted.
  static func family(of kind: BarcodeSymbol.Kind) -> String { kinds.first { $0.kind == kind }?.family ?? "" }

  /// An entry for one picture in truth.json, which includes the parameters of its recipe.
  private struct Entry: Encodable {
    var file: String
    var family: String
    var symbology: String?
    var corners: [[Int]]?
    var recipe: FrameRecipe?

    private enum CodingKeys: CodingKey { case file, family, symbology, text, corners }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(file, forKey: .file)
      try container.encode(family, forKey: .family)
      try container.encodeIfPresent(symbology, forKey: .symbology)
      try container.encodeIfPresent(corners, forKey: .corners)
      if let recipe { try recipe.encode(to: encoder) } else { try container.encodeNil(forKey: .text) }
    }
  }

  private static func series(_ words: Configuration) throws -> FrameSeries {
    var series = FrameSeries()
    series.seed = UInt64(words.number("seed") ?? 1)
    series.kinds = try words.list("kinds").map { name in
      guard let known = kinds.first(where: { $0.name == name }) else {
        throw Misuse(description: "there is no kind '\(name)'")
      }
      return known.kind
    }
    series.modules = try numbers(words.list("modules"), "modules", 0.3...40)
    series.angles = try numbers(words.list("angles"), "angles", -360...360)
    series.motions = try numbers(words.list("motions"), "motions", 0...100)
    series.each = words.number("each") ?? 8
    func one(_ name: String, _ range: ClosedRange<Double>) throws -> Double {
      try numbers([words.text(name) ?? ""], name, range)[0]
    }
    series.pattern.blur = try one("blur", 0...20)
    series.pattern.noise = try one("noise", 0...100)
    series.pattern.tilt = try one("tilt", 0...0.6)
    series.pattern.glare = try one("glare", 0...1)
    series.pattern.inverted = words.isOn("inverted")
    series.pattern.backdrop = words.text("backdrop").flatMap(FrameRecipe.Backdrop.init) ?? .tabletop
    series.pattern.width = words.number("width") ?? 640
    series.pattern.height = words.number("height") ?? 480
    return series
  }

  private static func numbers(_ words: [String], _ name: String, _ range: ClosedRange<Double>) throws -> [Double] {
    try words.map { word in
      guard let number = Double(word), range.contains(number) else {
        throw Misuse(
          description: "--\(name) must be numbers from \(range.lowerBound) to \(range.upperBound), not '\(word)'")
      }
      return number
    }
  }

  private static func number(_ index: Int) -> String { String(String(100_000 + index).dropFirst()) }

  private static let usage = """
    usage: deadwax-virtual frames FOLDER [--name value]…

    Writes generated pictures of barcodes, one for each combination of kind, module, angle and motion. A truth.json has
    the text and parameters of each. `./dev eval FOLDER` counts the pictures that are read.

    \(table.help)
    """
}
