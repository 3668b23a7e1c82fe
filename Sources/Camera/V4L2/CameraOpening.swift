/// The steps from a device name to a camera that streams.
///
/// Each step may block for seconds on a bad camera, so it belongs on a lane.
struct CameraOpening: Sendable {
  let settings: CameraSettings
  /// The persistent name of the camera that was opened before. It is preferred to a number, which may have changed.
  let lastingName: String?

  /// A camera that streams, with the facts to report about it.
  struct Opened {
    let stream: CaptureStream
    /// The persistent name, or the path if there is none.
    let name: String
    let profile: CameraProfile
    let outcomes: [ControlOutcome]

    /// A description for the log, in one sentence.
    var sentence: String {
      let rate = stream.rate.map { " at \(FormatChoice.rounded($0)) frames per second" } ?? ""
      var sentence =
        "\(stream.device.identity.card) (\(name)) provides \(stream.format.format.rawValue) \(stream.format.size)\(rate), "
        + "profile \(profile.name)"
      let reported = outcomes.filter { $0.result != .missing }
      if !reported.isEmpty { sentence += ": " + reported.map(\.description).joined(separator: ", ") }
      return sentence
    }
  }

  /// Finds the camera, negotiates a format, sets the controls and starts the stream.
  ///
  /// - Throws: `CameraError`: the obstacle.
  func open() throws(CameraError) -> Opened {
    let nodes = settings.nodes()
    let (device, name) = try camera(among: nodes)
    let usbID = Self.node(of: device.path, among: nodes)?.usbID
    let profile =
      CameraProfile.fitting(settings.profiles, usbID: usbID, card: device.identity.card) ?? CameraProfile.none
    let (stream, outcomes) = try stream(of: device, profile)
    return Opened(stream: stream, name: name, profile: profile, outcomes: outcomes)
  }

  // MARK: - Choosing the camera

  private func camera(among nodes: [VideoNode]) throws(CameraError) -> (VideoDevice, name: String) {
    switch settings.device {
    case .path(let path):
      // A plain number may belong to another camera after a replug; the persistent name does not.
      let isThere = lastingName.map { resolved($0) != nil } ?? false
      let requested = isThere ? lastingName ?? path : path
      let node = Self.node(of: requested, among: nodes)
      let device = try VideoDevice(requested)
      do throws(CameraError) {
        try device.requireCamera()
      } catch .metadataNode(let device, _) {
        throw .metadataNode(
          device: device, camera: node?.firstSibling(among: nodes) ?? VideoNode.firstSibling(ofLink: requested))
      }
      return (device, requested == node?.path ? node?.stableName(among: nodes) ?? requested : requested)
    case .any:
      var refused: [String] = []
      var first: CameraError?
      for (_, name) in VideoNode.inOrder(nodes) {
        do throws(CameraError) {
          let device = try VideoDevice(name)
          try device.requireCamera()
          return (device, name)
        } catch {
          switch error {
          case .notACamera, .metadataNode: refused.append(name)
          // The node was removed between the listing and the opening.
          case .missing, .gone: break
          default: first = first ?? error
          }
        }
      }
      throw first ?? .noneAttached(refused: refused)
    }
  }

  /// Returns the node that a path leads to.
  private static func node(of path: String, among nodes: [VideoNode]) -> VideoNode? {
    if let node = nodes.first(where: { $0.path == path || $0.links.contains(path) }) { return node }
    guard let target = resolved(path) else { return nil }
    return nodes.first { resolved($0.path) == target }
  }

  // MARK: - Starting the stream

  /// Negotiates the best available format, sets the controls and starts the stream.
  private func stream(
    of device: VideoDevice, _ profile: CameraProfile
  ) throws(CameraError) -> (CaptureStream, [ControlOutcome]) {
    let size = settings.size ?? profile.size ?? CameraSettings.standardSize
    let rate = settings.rate ?? profile.rate ?? CameraSettings.standardRate
    let offers = device.offers()
    var refusal: String?
    var narrow: (size: PixelSize, error: CameraError)?
    for choice in FormatChoice.ranked(offers, size: size, rate: rate) {
      // A USB without bandwidth for raw frames may carry the same picture compressed. A smaller picture reads less, so
      // choosing it is left to people.
      if let narrow, choice.size != narrow.size || choice.format.luma != .compressed { continue }
      switch try device.set(choice) {
      case .failure(let contradiction): refusal = refusal ?? contradiction.detail
      case .success(let format):
        do throws(CameraError) {
          return try start(device, format, rate: rate, profile.settings + settings.settings)
        } catch .noBandwidth(let path) {
          narrow = (choice.size, .noBandwidth(device: path))
        }
      }
    }
    if let narrow { throw narrow.error }
    let names = offers.map(\.name).joined(separator: ", ")
    throw .noUsableFormat(
      device: device.path, detail: refusal ?? (offers.isEmpty ? "it has none" : "it has \(names)"))
  }

  private func start(
    _ device: VideoDevice, _ format: CaptureFormat, rate: Double, _ wishes: [ControlSetting]
  ) throws(CameraError) -> (CaptureStream, [ControlOutcome]) {
    let promised = device.set(rate: rate)
    var outcomes = device.apply(wishes)
    let stream = try CaptureStream(device, format: format, rate: promised, decode: settings.decode)
    // Some cameras lose their settings when the stream starts.
    let hasForgotten = outcomes.contains { outcome in
      guard case .set(let id, let value) = outcome.result else { return false }
      return device.value(of: id).map { $0 != value } ?? false
    }
    if hasForgotten {
      outcomes = device.apply(wishes)
      stream.settle()
    }
    return (stream, outcomes)
  }
}
