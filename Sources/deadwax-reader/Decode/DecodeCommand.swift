internal import Barcodes
internal import Imaging
internal import Pictures

/// Runs `deadwax-reader decode`, which prints the barcodes in picture files without a station.
///
/// - Parameter words: the arguments after `decode` on the command line.
/// - Returns: the exit code: 0, 1 if a file could not be read, 2 for wrong usage.
func runDecode(_ words: [String]) -> Int32 {
  do throws(Arguments.Misuse) {
    let options = try DecodeOptions(words)
    if options.wantsHelp {
      StandardOutput.write(DecodeOptions.usage)
      return ExitCode.done
    }
    return decode(options)
  } catch {
    StandardError.write("deadwax-reader decode: \(error.sentence)\n\(DecodeOptions.usage)")
    return ExitCode.usage
  }
}

private func decode(_ options: DecodeOptions) -> Int32 {
  let scanner: BarcodeScanner
  do throws(BarcodeError) {
    scanner = try BarcodeScanner(formats: options.formats, effort: options.effort)
  } catch {
    StandardError.write("deadwax-reader decode: \(error)\n")
    return ExitCode.failed
  }
  let nameWidth = options.files.map { columns(of: printable($0)) }.max() ?? 0
  var code = ExitCode.done
  for file in options.files {
    // Each picture is like a camera's first frame, so the state from earlier pictures is cleared.
    if options.effort == .camera { scanner.forget() }
    let report = DecodeReport(file: file, scanner: scanner)
    if report.isFailure { code = ExitCode.failed }
    // Each picture's line is written immediately, not at the end.
    guard StandardOutput.write(options.isJSON ? report.json : report.text(nameWidth: nameWidth)) else {
      return ExitCode.failed
    }
  }
  return code
}

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

  init(_ words: [String]) throws(Arguments.Misuse) {
    var arguments = Arguments(words)
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
          throw Arguments.Misuse(sentence: error.description)
        }
      case .option(let other): throw Arguments.Misuse(sentence: "there is no option \(other)")
      case .operand(let file): files.append(file)
      }
    }
    if files.isEmpty, !wantsHelp { throw Arguments.Misuse(sentence: "no file is given") }
  }
}
