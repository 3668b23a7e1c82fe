internal import Camera
internal import CommandLineArguments
internal import Foundation

/// `deadwax-reader camera --list`: all video devices of the machine, usable cameras first.
struct CameraList {
  private let cameras: [CameraReport]
  private let refused: [CameraReport]
  private let folder: String

  /// Opens each device briefly.
  ///
  /// - Parameters:
  ///   - folder: the folder of the device files.
  ///   - profiles: the profiles to choose from.
  init(folder: String, profiles: [CameraProfile]) {
    let nodes = AttachedCameras.nodes(in: folder)
    let reports = VideoNode.inOrder(nodes).map { node, _ in
      CameraReport(
        of: node, among: nodes, profiles: profiles, size: CameraSettings.standardSize,
        rate: CameraSettings.standardRate)
    }
    self.folder = folder
    cameras = reports.filter { if case .success = $0.result { true } else { false } }
    refused = reports.filter { if case .failure = $0.result { true } else { false } }
  }

  /// Writes the list to standard output.
  func write(asJSON: Bool) { ReaderOutput.write(asJSON ? json : Array(text.utf8)) }

  // MARK: - Text

  private var text: String {
    var text = ""
    for report in cameras {
      guard case .success(let found) = report.result else { continue }
      text += "\(report.name)\n"
      var about = [printable(found.card)]
      if let id = report.node.usbID { about.append("USB \(id)") }
      about += [report.node.path, printable(found.driver), printable(found.bus)]
      row("camera", about.joined(separator: ", "), &text)
      row("chosen", found.choice.map(\.description) ?? "nothing: it has no usable format", &text)
      for offer in found.offers where !offer.isEmulated {
        row("offers", "\(offer.name)\(offer.format == nil ? " (not used)" : "")", &text)
        for size in offer.sizes { row("", "  " + Self.sentence(size), &text) }
      }
      for (control, value) in found.controls { row("control", Self.sentence(control, value), &text) }
      row("profile", found.profile ?? "none matches", &text)
      if !report.holders.isEmpty {
        row("in use by", report.holders.map { printable($0.description) }.joined(separator: ", "), &text)
      }
      text += "\n"
    }
    if cameras.isEmpty {
      text +=
        refused.isEmpty
        ? "No camera is connected: there is no video device in \(folder). Connect one and try again; in a container, pass it in.\n"
        : "No camera can be used. These devices were found:\n"
    }
    for report in refused {
      guard case .failure(let error) = report.result else { continue }
      let also = report.name == report.node.path ? "" : " (\(report.name))"
      text += "\(report.node.path)\(also): \(printable(error.description)) \(printable(error.hint))\n"
    }
    return text
  }

  private func row(_ title: String, _ content: String, _ text: inout String) {
    text += "    " + title + String(repeating: " ", count: max(1, 9 - title.count)) + content + "\n"
  }

  private static func sentence(_ offer: SizeOffer) -> String {
    let size =
      switch offer.extent {
      case .one(let size): size.description
      case .range(let from, let to, let step): "\(from) to \(to) in steps of \(step)"
      }
    guard !offer.rates.isEmpty else { return size }
    return size + " at " + offer.rates.map(FormatChoice.rounded).joined(separator: ", ")
  }

  private static func sentence(_ control: CameraControl, _ value: Int?) -> String {
    var sentence = control.name + (value.map { " = \($0)" } ?? "")
    switch control.kind {
    case .boolean: sentence += " (off or on"
    case .integer:
      sentence += " (\(control.range.lowerBound) to \(control.range.upperBound)"
      if control.step > 1 { sentence += " in steps of \(control.step)" }
    case .menu(let choices):
      sentence +=
        " (" + choices.sorted { $0.key < $1.key }.map { "\($0.key) \(printable($0.value))" }.joined(separator: ", ")
    }
    return sentence + "; default \(control.standard)"
      + (control.isInactive ? "; currently set by another control)" : ")")
  }

  // MARK: - JSON

  private var json: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Texts, numbers and lists always have a JSON form.
    let document = (try? encoder.encode(CameraListing(cameras: cameras, refused: refused))) ?? Data()
    return [UInt8](document) + [UInt8(ascii: "\n")]
  }
}
