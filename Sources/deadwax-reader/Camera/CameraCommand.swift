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
    let log = Logger.standardError(part: options.station.map { "camera of \($0)" } ?? "camera")
    switch options.source {
    case .help:
      StandardOutput.write(CameraOptions.usage)
      return ExitCode.done
    case .list(let asJSON):
      CameraList(folder: options.deviceFolder, profiles: try profiles(options, log)).write(asJSON: asJSON)
      return ExitCode.done
    case .pictures(let folder, let mode):
      let camera = PicturesCamera(folder: folder, mode: mode, framesPerSecond: options.framesPerSecond ?? 10) {
        try PictureFile.read($0)
      }
      return watch(camera, stillness: nil, options, log)
    case .device(let device):
      let folder = options.deviceFolder
      let settings = CameraSettings(
        device: device, size: options.size, rate: options.framesPerSecond, settings: options.settings,
        profiles: try profiles(options, log), nodes: { AttachedCameras.nodes(in: folder) }
      ) { try JPEGPicture.decode($0) }
      let camera = V4L2Camera(settings, doorbell: AttachedCameras.doorbell(in: folder))
      return watch(camera, stillness: Stillness(), options, log)
    }
  } catch {
    StandardError.write("deadwax-reader camera: \(error.sentence)\n\(CameraOptions.usage)")
    return ExitCode.usage
  }
}

private func watch(
  _ source: any FrameSource, stillness: Stillness?, _ options: CameraOptions, _ log: Logger
) -> Int32 {
  do throws(BarcodeError) {
    let scanner = try BarcodeScanner(formats: options.formats, effort: .camera)
    let session = CameraSession(source: source, scanner: scanner, stillness: stillness, log: log)
    session.run(until: HostInput(waker: source.waker, log: log))
    return ExitCode.done
  } catch {
    log.error("\(error)")
    return ExitCode.failed
  }
}

/// The profiles a camera may get: all of them, or the one that was named.
private func profiles(_ options: CameraOptions, _ log: Logger) throws(Arguments.Misuse) -> [CameraProfile] {
  let folder = options.profileFolder ?? ProfileShelf.standardFolder()
  switch options.profile {
  case .none: return []
  case .fitting:
    if folder == nil { log.warning("no camera profiles were found; --profiles names their folder") }
    let shelf = ProfileShelf(folder: folder)
    for fault in shelf.faults { log.warning("a camera profile was skipped: \(fault)") }
    return shelf.profiles
  case .named(let name):
    // A name without a slash is one of the folder's, as `--list` tells it.
    let path =
      name.utf8.contains(UInt8(ascii: "/")) ? name : "\(folder ?? ".")/\(name)\(name.hasSuffix(".ini") ? "" : ".ini")"
    do throws(ProfileShelf.Fault) {
      // Named, it is for whatever camera is there.
      return [try ProfileShelf.read(path).forAny]
    } catch {
      throw Arguments.Misuse(sentence: error.description)
    }
  }
}
