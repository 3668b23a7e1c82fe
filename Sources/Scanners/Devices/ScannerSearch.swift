/// The search for the configured device. It is repeated each time a device is opened, because a scanner that was
/// attached again has another node.
struct ScannerSearch {
  let source: ScannerReader.Source
  let find: () -> [InputDevice]

  enum Found {
    /// The candidates, in the order in which to try them.
    case found([ScannerCandidate])
    /// No candidate; the state contains the reason.
    case none(ScannerState)
  }

  func run() -> Found {
    switch source {
    case .automatic: automatic()
    case .named(let name): named(name)
    }
  }

  private func automatic() -> Found {
    let scanners = find().filter { Suitability($0).isScanner }.sorted { $0.stableName < $1.stableName }
    guard !scanners.isEmpty else {
      return .none(
        ScannerState(
          .absent, reason: "No barcode scanner is connected.",
          hint:
            "Connect one. A scanner that is not recognised must be configured by name; see deadwax-reader hid --list."))
    }
    let others = scanners.count - 1
    let note = others == 0 ? "" : "; \(others) more \(others == 1 ? "scanner is" : "scanners are") connected"
    return .found(scanners.map { ScannerCandidate(path: $0.node, title: $0.title, note: note) })
  }

  private func named(_ name: String) -> Found {
    let devices = find()
    if name.hasPrefix("/") {
      guard let device = devices.first(where: { $0.isCalled(name) }) else {
        return .found([ScannerCandidate(path: name, title: name)])
      }
      // A power button has an event device too. If it were grabbed, no other program would receive its key.
      if case .unfit = Suitability(device) { return .none(Self.unfit(device)) }
      return .found([ScannerCandidate(path: name, title: device.title, note: Self.note(device))])
    }
    let called = devices.filter { $0.isCalled(name) }
    // A scanner may have a second device, for example for a trigger button; only one of them types.
    let typing = called.filter { if case .unfit = Suitability($0) { false } else { true } }
    switch (typing.count, called.first) {
    case (1, _): return .found(typing.map { ScannerCandidate(path: $0.node, title: $0.title, note: Self.note($0)) })
    case (0, let other?): return .none(Self.unfit(other))
    case (0, nil):
      return .none(
        ScannerState(
          .absent, reason: "There is no scanner with the name \(name).",
          hint: "Connect it or switch it on; it is detected automatically.")
      )
    case (let count, _):
      return .none(
        ScannerState(
          .failed, reason: "\(count) devices have the name \(name).",
          hint: "Give the link of one: \(typing.map { $0.stableName(among: typing) }.joined(separator: " or ")).")
      )
    }
  }
}

extension ScannerSearch {
  private static func unfit(_ device: InputDevice) -> ScannerState {
    ScannerState(
      .failed, reason: "\(device.title) cannot be used: \(Suitability(device).reason).",
      hint: "See deadwax-reader hid --list.")
  }

  /// Returns a note about a device that may be a keyboard, because it is grabbed when it is named.
  private static func note(_ device: InputDevice) -> String {
    guard case .possible(let reason) = Suitability(device) else { return "" }
    return "; it may be a keyboard, and no other program receives its keys: \(reason)"
  }
}

extension InputDevice {
  /// The display name.
  package var title: String { name.isEmpty ? stableName : name }
}
