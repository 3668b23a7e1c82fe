internal import Barcodes
internal import Camera

/// The options of `camera`.
struct CameraOptions {
  enum Source: Equatable {
    case pictures(folder: String, PicturesCamera.Mode)
    case device(CameraSettings.Device)
    /// Prints the list of cameras and exits.
    case list(asJSON: Bool)
    case help
  }

  /// The choice of the camera profile.
  enum Profile: Equatable {
    /// The profile that matches the camera.
    case fitting
    case none
    /// A name in the folder of profiles, or the path of a file.
    case named(String)
  }

  private(set) var source = Source.help
  /// The frame rate; nil for that of the profile or of the pictures.
  private(set) var framesPerSecond: Double?
  private(set) var size: PixelSize?
  private(set) var profile = Profile.fitting
  /// The folder of profiles; nil for the default folder.
  private(set) var profileFolder: String?
  /// Control settings, which override those of the profile.
  private(set) var settings: [ControlSetting] = []
  private(set) var deviceFolder = "/dev"
  private(set) var formats = BarcodeFormats.standard
  /// The name of the station, used only in the log.
  private(set) var station: String?

  init(_ words: [String]) throws(ReaderArguments.Misuse) {
    var arguments = ReaderArguments(words)
    var draft = Draft()
    while let word = try arguments.next() {
      switch word {
      case .option("--help"), .option("-h"): return
      case .option(let name): try take(name, &arguments, &draft)
      case .operand(let other): throw ReaderArguments.Misuse(sentence: "'\(other)' does not follow an option")
      }
    }
    source = try draft.source()
  }

  /// The options that determine the source, collected while parsing.
  private struct Draft {
    var folder: String?
    var device: String?
    var modes: [PicturesCamera.Mode] = []
    var wantsList = false
    var wantsJSON = false
    /// The options that are valid only for a camera, as given.
    var forCamera: [String] = []

    func source() throws(ReaderArguments.Misuse) -> Source {
      if wantsList {
        guard folder == nil, device == nil else {
          throw ReaderArguments.Misuse(sentence: "--list cannot be combined with --device or --pictures")
        }
        return .list(asJSON: wantsJSON)
      }
      if wantsJSON { throw ReaderArguments.Misuse(sentence: "--json requires --list") }
      switch (folder, device) {
      case (nil, nil):
        throw ReaderArguments.Misuse(sentence: "no source: give a camera with --device or a folder with --pictures")
      case (.some, .some): throw ReaderArguments.Misuse(sentence: "--device and --pictures cannot be combined")
      case (nil, let device?):
        guard modes.isEmpty else { throw ReaderArguments.Misuse(sentence: "--each and --current require --pictures") }
        guard !device.isEmpty else { throw ReaderArguments.Misuse(sentence: "--device needs a camera") }
        return .device(device == "auto" ? .any : .path(device))
      case (let folder?, nil):
        if let option = forCamera.first { throw ReaderArguments.Misuse(sentence: "\(option) requires --device") }
        guard !folder.isEmpty else { throw ReaderArguments.Misuse(sentence: "--pictures needs a folder") }
        guard modes.count < 2 else { throw ReaderArguments.Misuse(sentence: "--each and --current cannot be combined") }
        return .pictures(folder: folder, modes.first ?? .current(name: "current.pgm"))
      }
    }
  }

