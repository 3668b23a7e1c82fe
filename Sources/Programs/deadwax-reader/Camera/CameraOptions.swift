internal import Barcodes
internal import Camera
internal import CommandLineArguments

/// The options of `camera`.
struct CameraOptions {
  enum Source: Equatable {
    case pictures(folder: String, PicturesCamera.Mode)
    case device(CameraSettings.Device)
    /// Prints the list of cameras and exits.
    case list(asJSON: Bool)
  }

  /// The choice of the camera profile.
  enum Profile: Equatable {
    /// The profile that matches the camera.
    case fitting
    case none
    /// A name in the folder of profiles, or the path of a file.
    case named(String)
  }

  let source: Source
  /// The frame rate; nil for that of the profile or of the pictures.
  let framesPerSecond: Double?
  private(set) var size: PixelSize?
  private(set) var profile = Profile.fitting
  /// The folder of profiles; nil for the default folder.
  let profileFolder: String?
  /// Control settings, which override those of the profile.
  private(set) var settings: [ControlSetting] = []
  let deviceFolder: String
  private(set) var formats = BarcodeFormats.standard
  /// The name of the station, used only in the log.
  let station: String?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    source = try Self.source(arguments)
    framesPerSecond = arguments.decimal("fps")
    profileFolder = arguments.text("profiles")
    deviceFolder = arguments.text("devices") ?? "/dev"
    station = arguments.text("station")
    formats = try BarcodeFormats(argument: arguments.text("formats"))
    if let value = arguments.text("size") {
      guard let size = PixelSize(value) else {
        throw .option("size", mustBe: "from 16x16 to 16384x16384, such as 1280x720", not: value)
      }
      self.size = size
    }
    if let name = arguments.text("profile") { profile = name == "none" ? .none : .named(name) }
    if let mains = arguments.text("mains") {
      settings.append(ControlSetting(name: "power_line_frequency", wish: .number(mains == "50" ? 1 : 2)))
    }
    for value in arguments.texts("set") {
      let parts = value.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, let setting = ControlSetting(name: parts[0], text: parts[1]) else {
        throw .option(
          "set", mustBe: "a control and a number, a percentage, on, off or default, such as focus_absolute=40",
          not: value)
      }
      settings.append(setting)
    }
  }

  private static func source(_ arguments: ParsedArguments) throws(UsageError) -> Source {
    let names = arguments.names
    if names.contains("list") {
      guard names.isDisjoint(with: ["device", "pictures"]) else {
        throw UsageError("--list cannot be combined with --device or --pictures.")
      }
      return .list(asJSON: names.contains("json"))
    }
    if names.contains("json") { throw UsageError("--json requires --list.") }
    switch (arguments.text("pictures"), arguments.text("device")) {
    case (nil, nil): throw UsageError("No source is given: a camera with --device, or a folder with --pictures.")
    case (.some, .some): throw UsageError("--device and --pictures cannot be combined.")
    case (nil, let device?):
      guard names.isDisjoint(with: ["each", "current"]) else {
        throw UsageError("--each and --current require --pictures.")
      }
      return .device(device == "auto" ? .any : .path(device))
    case (let folder?, nil):
      if let name = names.intersection(ofCamera).sorted().first { throw UsageError("--\(name) requires --device.") }
      return .pictures(folder: folder, try mode(arguments))
    }
  }

  private static func mode(_ arguments: ParsedArguments) throws(UsageError) -> PicturesCamera.Mode {
    guard let name = arguments.text("current") else {
      return arguments.has("each") ? .each : .current(name: "current.pgm")
    }
    guard !arguments.has("each") else { throw UsageError("--each and --current cannot be combined.") }
    guard !name.hasPrefix("."), !name.utf8.contains(UInt8(ascii: "/")) else {
      throw .option("current", mustBe: "the name of a file in the folder that is not hidden", not: name)
    }
    return .current(name: name)
  }

  /// The options that are valid only for a camera.
  private static let ofCamera: Set<String> = ["size", "profile", "profiles", "set", "mains", "devices"]
}

extension CameraOptions {
  /// The declaration of the command.
  static let command = CommandDefinition(
    "camera", summary: "report barcodes that appear and leave in front of a camera",
    details: "Prints JSON lines. The reader ends when standard input ends.",
    notes: """
      Commands are JSON lines on standard input: {"type":"preview","fps":4} and {"type":"stop"}.
      """,
    forms: [
      "--device PATH|auto [--size WxH] [--fps N] [--profile NAME|FILE|none] [--set CONTROL=VALUE]…",
      "--pictures FOLDER [--each | --current NAME] [--fps N]", "--list [--json]",
    ],
    options: [
      Option(
        "device", .text, "PATH",
        "a camera, preferably by its stable name /dev/v4l/by-id/…; auto selects the first one"),
      Option("size", .text, "WxH", "the requested size in pixels; by default the profile's, or 1280x720"),
      Option("profile", .text, "NAME", "a camera profile: a name, a file, or none; by default the one that matches"),
      Option("profiles", .path, "FOLDER", "the folder of the profiles; by default hardware/cameras beside the program"),
      Option(
        "set", .text, "NAME=VALUE", repeats: true,
        "a control of the camera, which overrides the profile: focus_absolute=40, gain=25%"),
      Option("mains", .choice(["50", "60"]), "HZ", "the mains frequency, 50 or 60, against flicker"),
      Option("devices", .path, "FOLDER", "the folder of the device files; by default /dev"),
      .flag("list", "list every camera: names, formats, controls, users"),
      .flag("json", "with --list, print one document"),
      Option(
        "pictures", .path, "FOLDER", "a folder of pictures (JPEG, PNG, PGM) instead of a camera; it is watched"),
      .flag("each", "show every picture to the reader for a moment"),
      Option("current", .text, "NAME", "show the file of this name as long as it exists; by default current.pgm"),
      Option(
        "fps", .decimal(0.1...1000), "N", "frames per second; by default the profile's, or 30; for pictures 10"),
      .formats, .readerStation,
    ])
}
