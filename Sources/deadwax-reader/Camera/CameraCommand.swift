internal import Barcodes
internal import Camera
internal import Log
internal import Pictures

/// `deadwax-reader camera`: barcodes coming and going before a camera.
///
/// - Parameter words: what stands behind `camera` on the command line.
/// - Returns: the exit code: 0 at the end of the input, 1 when the reader could not work, 2 when the command was not
///   understood.
func runCameraReader(_ words: [String]) -> Int32 {
  do throws(Arguments.Misuse) {
    let options = try CameraOptions(words)
    if options.wantsHelp {
      StandardOutput.write(CameraOptions.usage)
      return ExitCode.done
    }
    return watch(options)
  } catch {
    StandardError.write("deadwax-reader camera: \(error.sentence)\n\(CameraOptions.usage)")
    return ExitCode.usage
  }
}

private func watch(_ options: CameraOptions) -> Int32 {
  let log = Logger.standardError(part: options.station.map { "camera of \($0)" } ?? "camera")
  let camera = PicturesCamera(
    folder: options.folder, mode: options.mode, framesPerSecond: options.framesPerSecond
  ) { try PictureFile.read($0) }
  do throws(BarcodeError) {
    let scanner = try BarcodeScanner(formats: options.formats)
    let session = CameraSession(source: camera, scanner: scanner, log: log)
    let input = HostInput(waker: camera.waker, log: log)
    session.run(until: input)
    return ExitCode.done
  } catch {
    log.error("\(error)")
    return ExitCode.failed
  }
}
