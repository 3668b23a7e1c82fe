internal import Barcodes
internal import CommandLineArguments
internal import Deadwax

/// Runs `deadwax-reader decode`, which prints the barcodes in picture files without a station.
///
/// - Returns: the exit code: 0, or 1 if a file could not be read.
func runDecode(_ options: DecodeOptions) -> Int32 {
  // Before the decoder begins with anything from outside.
  if options.files.contains(DecodeInput.operand) { DecodeInput.confine() }
  let scanner: BarcodeScanner
  do throws(BarcodeError) {
    scanner = try BarcodeScanner(formats: options.formats, effort: options.effort)
  } catch {
    ReaderErrorOutput.write("deadwax-reader decode: \(error)\n")
    return ReaderExitCode.failed
  }
  let nameWidth = options.files.map { columns(of: printable($0)) }.max() ?? 0
  var code = ReaderExitCode.done
  var pictures: [[PicturedCode]] = []
  for file in options.files {
    // Each picture is like a camera's first frame, so the state from earlier pictures is cleared.
    if options.effort == .camera { scanner.forget() }
    let report = DecodeReport(file: file, scanner: scanner)
    if report.isFailure { code = ReaderExitCode.failed }
    // Each picture's line is written immediately, not at the end.
    guard ReaderOutput.write(options.isJSON ? report.json : report.text(nameWidth: nameWidth)) else {
      return ReaderExitCode.failed
    }
    pictures.append(report.codes(picture: pictures.count))
  }
  if options.isShelf {
    let rows = RowReport(CodeRow.arranged(pictures))
    guard ReaderOutput.write(options.isJSON ? rows.json : rows.text) else { return ReaderExitCode.failed }
  }
  return code
}
