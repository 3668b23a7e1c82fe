internal import Barcodes
internal import CommandLineArguments

/// The options of `decode`.
struct DecodeOptions {
  let isJSON: Bool
  /// True if the pictures show a shelf with many codes.
  let isShelf: Bool
  let formats: BarcodeFormats
  let effort: BarcodeScanner.Effort
  let files: [String]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    isJSON = arguments.has("json")
    formats = try BarcodeFormats(argument: arguments.text("formats"))
    isShelf = arguments.has("shelf")
    // Each of a hundred codes needs as long as the only one of another picture.
    effort = arguments.has("camera") ? .camera : isShelf ? .shelf(limit: .seconds(6)) : .picture(limit: .seconds(1))
    files = arguments.operands
  }

  /// The declaration of the command.
  static let command = CommandDefinition(
    "decode", operands: [.some("FILE")], summary: "print the barcodes in JPEG, PNG and PGM pictures",
    details: """
      The exit code is 1 if a picture could not be read; the others are still read. The file - is a picture of at most
      32 MiB on standard input. The process then limits its own memory, time and files, because the picture may come
      from anyone.
      """,
    options: [
      .flag("json", "one JSON object per picture, each on a line"), .formats,
      .flag(
        "shelf", "pictures of a shelf, which overlap: takes six times as long, and prints the codes in order at the end"
      ),
      .flag("camera", "treat each picture as the first frame of a camera, with its time limit"),
    ])
}
