/// A profile's request for one control: its name and the value to set.
package struct ControlSetting: Sendable, Hashable, CustomStringConvertible {
  package enum Wish: Sendable, Hashable {
    case number(Int)
    /// A position in the range, from 0 for the minimum to 100 for the maximum.
    case percent(Double)
    /// The camera's default value.
    case standard
  }

  /// The kernel's name, the camera's name, or the number in the form `0x009a090a`.
  package let name: String
  package let wish: Wish

  package init(name: String, wish: Wish) {
    self.name = name
    self.wish = wish
  }

  /// Parses `40`, `25%`, `on`, `off` or `default`; returns nil for anything else.
  package init?(name: String, text: String) {
    let name = name.lowercased()
    guard !name.isEmpty, name.utf8.allSatisfy(Self.isNameByte),
      !name.hasPrefix("0x") || CameraControl.id(of: name) != nil
    else { return nil }
    switch text {
    case "on": self.init(name: name, wish: .number(1))
    case "off": self.init(name: name, wish: .number(0))
    case "default": self.init(name: name, wish: .standard)
    default:
      if text.hasSuffix("%"), let percent = Double(text.dropLast()), (0...100).contains(percent) {
        self.init(name: name, wish: .percent(percent))
      } else if let number = Int(text), Int(Int32.min)...Int(Int32.max) ~= number {
        self.init(name: name, wish: .number(number))
      } else {
        return nil
      }
    }
  }

  package var description: String {
    switch wish {
    case .number(let number): "\(name) \(number)"
    case .percent(let percent): "\(name) \(FormatChoice.rounded(percent)) %"
    case .standard: "\(name) default"
    }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_")
  }

  /// Returns true if the setting refers to this control.
  func means(_ control: CameraControl) -> Bool {
    if let id = CameraControl.id(of: name) { return control.id == id }
    return CameraControl.spelled(control.title) == name
  }
}
