internal import Camera

/// The JSON document of `--list --json`.
struct CameraListing: Encodable {
  private let cameras: [Camera]
  private let refused: [Refused]

  init(cameras: [CameraReport], refused: [CameraReport]) {
    self.cameras = cameras.compactMap(Camera.init)
    self.refused = refused.compactMap(Refused.init)
  }

  private struct Holder: Encodable {
    let processId: Int
    let program: String

    init(_ holder: DeviceHolder) { (processId, program) = (holder.processID, holder.program) }
  }

  private struct Camera: Encodable {
    let name: String
    let node: String
    let links: [String]
    let card: String
    let driver: String
    let bus: String
    let usb: String?
    let chosen: Choice?
    let formats: [Format]
    let controls: [Control]
    let profile: String?
    let heldBy: [Holder]

    init?(_ report: CameraReport) {
      guard case .success(let found) = report.result else { return nil }
      (name, node, links, usb) = (report.name, report.node.path, report.node.links, report.node.usbID)
      (card, driver, bus, profile) = (found.card, found.driver, found.bus, found.profile)
      chosen = found.choice.map(Choice.init)
      formats = found.offers.filter { !$0.isEmulated }.map(Format.init)
      controls = found.controls.map { Control($0.control, $0.value) }
      heldBy = report.holders.map(Holder.init)
    }
  }

  private struct Choice: Encodable {
    let format: String
    let width: Int
    let height: Int
    let fps: Double?

    init(_ choice: FormatChoice) {
      (format, width, height, fps) = (choice.format.rawValue, choice.size.width, choice.size.height, choice.rate)
    }
  }

  private struct Format: Encodable {
    let format: String
    let used: Bool
    let sizes: [Size]

    init(_ offer: FormatOffer) {
      (format, used, sizes) = (offer.name, offer.format != nil, offer.sizes.map(Size.init))
    }
  }

  /// A size. For a range of sizes, `width` and `height` are the largest and `from` is the smallest.
  private struct Size: Encodable {
    let width: Int
    let height: Int
    let from: [Int]?
    let fps: [Double]

    init(_ offer: SizeOffer) {
      fps = offer.rates
      switch offer.extent {
      case .one(let size): (width, height, from) = (size.width, size.height, nil)
      case .range(let least, let most, _):
        (width, height, from) = (most.width, most.height, [least.width, least.height])
      }
    }
  }

  private struct Control: Encodable {
    let name: String
    let title: String
    let value: Int?
    let minimum: Int
    let maximum: Int
    let step: Int
    let standard: Int
    let inactive: Bool

    init(_ control: CameraControl, _ value: Int?) {
      (name, title, self.value) = (control.name, control.title, value)
      (minimum, maximum, step) = (control.range.lowerBound, control.range.upperBound, control.step)
      (standard, inactive) = (control.standard, control.isInactive)
    }
  }

  private struct Refused: Encodable {
    let name: String
    let node: String
    let reason: String
    let hint: String
    let heldBy: [Holder]

    init?(_ report: CameraReport) {
      guard case .failure(let error) = report.result else { return nil }
      (name, node, reason, hint) = (report.name, report.node.path, error.description, error.hint)
      heldBy = report.holders.map(Holder.init)
    }
  }
}
