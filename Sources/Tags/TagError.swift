/// What went wrong between us and the reader.
package enum TagError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A function of libnfc failed.
  case call(String, Code)
  /// The device name is none that libnfc knows; the text says why.
  case badName(String)
  /// Nothing is plugged in there.
  case absent(String)
  /// It is there, and we may not open it.
  case denied(String)
  /// It is there, and no serial line.
  case notSerial(String)
  /// Another process has it, named as far as it can be told.
  case busy(String, holder: String?)
  /// It can be opened and does not answer as a PN53x does.
  case mute(String)
  /// The system refused for another reason; the number is `errno`.
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
      -20: "transmission failed", -30: "authentication failed", -80: "out of resources", -90: "error inside the chip",
    ]
  }

  /// Whether the tag is the reason, and not the reader: moved away, or a command it does not know. libnfc hides which
  /// (it folds all of the chip's codes into one), so that only selecting the tag again tells.
  package var isAboutTag: Bool {
    guard case .call(_, let code) = self else { return false }
    return code == .transmission || code == .authentication || code == .released
  }

  package var description: String {
    switch self {
    case .call(let name, let code): "\(name): \(code)"
    case .badName(let why): why
    case .absent(let path): "\(path) is not there"
    case .denied(let path): "\(path) may not be opened by this user"
    case .notSerial(let path): "\(path) is not a serial line"
    case .busy(let path, let holder): "\(path) is in use" + (holder.map { " by \($0)" } ?? "")
    case .mute(let name): "\(name) does not answer as an NFC reader"
    case .system(let call, let code): "\(call): errno \(code)"
    }
  }
}
