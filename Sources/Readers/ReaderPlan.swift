internal import ReaderProtocol

/// The readers of a machine, as configured by the operator, and the command line of each. The hub and a station on
/// another machine use the same syntax.
package struct ReaderPlan: Hashable, Sendable {
  package enum Camera: Hashable, Sendable {
    /// The first attached camera by stable name.
    case auto
    /// A device by its path, preferably one in `/dev/v4l/by-id`.
    case device(String)
    /// Each picture added to a folder is presented once.
    case pictures(folder: String)
    /// The picture `current.pgm` in a folder is presented as long as it exists.
    case displayed(folder: String)

    /// Parses a setting; nil if it is invalid.
    ///
    /// - Parameters:
    ///   - word: the setting, for example `auto`, `/dev/video0` or `pictures:FOLDER`.
    ///   - absolute: a function that makes the operator's path absolute.
    package init?(_ word: String, absolute: (String) -> String) {
      if word == "auto" {
        self = .auto
      } else if word.hasPrefix("/") {
        self = .device(word)
      } else if word.hasPrefix("pictures:") {
        self = .pictures(folder: absolute(String(word.dropFirst("pictures:".count))))
      } else if word.hasPrefix("shown:") {
        self = .displayed(folder: absolute(String(word.dropFirst("shown:".count))))
      } else {
        return nil
      }
    }

    /// The valid settings, for error messages.
    package static let choices =
      "none, auto, a device such as /dev/v4l/by-id/…, pictures:FOLDER or shown:FOLDER, or several of these with commas"
  }

  /// The options of the camera readers; nil for the reader's default.
  package struct CameraUse: Hashable, Sendable {
    /// The picture size, for example `1280x720`.
    package var size: String?
    /// The name or file of a profile with control settings, or `none`.
    package var profile: String?
    /// The mains frequency, 50 or 60, at which lamps flicker.
    package var mains: String?
    /// The symbologies to detect, in the syntax of `deadwax decode --formats`.
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
    /// Any attached reader.
    case auto
    /// A device by its libnfc connection string.
    case device(String)

    /// Parses a setting.
    ///
    /// - Parameter word: `none`, `auto`, or a device.
    package init(_ word: String) {
      switch word {
      case "none": self = .none
      case "auto": self = .auto
      default: self = .device(word)
      }
    }
  }

  /// A barcode scanner that acts as a keyboard.
  package enum Scanner: Hashable, Sendable {
    case none
    /// Any attached scanner, but never an ordinary keyboard.
    case auto
    /// A device by its path or its name.
    case device(String)

    /// Parses a setting.
    ///
    /// - Parameter word: `none`, `auto`, or a device.
    package init(_ word: String) {
      switch word {
      case "none": self = .none
      case "auto": self = .auto
      default: self = .device(word)
      }
    }
  }

  /// The settings of the scanner, in the syntax of `deadwax-reader hid`; nil for the most common setting.
  package struct ScannerUse: Hashable, Sendable {
    /// The keyboard layout that the scanner emulates, for example `de`.
    package var layout: String?
    /// The pause that ends a code without Enter, for example `100ms`.
    package var pause: String?
    /// The presence of AIM identifiers: `auto`, `always` or `never`.
    package var aim: String?
    /// The text that the scanner sends before each code.
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
  /// The web addresses that identify tag content as this library's own; empty for the reader's default.
  package var tagAddresses: [String]
  package var scanner: Scanner
  package var scannerUse: ScannerUse
  /// The readers with a section of their own in the configuration.
  package var further: [OpenReader]

  package init(
    cameras: [Camera], cameraUse: CameraUse = CameraUse(), nfc: NFC, tagAddresses: [String], scanner: Scanner,
    scannerUse: ScannerUse = ScannerUse(), further: [OpenReader]
  ) {
    self.cameras = cameras
    self.cameraUse = cameraUse
    self.nfc = nfc
    self.tagAddresses = tagAddresses
    self.scanner = scanner
    self.scannerUse = scannerUse
    self.further = further
  }

  /// Returns the readers, each with a unique name.
  ///
  /// - Parameters:
  ///   - program: the absolute path of `deadwax-reader`.
  ///   - station: the station that receives the readings of readers that name none.
  /// - Returns: the cameras first, in their order, and the readers with sections last.
  package func configurations(program: String, station: String) -> [ReaderConfiguration] {
    var plans: [ReaderConfiguration] = []
    func add(_ name: String, _ kind: ReaderKind, _ words: [String], isOptional: Bool = false) {
      plans.append(
        ReaderConfiguration(
          name: name, station: station, kind: kind, executable: program, arguments: words,
          isOptional: isOptional))
    }
    for camera in cameras {
      add(name(of: camera, besides: plans), .camera, ["camera"] + words(for: camera), isOptional: camera == .auto)
    }
    let addressWords = tagAddresses.flatMap { ["--tag-address", $0] }
    switch nfc {
    case .none: break
    case .auto: add("nfc", .nfc, ["nfc", "--device", "auto"] + addressWords, isOptional: true)
    case .device(let device): add("nfc", .nfc, ["nfc", "--device", device] + addressWords)
    }
    switch scanner {
    case .none: break
    case .auto: add("scanner", .hid, ["hid", "--device", "auto"] + scannerWords, isOptional: true)
    case .device(let device): add("scanner", .hid, ["hid", "--device", device] + scannerWords)
    }
    for reader in further {
      plans.append(
        ReaderConfiguration(
          name: reader.name, station: reader.station ?? station, kind: nil, executable: reader.executable ?? program,
          arguments: reader.arguments))
    }
    return plans
  }

  /// Returns `camera`, `camera-2` and so on. The camera of the virtual station is `virtual-camera` if there are others,
  /// so that the page can distinguish their pictures.
  private func name(of camera: Camera, besides plans: [ReaderConfiguration]) -> String {
    if case .displayed = camera, cameras.count > 1 { return "virtual-camera" }
    let count = plans.count { $0.name != "virtual-camera" }
    return count == 0 ? "camera" : "camera-\(count + 1)"
  }

  private func words(for camera: Camera) -> [String] {
    var words: [String]
    switch camera {
    case .auto: words = ["--device", "auto"]
    case .device(let path): words = ["--device", path]
    case .pictures(let folder): words = ["--pictures", folder, "--each"]
    case .displayed(let folder): words = ["--pictures", folder, "--current", "current.pgm"]
    }
    switch camera {
    case .auto, .device:
      if let size = cameraUse.size { words += ["--size", size] }
      if let profile = cameraUse.profile { words += ["--profile", profile] }
      if let mains = cameraUse.mains { words += ["--mains", mains] }
    case .pictures, .displayed: break
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
