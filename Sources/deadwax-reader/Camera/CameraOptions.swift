internal import Barcodes
internal import Camera

/// What was asked of `camera`.
struct CameraOptions {
  var folder = ""
  var mode = PicturesCamera.Mode.current(name: "current.pgm")
  var framesPerSecond = 10.0
  var formats = BarcodeFormats.standard
  /// Named in the log alone.
  var station: String?
  var wantsHelp = false

  static let usage = """
    usage: deadwax-reader camera --pictures FOLDER [--each | --current NAME] [--fps N] [--formats LIST] [--station NAME]

    Reads the barcodes of what lies before the camera, and prints their coming and going as JSON lines.

      --pictures FOLDER  a folder of pictures (JPEG, PNG, PGM) in the place of a camera; watched
      --each             every picture is held before the camera for a moment, and taken away
      --current NAME     the file of this name is what lies there, for as long as it is there; current.pgm unless given
      --fps N            frames a second, 0.1 to 1000; 10 unless given
      --formats LIST     what to look for, with commas: \(BarcodeFormats.names.map(\.name).joined(separator: ", ")), or all
      --station NAME     whose camera it is, for the log

    Commands are JSON lines on the standard input: {"type":"preview","fps":4} and {"type":"stop"}. Its end is the reader's.

    """

  init(_ words: [String]) throws(Arguments.Misuse) {
    var arguments = Arguments(words)
    var modes: Set<String> = []
    while let word = try arguments.next() {
      switch word {
      case .option("--help"), .option("-h"): wantsHelp = true
      case .option("--pictures"): folder = try arguments.value(of: "--pictures")
      case .option("--each"):
        mode = .each
        modes.insert("--each")
      case .option("--current"):
        let name = try arguments.value(of: "--current")
        guard !name.isEmpty, !name.hasPrefix("."), !name.utf8.contains(UInt8(ascii: "/")) else {
          throw Arguments.Misuse(sentence: "--current takes the name of a file in the folder that is not hidden")
        }
        mode = .current(name: name)
        modes.insert("--current")
      case .option("--fps"):
        let value = try arguments.value(of: "--fps")
        guard let rate = Double(value), (0.1...1000).contains(rate) else {
          throw Arguments.Misuse(sentence: "--fps takes a number from 0.1 to 1000, not '\(value)'")
        }
        framesPerSecond = rate
      case .option("--formats"):
        let list = try arguments.value(of: "--formats")
        do throws(BarcodeError) {
          formats = try BarcodeFormats(list: list)
        } catch {
          throw Arguments.Misuse(sentence: error.description)
        }
      case .option("--station"): station = try arguments.value(of: "--station")
      case .option(let other): throw Arguments.Misuse(sentence: "there is no option \(other)")
      case .operand(let other): throw Arguments.Misuse(sentence: "'\(other)' stands behind no option")
      }
    }
    if wantsHelp { return }
    if folder.isEmpty { throw Arguments.Misuse(sentence: "--pictures names no folder") }
    if modes.count > 1 { throw Arguments.Misuse(sentence: "--each and --current exclude each other") }
  }
}