  private mutating func take(
    _ option: String, _ arguments: inout ReaderArguments, _ draft: inout Draft
  ) throws(ReaderArguments.Misuse) {
    switch option {
    case "--pictures": draft.folder = try arguments.value(of: option)
    case "--device": draft.device = try arguments.value(of: option)
    case "--each": if !draft.modes.contains(.each) { draft.modes.append(.each) }
    case "--current":
      let name = try arguments.value(of: option)
      guard !name.isEmpty, !name.hasPrefix("."), !name.utf8.contains(UInt8(ascii: "/")) else {
        throw ReaderArguments.Misuse(sentence: "--current must be the name of a file in the folder that is not hidden")
      }
      draft.modes.removeAll { $0 != .each }
      draft.modes.append(.current(name: name))
    case "--list": draft.wantsList = true
    case "--json": draft.wantsJSON = true
    case "--fps":
      let value = try arguments.value(of: option)
      guard let rate = Double(value), (0.1...1000).contains(rate) else {
        throw ReaderArguments.Misuse(sentence: "--fps must be a number from 0.1 to 1000, not '\(value)'")
      }
      framesPerSecond = rate
    case "--formats":
      let list = try arguments.value(of: option)
      do throws(BarcodeError) {
        formats = try BarcodeFormats(list: list)
      } catch {
        throw ReaderArguments.Misuse(sentence: error.description)
      }
    case "--station": station = try arguments.value(of: option)
    case "--size", "--profile", "--profiles", "--set", "--mains", "--devices":
      draft.forCamera.append(option)
      try takeForCamera(option, try arguments.value(of: option))
    default: throw ReaderArguments.Misuse(sentence: "there is no option \(option)")
    }
  }

  private mutating func takeForCamera(_ option: String, _ value: String) throws(ReaderArguments.Misuse) {
    switch option {
    case "--size":
      size = PixelSize(value)
      if size == nil {
        throw ReaderArguments.Misuse(
          sentence: "--size must be from 16x16 to 16384x16384, such as 1280x720, not '\(value)'")
      }
    case "--profile":
      guard !value.isEmpty else { throw ReaderArguments.Misuse(sentence: "--profile must be a name, a file or none") }
      profile = value == "none" ? .none : .named(value)
    case "--profiles": profileFolder = value
    case "--mains":
      guard let choice = ["50": 1, "60": 2][value] else {
        throw ReaderArguments.Misuse(sentence: "--mains must be 50 or 60, not '\(value)'")
      }
      settings.append(ControlSetting(name: "power_line_frequency", wish: .number(choice)))
    case "--set":
      let parts = value.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, let setting = ControlSetting(name: parts[0], text: parts[1]) else {
        throw ReaderArguments.Misuse(
          sentence: "--set needs a control and a number, a percentage, on, off or default, such as focus_absolute=40, "
            + "not '\(value)'")
      }
      settings.append(setting)
    default: deviceFolder = value
    }
  }
}

extension CameraOptions {
  static let usage = """
    usage: deadwax-reader camera --device PATH|auto [--size WxH] [--fps N] [--profile NAME|FILE|none] [--set CONTROL=VALUE]…
           deadwax-reader camera --pictures FOLDER [--each | --current NAME] [--fps N]
           deadwax-reader camera --list [--json]

    Reads the barcodes in front of the camera, and prints their appearance and disappearance as JSON lines.

      --device PATH      a camera, preferably by its stable name /dev/v4l/by-id/…; auto selects the first one
      --size WxH         requested size in pixels; by default the profile's, or 1280x720
      --profile NAME     camera profile: a name, a file, or none; by default the profile that matches the camera
      --profiles FOLDER  folder of the profiles; by default hardware/cameras beside the program
      --set NAME=VALUE   a control of the camera, which overrides the profile: focus_absolute=40, gain=25%
      --mains HZ         mains frequency, 50 or 60, against flicker
      --devices FOLDER   folder of the device files; by default /dev
      --list             lists every camera: names, formats, controls, users; with --json as one document
      --pictures FOLDER  a folder of pictures (JPEG, PNG, PGM) instead of a camera; it is watched
      --each             shows every picture to the reader for a moment
      --current NAME     shows the file of this name as long as it exists; by default current.pgm
      --fps N            frames per second, 0.1 to 1000; by default the profile's, or 30; for pictures 10
      --formats LIST     symbologies, separated by commas: \(BarcodeFormats.names.map(\.name).joined(separator: ", ")), or all;
                         with the lengths of your codes: itf:14,codabar:8-14
      --station NAME     the station of the camera, for the log

    Commands are JSON lines on standard input: {"type":"preview","fps":4} and {"type":"stop"}. The reader ends when
    standard input ends.

    """
}
