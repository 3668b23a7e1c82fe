/// An error in the communication with a reader or a tag.
package enum TagDeviceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A function of libnfc failed.
  case call(String, Code)
  /// The tag answered with a refusal; the value is the chip's status.
  case refused(UInt8)
  /// libnfc does not support the device name; the text is the reason.
  case badName(String)
  /// No device is attached at this path.
  case absent(String)
  /// The device exists, but this user may not open it.
  case denied(String)
  /// The device exists, but it is not a serial line.
  case notSerial(String)
  /// Another process has the device open; `holder` names it if it could be determined.
  case busy(String, holder: String?)
  /// The device can be opened, but does not answer like a PN53x.
  case mute(String)
  /// The operating system refused for another reason; the number is `errno`.
  case system(String, errno: Int32)

  /// An error code of libnfc (nfc.h, NFC_E…).
  package struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let inputOutput = Code(rawValue: -1)
    package static let timeout = Code(rawValue: -6)
    package static let released = Code(rawValue: -10)
    package static let transmission = Code(rawValue: -20)
    package static let authentication = Code(rawValue: -30)
    package static let chip = Code(rawValue: -90)

    package var description: String {
      let name = Self.names[rawValue] ?? "unknown error"
      return "\(name) (\(rawValue))"
    }

    private static let names: [Int32: String] = [
      -1: "input or output error", -2: "invalid argument", -3: "not supported by the device", -4: "no such device",
      -5: "buffer overflow", -6: "timed out", -7: "aborted", -8: "not implemented", -10: "tag released",
      -20: "transmission failed", -30: "authentication failed", -80: "out of resources",
      -90: "internal error of the chip",
    ]
  }

  /// True if the cause is the tag, not the reader: it was removed, did not answer, or refused.
  package var isAboutTag: Bool {
    if isRefusal { return true }
    guard case .call(_, let code) = self else { return false }
    return code == .transmission || code == .authentication || code == .released
  }

  /// True if the tag refused, as far as the chip can distinguish that from a damaged answer. After no answer the
  /// command may have been carried out.
  package var isRefusal: Bool { if case .refused = self { true } else { false } }

  package var description: String {
    switch self {
    case .refused(let status): "the tag refused (status \(status))"
    case .call(let name, let code): "\(name): \(code)"
    case .badName(let why): why
    case .absent(let path): "\(path) does not exist"
    case .denied(let path): "this user may not open \(path)"
    case .notSerial(let path): "\(path) is not a serial line"
    case .busy(let path, let holder): "\(path) is in use" + (holder.map { " by \($0)" } ?? "")
    case .mute(let name): "\(name) does not respond as an NFC reader"
    case .system(let call, let code): "\(call): errno \(code)"
    }
  }
}
