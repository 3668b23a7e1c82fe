internal import ReaderProtocol
internal import Readers

extension ReaderRoom {
  /// Which readers this machine has, and how each is started.
  static func plan(for configuration: HubConfiguration) -> [ReaderConfiguration] {
    var plans: [ReaderConfiguration] = []
    let program = configuration.programs + "/deadwax-reader"
    switch configuration.camera {
    case .none: break
    case .pictures(let folder):
      plans.append(plan("camera", .camera, program, ["camera", "--pictures", folder, "--each"]))
    case .shown(let folder):
      plans.append(plan("camera", .camera, program, ["camera", "--pictures", folder, "--current", "current.pgm"]))
    }
    switch configuration.nfc {
    case .none: break
    case .auto: plans.append(plan("nfc", .nfc, program, ["nfc", "--device", "auto"]))
    case .device(let device): plans.append(plan("nfc", .nfc, program, ["nfc", "--device", device]))
    }
    return plans
  }

  private static func plan(
    _ name: String, _ kind: ReaderMessage.Kind, _ program: String, _ arguments: [String]
  ) -> ReaderConfiguration {
    ReaderConfiguration(name: name, station: "desk", kind: kind, executable: program, arguments: arguments)
  }
}
