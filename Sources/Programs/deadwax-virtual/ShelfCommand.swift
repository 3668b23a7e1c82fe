internal import CommandLineArguments
internal import Deadwax
internal import Foundation
internal import Pictures
internal import VirtualHardware

/// The command `deadwax-virtual shelf`: it renders photographs of shelves into a folder, with a file of their codes.
enum ShelfCommand {
  /// The declaration of the command.
  static let command = CommandDefinition(
    "shelf", operands: [.one("FOLDER")], summary: "write generated photographs of shelves with labels on their spines",
    details: """
      Each shelf is photographed in pieces that overlap, out of the hand. A truth.json has the codes of each shelf in
      their order. `./dev eval --shelves` counts the codes that are read.
      """,
    options: [
      Option("seed", .number(0...Int.max), standard: "1", "the same seed gives the same pictures"),
      Option("shelves", .number(1...1000), standard: "10", "the number of shelves"),
      Option("least", .number(1...500), standard: "40", "the fewest spines of a shelf"),
      Option("most", .number(1...500), standard: "120", "the most spines of a shelf"),
      Option("width", .number(320...8192), standard: "4032", "pixels of a picture"),
      Option("height", .number(240...8192), standard: "1512", "pixels of a picture"),
      Option("span", .decimal(50...2000), standard: "480", "millimetres of the row in one picture"),
      Option("tilt", .decimal(0...0.5), standard: "0.25", "the strongest perspective"),
      Option("blur", .decimal(0...20), standard: "1.2", "the strongest blur of the lens, in pixels"),
      Option("motion", .decimal(0...20), standard: "1", "the longest motion of the hand, in pixels"),
    ])

  /// An entry of truth.json.
  private struct Shelf: Encodable {
    var files: [String]
    /// The codes of the shelf in their order.
    var codes: [String]
    /// The codes whose labels are whole in at least one picture.
    var visible: [String]
  }

  /// Runs the command.
  ///
  /// - Throws: the fault in the arguments, or the error of the folder.
  static func run(_ arguments: ParsedArguments) throws {
    let folder = arguments.operands[0]
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let (least, most) = (arguments.number("least") ?? 40, arguments.number("most") ?? 120)
    guard least <= most else { throw UsageError.option("least", mustBe: "at most \(most)", not: "\(least)") }
    var shelves: [Shelf] = []
    for index in 0..<(arguments.number("shelves") ?? 1) {
      shelves.append(try shelf(index, spines: least...most, in: folder, arguments))
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(shelves).write(to: URL(fileURLWithPath: folder + "/truth.json"))
    print("\(shelves.count) shelves in \(folder)")
  }

  private static func shelf(
    _ index: Int, spines: ClosedRange<Int>, in folder: String, _ arguments: ParsedArguments
  ) throws -> Shelf {
    var random = SeededGenerator(seed: UInt64(arguments.number("seed") ?? 1) &* 1_000_003 &+ UInt64(index))
    let count = Int.random(in: spines, using: &random)
    let codes = (0..<count).map { _ in OwnCode(.copy, number: .random(in: 1 ... .max, using: &random)).description }
    let scene = try ShelfScene(codes, seed: random.next())
    let span = arguments.decimal("span") ?? 480
    let (tilt, blur) = (arguments.decimal("tilt") ?? 0, arguments.decimal("blur") ?? 0)
    var shelf = Shelf(files: [], codes: codes, visible: [])
    var visible: Set<Int> = []
    var from = -20.0
    while true {
      var view = ShelfView()
      view.width = arguments.number("width") ?? view.width
      view.height = arguments.number("height") ?? view.height
      (view.from, view.to) = (from, from + span)
      view.lean = .random(in: -3...3, using: &random)
      view.tilt = (.random(in: -tilt...tilt, using: &random), .random(in: -tilt...tilt, using: &random))
      view.blur = .random(in: (0.5 * blur)...max(blur, 0.001), using: &random)
      view.motion = .random(in: 0...max(arguments.decimal("motion") ?? 0, 0.001), using: &random)
      view.glare = Bool.random(using: &random) ? 0 : .random(in: 0...0.25, using: &random)
      view.seed = random.next()
      let picture = view.picture(of: scene)
      let name = "shelf-\(index + 1)-\(shelf.files.count + 1).pgm"
      try PictureFile.write(PGMPicture.encode(picture.frame), to: folder + "/" + name)
      shelf.files.append(name)
      visible.formUnion(picture.whole)
      guard from + span < scene.length + 20 else { break }
      // The next picture shows a quarter of this one again: perspective hides a part at its edges.
      from += span * 0.72
    }
    shelf.visible = visible.sorted().map { codes[$0] }
    return shelf
  }
}
