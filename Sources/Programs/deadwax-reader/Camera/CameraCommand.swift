internal import Barcodes
internal import Camera
internal import CommandLineArguments
internal import Log
internal import Pictures

/// Runs `deadwax-reader camera`, which reports barcodes that appear and leave in front of a camera.
///
/// - Returns: the exit code: 0 at the end of the input, 1 if the reader could not work.
/// - Throws: `UsageError` for a camera profile that cannot be read.
func runCameraReader(_ options: CameraOptions) throws(UsageError) -> Int32 {
  let log = Logger.standardError(part: options.station.map { "camera of \($0)" } ?? "camera")
  switch options.source {
  case .list(let asJSON):
    CameraList(folder: options.deviceFolder, profiles: try profiles(options, log)).write(asJSON: asJSON)
    return ReaderExitCode.done
  case .pictures(let folder, let mode):
    let camera = PicturesCamera(folder: folder, mode: mode, framesPerSecond: options.framesPerSecond ?? 10) {
      try PictureFile.read($0)
    }
    // Each picture is scanned only once, so the scanner uses its full effort.
    return watch(camera, scanner(options, log), stillness: nil, log)
  case .device(let device):
    let folder = options.deviceFolder
    let settings = CameraSettings(
      device: device, size: options.size, rate: options.framesPerSecond, settings: options.settings,
      profiles: try profiles(options, log), nodes: { AttachedCameras.nodes(in: folder) }
    ) { try JPEGPicture.decode($0) }
    let camera = V4L2Camera(settings, doorbell: AttachedCameras.doorbell(in: folder))
    return watch(camera, scanner(options, log, .camera), stillness: Stillness(), log)
  }
}

private func watch(
  _ source: any FrameSource, _ scanner: BarcodeScanner?, stillness: Stillness?, _ log: Logger
) -> Int32 {
  guard let scanner else { return ReaderExitCode.failed }
  let session = CameraSession(source: source, scanner: scanner, stillness: stillness, log: log)
  session.run(until: HostInput(waker: source.waker, log: log))
  return ReaderExitCode.done
}

/// Returns the scanner; nil if it cannot be created, which is logged.
private func scanner(
  _ options: CameraOptions, _ log: Logger, _ effort: BarcodeScanner.Effort? = nil
) -> BarcodeScanner? {
  do throws(BarcodeError) {
    guard let effort else { return try BarcodeScanner(formats: options.formats) }
    return try BarcodeScanner(formats: options.formats, effort: effort)
  } catch {
    log.error("\(error)")
    return nil
  }
}

/// Returns the profiles to choose from: all of them, or only the named one.
private func profiles(_ options: CameraOptions, _ log: Logger) throws(UsageError) -> [CameraProfile] {
  let folder = options.profileFolder ?? CameraProfiles.standardFolder()
  switch options.profile {
  case .none: return []
  case .fitting:
    if folder == nil { log.warning("no camera profiles were found; give their folder with --profiles") }
    let shelf = CameraProfiles(folder: folder)
    for fault in shelf.faults { log.warning("a camera profile was skipped: \(fault)") }
    return shelf.profiles
  case .named(let name):
    // A name without a slash is in the folder, as listed by `--list`.
    let path =
      name.utf8.contains(UInt8(ascii: "/")) ? name : "\(folder ?? ".")/\(name)\(name.hasSuffix(".ini") ? "" : ".ini")"
    do throws(CameraProfiles.Fault) {
      // A profile that is named explicitly applies to any camera.
      return [try CameraProfiles.read(path).forAny]
    } catch {
      throw UsageError(error.description)
    }
  }
}
