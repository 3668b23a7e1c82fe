internal import Barcodes

/// The options of `decode`.
struct DecodeOptions {
  var isJSON = false
  var wantsHelp = false
  var formats = BarcodeFormats.standard
  var effort = BarcodeScanner.Effort.picture(limit: .seconds(1))
  var files: [String] = []

  static let usage = """
    usage: deadwax-reader decode [--json] [--formats LIST] [--camera] FILE…

    Prints the barcodes in JPEG, PNG and PGM pictures.

      --json          one JSON object per picture, each on a line
      --formats LIST  symbologies, separated by commas: \(BarcodeFormats.names.map(\.name).joined(separator: ", ")), or all;
                      itf and codabar only if given, preferably with the lengths of your codes: itf:14,codabar:8-14
      --camera        treats each picture as the first frame of a camera, with its time limit

    The exit code is 1 if a picture could not be read; the others are still read.

    """

  init(_ words: [String]) throws(ReaderArguments.Misuse) {
    var arguments = ReaderArguments(words)
    while let word = try arguments.next() {
      switch word {
      case .option("--json"): isJSON = true
      case .option("--camera"): effort = .camera
      case .option("--help"), .option("-h"): wantsHelp = true
      case .option("--formats"):
        let list = try arguments.value(of: "--formats")
        do throws(BarcodeError) {
          formats = try BarcodeFormats(list: list)
        } catch {
          throw ReaderArguments.Misuse(sentence: error.description)
        }
      case .option(let other): throw ReaderArguments.Misuse(sentence: "there is no option \(other)")
      case .operand(let file): files.append(file)
      }
    }
    if files.isEmpty, !wantsHelp { throw ReaderArguments.Misuse(sentence: "no file is given") }
  }
}
