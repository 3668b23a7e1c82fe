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

  init(_ words: [String]) throws(Arguments.Misuse) {
    var arguments = Arguments(words)
    var draft = Draft()
    while let word = try arguments.next() {
      switch word {
      case .option("--help"), .option("-h"): return
      case .option(let name): try take(name, &arguments, &draft)
      case .operand(let other): throw Arguments.Misuse(sentence: "'\(other)' stands behind no option")
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

    func source() throws(Arguments.Misuse) -> Source {
      if wantsList {
        guard folder == nil, device == nil else {
          throw Arguments.Misuse(sentence: "--list stands without --device and --pictures")
        }
        return .list(asJSON: wantsJSON)
      }
      if wantsJSON { throw Arguments.Misuse(sentence: "--json belongs to --list") }
      switch (folder, device) {
      case (nil, nil):
        throw Arguments.Misuse(sentence: "nothing to look with: --device names a camera, --pictures a folder")
      case (.some, .some): throw Arguments.Misuse(sentence: "--device and --pictures exclude each other")
      case (nil, let device?):
        guard modes.isEmpty else { throw Arguments.Misuse(sentence: "--each and --current belong to --pictures") }
        guard !device.isEmpty else { throw Arguments.Misuse(sentence: "--device names no camera") }
        return .device(device == "auto" ? .any : .path(device))
      case (let folder?, nil):
        if let option = forCamera.first { throw Arguments.Misuse(sentence: "\(option) belongs to --device") }
        guard !folder.isEmpty else { throw Arguments.Misuse(sentence: "--pictures names no folder") }
        guard modes.count < 2 else { throw Arguments.Misuse(sentence: "--each and --current exclude each other") }
        return .pictures(folder: folder, modes.first ?? .current(name: "current.pgm"))
      }
    }
  }

  private mutating func take(
    _ option: String, _ arguments: inout Arguments, _ draft: inout Draft
  ) throws(Arguments.Misuse) {
    switch option {
    case "--pictures": draft.folder = try arguments.value(of: option)
    case "--device": draft.device = try arguments.value(of: option)
    case "--each": if !draft.modes.contains(.each) { draft.modes.append(.each) }
    case "--current":
      let name = try arguments.value(of: option)
      guard !name.isEmpty, !name.hasPrefix("."), !name.utf8.contains(UInt8(ascii: "/")) else {
        throw Arguments.Misuse(sentence: "--current takes the name of a file in the folder that is not hidden")
      }
      draft.modes.removeAll { $0 != .each }
      draft.modes.append(.current(name: name))
    case "--list": draft.wantsList = true
    case "--json": draft.wantsJSON = true
    case "--fps":
      let value = try arguments.value(of: option)
      guard let rate = Double(value), (0.1...1000).contains(rate) else {
        throw Arguments.Misuse(sentence: "--fps takes a number from 0.1 to 1000, not '\(value)'")
      }
      framesPerSecond = rate
    case "--formats":
      let list = try arguments.value(of: option)
      do throws(BarcodeError) {
        formats = try BarcodeFormats(list: list)
      } catch {
        throw Arguments.Misuse(sentence: error.description)
      }
    case "--station": station = try arguments.value(of: option)
    case "--size", "--profile", "--profiles", "--set", "--mains", "--devices":
      draft.forCamera.append(option)
      try takeForCamera(option, try arguments.value(of: option))
    default: throw Arguments.Misuse(sentence: "there is no option \(option)")
    }
  }

  private mutating func takeForCamera(_ option: String, _ value: String) throws(Arguments.Misuse) {
    switch option {
    case "--size":
      size = PixelSize(value)
      if size == nil {
        throw Arguments.Misuse(sentence: "--size takes pixels from 16x16 to 16384x16384 as 1280x720, not '\(value)'")
      }
    case "--profile":
      guard !value.isEmpty else { throw Arguments.Misuse(sentence: "--profile takes a name, a file or none") }
      profile = value == "none" ? .none : .named(value)
    case "--profiles": profileFolder = value
    case "--mains":
      guard let choice = ["50": 1, "60": 2][value] else {
        throw Arguments.Misuse(sentence: "--mains takes 50 or 60, not '\(value)'")
      }
      settings.append(ControlSetting(name: "power_line_frequency", wish: .number(choice)))
    case "--set":
      let parts = value.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, let setting = ControlSetting(name: parts[0], text: parts[1]) else {
        throw Arguments.Misuse(
          sentence: "--set takes a control and a number, a percentage, on, off or default, as focus_absolute=40, "
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

    Reads the barcodes of what lies before the camera, and prints their coming and going as JSON lines.

      --device PATH      a camera, best by its lasting name /dev/v4l/by-id/…; auto takes the first there is
      --size WxH         wanted pixels; the profile's or 1280x720 unless given
      --profile NAME     how the camera is set up: a profile's name, a file, or none; the one that fits unless given
      --profiles FOLDER  where profiles are; hardware/cameras beside the program unless given
      --set NAME=VALUE   a control of the camera, more important than the profile: focus_absolute=40, gain=25%
      --mains HZ         50 or 60, so that lamps draw no bands
      --devices FOLDER   where device files are; /dev unless given
      --list             every camera: names, formats, controls, who holds it; with --json as one document
      --pictures FOLDER  a folder of pictures (JPEG, PNG, PGM) in the place of a camera; watched
      --each             every picture is held before the camera for a moment, and taken away
      --current NAME     the file of this name is what lies there, for as long as it is there; current.pgm unless given
      --fps N            frames a second, 0.1 to 1000; the profile's or 30 unless given, for pictures 10
      --formats LIST     what to look for, with commas: \(BarcodeFormats.names.map(\.name).joined(separator: ", ")), or all;
                         with the lengths of your codes: itf:14,codabar:8-14
      --station NAME     whose camera it is, for the log

    Commands are JSON lines on the standard input: {"type":"preview","fps":4} and {"type":"stop"}. Its end is the reader's.

    """
}
