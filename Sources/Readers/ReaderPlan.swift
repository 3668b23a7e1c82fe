internal import ReaderProtocol

/// Which readers a machine has, in the operator's words, and how each is started. A hub and a station on another machine
/// take the same words.
package struct ReaderPlan: Hashable, Sendable {
  package enum Camera: Hashable, Sendable {
    /// Whatever camera is plugged in: the first by its stable name.
    case auto
    /// A device by its path, best one of those in `/dev/v4l/by-id`.
    case device(String)
    /// Every picture that comes into a folder is shown once.
    case pictures(folder: String)
    /// The picture `current.pgm` of a folder is what is before the camera, for as long as it is there.
    case shown(folder: String)

    /// - Parameters:
    ///   - word: as `auto`, `/dev/video0` or `pictures:FOLDER`.
    ///   - absolute: makes a path of the operator's an absolute one.
    package init?(_ word: String, absolute: (String) -> String) {
      if word == "auto" {
        self = .auto
      } else if word.hasPrefix("/") {
        self = .device(word)
      } else if word.hasPrefix("pictures:") {
        self = .pictures(folder: absolute(String(word.dropFirst("pictures:".count))))
      } else if word.hasPrefix("shown:") {
        self = .shown(folder: absolute(String(word.dropFirst("shown:".count))))
      } else {
        return nil
      }
    }

    /// What an operator may write, for the sentence that says so.
    package static let choices =
      "none, auto, a device as /dev/v4l/by-id/…, pictures:FOLDER or shown:FOLDER, or several of these with commas"
  }

  /// What the cameras' readers are told; nil leaves it to them.
  package struct CameraUse: Hashable, Sendable {
    /// As `1280x720`.
    package var size: String?
    /// The name or the file of a profile with the controls to set, or `none`.
    package var profile: String?
    /// 50 or 60: what lamps flicker with.
    package var mains: String?
    /// The barcodes that are looked for, as `deadwax decode --formats` takes them.
    package var formats: String?

    package init(size: String? = nil, profile: String? = nil, mains: String? = nil, formats: String? = nil) {
      self.size = size
      self.profile = profile
      self.mains = mains
      self.formats = formats
    }
  }

  package enum NFC: Hashable, Sendable {
    case none
    /// Whatever reader is plugged in.
    case auto
    /// A device by its libnfc connection string.
    case device(String)

    /// - Parameter word: `none`, `auto`, or a device.
    package init(_ word: String) {
      switch word {
      case "none": self = .none
      case "auto": self = .auto
      default: self = .device(word)
      }
    }
  }

  /// A barcode scanner that types what it reads.
  package enum Scanner: Hashable, Sendable {
    case none
    /// Whatever scanner is plugged in; never an ordinary keyboard.
    case auto
    /// A device by its path or its name.
    case device(String)

    /// - Parameter word: `none`, `auto`, or a device.
    package init(_ word: String) {
      switch word {
      case "none": self = .none
      case "auto": self = .auto
      default: self = .device(word)
      }
    }
  }

  /// How the scanner is set up, in the words of `deadwax-reader hid`; nil leaves it at what most are set to.
  package struct ScannerUse: Hashable, Sendable {
    /// The keyboard that it plays, as `de`.
    package var layout: String?
    /// How long it must be silent for a code without Enter to be whole, as `100ms`.
    package var pause: String?
    /// Whether codes begin with an AIM identifier: `auto`, `always` or `never`.
    package var aim: String?
    /// What it sends before and behind each code.
    package var prefix: String?
    package var suffix: String?

    package init(
      layout: String? = nil, pause: String? = nil, aim: String? = nil, prefix: String? = nil, suffix: String? = nil
    ) {
      self.layout = layout
      self.pause = pause
      self.aim = aim
      self.prefix = prefix
      self.suffix = suffix
    }
  }

  package var cameras: [Camera]
  package var cameraUse: CameraUse
  package var nfc: NFC
  package var scanner: Scanner
  package var scannerUse: ScannerUse

  package init(
    cameras: [Camera], cameraUse: CameraUse = CameraUse(), nfc: NFC, scanner: Scanner,
    scannerUse: ScannerUse = ScannerUse()
  ) {
    self.cameras = cameras
    self.cameraUse = cameraUse
    self.nfc = nfc
    self.scanner = scanner
    self.scannerUse = scannerUse
  }

  /// The readers, each under a name of its own.
  ///
  /// - Parameters:
  ///   - program: the absolute path of `deadwax-reader`.
  ///   - station: the desk that their readings are for.
  /// - Returns: cameras first, in their order.
  package func configurations(program: String, station: String) -> [ReaderConfiguration] {
    var plans: [ReaderConfiguration] = []
    func add(_ name: String, _ kind: ReaderMessage.Kind, _ words: [String]) {
      plans.append(
        ReaderConfiguration(name: name, station: station, kind: kind, executable: program, arguments: words))
    }
    for camera in cameras { add(name(of: camera, besides: plans), .camera, ["camera"] + words(for: camera)) }
    switch nfc {
    case .none: break
    case .auto: add("nfc", .nfc, ["nfc", "--device", "auto"])
    case .device(let device): add("nfc", .nfc, ["nfc", "--device", device])
    }
    switch scanner {
    case .none: break
    case .auto: add("scanner", .hid, ["hid", "--device", "auto"] + scannerWords)
    case .device(let device): add("scanner", .hid, ["hid", "--device", device] + scannerWords)
    }
    return plans
  }

  /// `camera`, `camera-2` and so on. The one that shows what the virtual desk holds up is `virtual-camera` where there
  /// is a real one beside it: the page then knows which picture is whose.
  private func name(of camera: Camera, besides plans: [ReaderConfiguration]) -> String {
    if case .shown = camera, cameras.count > 1 { return "virtual-camera" }
    let count = plans.count { $0.name != "virtual-camera" }
    return count == 0 ? "camera" : "camera-\(count + 1)"
  }

  private func words(for camera: Camera) -> [String] {
    var words: [String]
    switch camera {
    case .auto: words = ["--device", "auto"]
    case .device(let path): words = ["--device", path]
    case .pictures(let folder): words = ["--pictures", folder, "--each"]
    case .shown(let folder): words = ["--pictures", folder, "--current", "current.pgm"]
    }
    switch camera {
    case .auto, .device:
      if let size = cameraUse.size { words += ["--size", size] }
      if let profile = cameraUse.profile { words += ["--profile", profile] }
      if let mains = cameraUse.mains { words += ["--mains", mains] }
    case .pictures, .shown: break
    }
    if let formats = cameraUse.formats { words += ["--formats", formats] }
    return words
  }

  private var scannerWords: [String] {
    let settings = [
      ("--layout", scannerUse.layout), ("--pause", scannerUse.pause), ("--aim", scannerUse.aim),
      ("--prefix", scannerUse.prefix), ("--suffix", scannerUse.suffix),
    ]
    return settings.flatMap { flag, value in value.map { [flag, $0] } ?? [] }
  }
}
