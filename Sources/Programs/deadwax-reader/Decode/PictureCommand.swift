internal import CommandLineArguments
internal import Imaging
internal import Pictures

/// `deadwax-reader picture`: makes a picture of anyone harmless. It reads the picture from standard input, and writes a
/// line of JSON and then a JPEG with nothing but the pixels.
enum PictureCommand {
  /// The declaration of the command.
  static let command = CommandDefinition(
    "picture", operands: [], summary: "rewrite a picture, upright and without metadata",
    details: """
      Reads a JPEG, PNG or WebP picture of at most 32 MiB from standard input. Writes one line of JSON with the size or
      the error, and after a size a JPEG. The process limits its own memory, time and files, because the picture may
      come from anyone.
      """,
    options: [
      Option("longest", .number(1...4096), "N", standard: "4096", "the most pixels on the longer side"),
      Option("quarters", .number(0...3), "N", standard: "0", "quarter turns clockwise"),
      Option("left", .number(0...150), "N", standard: "0", "straighten anticlockwise by tenths of a degree"),
      Option("right", .number(0...150), "N", standard: "0", "straighten clockwise by tenths of a degree"),
      Option("part", .text, "X,Y,W,H", "the part to keep after that, in thousandths of the sides"),
    ])

  /// The quality of the JPEG on libjpeg's scale: edges of text stay clear.
  private static let quality = 88

  /// - Returns: the exit code: 0, or 1 if the picture was refused.
  /// - Throws: `UsageError` for a part that is not four numbers.
  static func run(_ arguments: ParsedArguments) throws(UsageError) -> Int32 {
    let work = CleanPicture.Work(
      longest: arguments.number("longest") ?? 4096, quarters: arguments.number("quarters") ?? 0,
      straighten: (arguments.number("right") ?? 0) - (arguments.number("left") ?? 0),
      part: try part(arguments.text("part")))
    // Before the decoder begins with anything from outside.
    DecodeInput.confine()
    do throws(PictureError) {
      let frame = try CleanPicture.decode(try DecodeInput.bytes(), work)
      let jpeg = try JPEGPicture.encode(frame, quality: quality)
      let isWritten =
        ReaderOutput.write("{\"width\":\(frame.width),\"height\":\(frame.height)}\n") && ReaderOutput.write(jpeg)
      return isWritten ? ReaderExitCode.done : ReaderExitCode.failed
    } catch {
      // The sentence has no quotation mark or backslash: it is of this program, and libraries' messages are plain.
      let sentence = "\(error)".filter { $0 != "\"" && $0 != "\\" && !$0.isNewline }
      ReaderOutput.write("{\"error\":\"\(sentence)\"}\n")
      return ReaderExitCode.failed
    }
  }

  private static func part(_ text: String?) throws(UsageError) -> PixelRectangle? {
    guard let text else { return nil }
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 4, case let values = numbers.compactMap(\.self), values.count == 4,
      values.allSatisfy({ (0...1000).contains($0) })
    else { throw UsageError("--part needs four numbers from 0 to 1000: X,Y,W,H.") }
    return PixelRectangle(x: values[0], y: values[1], width: values[2], height: values[3])
  }
}
