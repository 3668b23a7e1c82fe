internal import ReaderProtocol
internal import Readers

extension ReaderRoom {
  /// Which readers this machine has, and how each is started.
  static func plan(for configuration: HubConfiguration) -> [ReaderConfiguration] {
    let program = configuration.programs + "/deadwax-reader"
    var plans: [ReaderConfiguration] = []
    for camera in configuration.cameras {
      let name = name(of: camera, among: configuration.cameras, besides: plans)
      plans.append(plan(name, .camera, program, ["camera"] + words(for: camera, configuration.cameraUse)))
    }
    switch configuration.nfc {
    case .none: break
    case .auto: plans.append(plan("nfc", .nfc, program, ["nfc", "--device", "auto"]))
    case .device(let device): plans.append(plan("nfc", .nfc, program, ["nfc", "--device", device]))
    }
    let use = words(for: configuration.scannerUse)
    switch configuration.scanner {
    case .none: break
    case .auto: plans.append(plan("scanner", .hid, program, ["hid", "--device", "auto"] + use))
    case .device(let device): plans.append(plan("scanner", .hid, program, ["hid", "--device", device] + use))
    }
    return plans
  }

  /// `camera`, `camera-2` and so on. The one that shows what the virtual desk holds up is `virtual-camera` where there
  /// is a real one beside it: the page then knows which picture is whose.
  private static func name(
    of camera: HubConfiguration.Camera, among all: [HubConfiguration.Camera], besides plans: [ReaderConfiguration]
  ) -> String {
    if case .shown = camera, all.count > 1 { return "virtual-camera" }
    let count = plans.count { $0.name != "virtual-camera" }
    return count == 0 ? "camera" : "camera-\(count + 1)"
  }

  private static func words(for camera: HubConfiguration.Camera, _ use: HubConfiguration.CameraUse) -> [String] {
    var words: [String]
    switch camera {
    case .auto: words = ["--device", "auto"]
    case .device(let path): words = ["--device", path]
    case .pictures(let folder): words = ["--pictures", folder, "--each"]
    case .shown(let folder): words = ["--pictures", folder, "--current", "current.pgm"]
    }
    switch camera {
    case .auto, .device:
      if let size = use.size { words += ["--size", size] }
      if let profile = use.profile { words += ["--profile", profile] }
      if let mains = use.mains { words += ["--mains", mains] }
    case .pictures, .shown: break
    }
    if let formats = use.formats { words += ["--formats", formats] }
    return words
  }

  private static func words(for use: HubConfiguration.ScannerUse) -> [String] {
    let settings = [
      ("--layout", use.layout), ("--pause", use.pause), ("--aim", use.aim), ("--prefix", use.prefix),
      ("--suffix", use.suffix),
    ]
    return settings.flatMap { flag, value in value.map { [flag, $0] } ?? [] }
  }

  private static func plan(
    _ name: String, _ kind: ReaderMessage.Kind, _ program: String, _ arguments: [String]
  ) -> ReaderConfiguration {
    ReaderConfiguration(name: name, station: "desk", kind: kind, executable: program, arguments: arguments)
  }
}
