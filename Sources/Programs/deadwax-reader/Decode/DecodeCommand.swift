internal import Barcodes

/// Runs `deadwax-reader decode`, which prints the barcodes in picture files without a station.
///
/// - Parameter words: the arguments after `decode` on the command line.
/// - Returns: the exit code: 0, 1 if a file could not be read, 2 for wrong usage.
func runDecode(_ words: [String]) -> Int32 {
  do throws(ReaderArguments.Misuse) {
    let options = try DecodeOptions(words)
    if options.wantsHelp {
      ReaderOutput.write(DecodeOptions.usage)
      return ReaderExitCode.done
    }
    return decode(options)
  } catch {
    ReaderErrorOutput.write("deadwax-reader decode: \(error.sentence)\n\(DecodeOptions.usage)")
    return ReaderExitCode.usage
  }
}

private func decode(_ options: DecodeOptions) -> Int32 {
  let scanner: BarcodeScanner
  do throws(BarcodeError) {
    scanner = try BarcodeScanner(formats: options.formats, effort: options.effort)
  } catch {
    ReaderErrorOutput.write("deadwax-reader decode: \(error)\n")
    return ReaderExitCode.failed
  }
  let nameWidth = options.files.map { columns(of: printable($0)) }.max() ?? 0
  var code = ReaderExitCode.done
  for file in options.files {
    // Each picture is like a camera's first frame, so the state from earlier pictures is cleared.
    if options.effort == .camera { scanner.forget() }
    let report = DecodeReport(file: file, scanner: scanner)
    if report.isFailure { code = ReaderExitCode.failed }
    // Each picture's line is written immediately, not at the end.
    guard ReaderOutput.write(options.isJSON ? report.json : report.text(nameWidth: nameWidth)) else {
      return ReaderExitCode.failed
    }
  }
  return code
}
