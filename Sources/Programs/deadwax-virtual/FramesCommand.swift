internal import CommandLineArguments
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
    ("codabar", "CODABAR", .codabar), ("qr", "QR", .qr), ("datamatrix", "DATAMATRIX", .dataMatrix),
  ]

  /// The declaration of the command.
  static let command = CommandDefinition(
    "frames", operands: [.one("FOLDER")], summary: "write generated pictures of barcodes, to measure the read rate",
    details: """
      One picture for each combination of kind, module, angle and motion. A truth.json has the text and parameters of
      each. `./dev eval FOLDER` counts the pictures that are read.
      """,
    options: [
      Option("seed", .number(0...Int.max), standard: "1", "the same seed gives the same pictures"),
      Option("kinds", .list, standard: "ean13", kinds.map(\.name).joined(separator: ", ")),
      Option("modules", .decimals(0.3...40), standard: "0.9,1,1.2,1.5,2,3", "pixels per module"),
      Option("angles", .decimals(-360...360), standard: "0,10,25,45,90", "degrees clockwise"),
      Option("motions", .decimals(0...100), standard: "0,3", "pixels of motion during the exposure"),
      Option("each", .number(1...10_000), standard: "8", "number of pictures of every combination"),
      Option("empty", .number(0...10_000), standard: "0", "number of further pictures without a code"),
      Option("blur", .decimal(0...20), standard: "0.6", "standard deviation of the lens blur, in pixels"),
      Option("noise", .decimal(0...100), standard: "4", "standard deviation of the sensor noise, of 255"),
      Option("tilt", .decimal(0...0.6), standard: "0", "perspective: reduction of the far edge, 0 to 0.6"),
      Option("glare", .decimal(0...1), standard: "0", "strength of a lamp's reflection on the code, 0 to 1"),
      Option("inverted", .yesNo, standard: "no", "light bars on dark paper"),
      Option(
        "backdrop", .choice(FrameRecipe.Backdrop.allCases.map(\.rawValue)), standard: "tabletop",
        "background of the code"),
      Option("width", .number(16...4096), standard: "640", "pixels of a picture"),
      Option("height", .number(16...4096), standard: "480", "pixels of a picture"),
    ])

  /// Runs the command.
  ///
  /// - Throws: the fault in the arguments, or the error of the folder.
  static func run(_ arguments: ParsedArguments) throws {
    let folder = arguments.operands[0]
    let series = try series(arguments)
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
    for index in 0..<(arguments.number("empty") ?? 0) {
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

  private static func series(_ arguments: ParsedArguments) throws(UsageError) -> FrameSeries {
    var series = FrameSeries()
    series.seed = UInt64(arguments.number("seed") ?? 1)
    series.kinds = []
    for name in arguments.list("kinds") {
      guard let known = kinds.first(where: { $0.name == name }) else {
        throw .option("kinds", mustBe: "of \(kinds.map(\.name).joined(separator: ", "))", not: name)
      }
      series.kinds.append(known.kind)
    }
    series.modules = arguments.decimals("modules")
    series.angles = arguments.decimals("angles")
    series.motions = arguments.decimals("motions")
    series.each = arguments.number("each") ?? 8
    series.pattern.blur = arguments.decimal("blur") ?? 0
    series.pattern.noise = arguments.decimal("noise") ?? 0
    series.pattern.tilt = arguments.decimal("tilt") ?? 0
    series.pattern.glare = arguments.decimal("glare") ?? 0
    series.pattern.inverted = arguments.isOn("inverted")
    series.pattern.backdrop = arguments.text("backdrop").flatMap(FrameRecipe.Backdrop.init) ?? .tabletop
    series.pattern.width = arguments.number("width") ?? 640
    series.pattern.height = arguments.number("height") ?? 480
    return series
  }

  private static func number(_ index: Int) -> String { String(String(100_000 + index).dropFirst()) }
}
