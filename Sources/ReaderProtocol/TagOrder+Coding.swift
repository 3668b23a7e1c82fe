internal import Deadwax

/// The line of an order. Its members depend on the action.
extension TagOrder: Codable {
  private enum CodingKeys: String, CodingKey {
    case type, id, deadlineMs, overwrite, password, message, short, seal
  }

  /// The maximum length of an id in bytes.
  static let idLimit = 100

  static func isID(_ text: String) -> Bool { (1...idLimit).contains(text.utf8.count) }

  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    func refused(_ key: CodingKeys, _ reason: String) -> DecodingError {
      DecodingError.dataCorruptedError(forKey: key, in: members, debugDescription: reason)
    }
    func checked(_ bytes: [UInt8], _ key: CodingKeys) throws -> [UInt8] {
      guard (1...Self.messageLimit).contains(bytes.count) else {
        throw refused(key, "not 1 to \(Self.messageLimit) bytes in base64")
      }
      return bytes
    }
    let id = try members.decode(String.self, forKey: .id)
    guard Self.isID(id) else { throw refused(.id, "not 1 to \(Self.idLimit) bytes") }
    let deadline = try members.decode(Int.self, forKey: .deadlineMs)
    let limit = Int(Self.patienceLimit.components.seconds) * 1000
    guard (0...limit).contains(deadline) else { throw refused(.deadlineMs, "not a number from 0 to \(limit)") }
    self.init(
      id: id, action: try members.decode(Action.self, forKey: .type), uid: try LineTagID(from: decoder).id,
      patience: .milliseconds(deadline))
    password = try members.decodeIfPresent(Hexadecimal<4>.self, forKey: .password)?.bytes
    if action != .seal { overwrite = try members.decodeIfPresent(Bool.self, forKey: .overwrite) ?? false }
    if action == .write {
      message = try checked(try members.decode(Base64Bytes.self, forKey: .message).bytes, .message)
      short = try members.decodeIfPresent(Base64Bytes.self, forKey: .short).map { try checked($0.bytes, .short) }
    }
    if action != .erase { seal = try members.decodeIfPresent(Seal.self, forKey: .seal) }
  }

  package func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(action, forKey: .type)
    try members.encode(id, forKey: .id)
    try LineTagID(uid).encode(to: encoder)
    try members.encode(patience.milliseconds, forKey: .deadlineMs)
    try members.encodeIfPresent(password.flatMap { Hexadecimal<4>($0) }, forKey: .password)
    if action != .seal { try members.encode(overwrite, forKey: .overwrite) }
    if action == .write {
      try members.encodeIfPresent(message.map { Base64Bytes($0) }, forKey: .message)
      try members.encodeIfPresent(short.map { Base64Bytes($0) }, forKey: .short)
    }
    if action != .erase { try members.encodeIfPresent(seal, forKey: .seal) }
  }
}

extension TagOrder.Seal: Codable {
  private enum CodingKeys: String, CodingKey { case password, pack }

  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    password = try members.decode(Hexadecimal<4>.self, forKey: .password).bytes
    pack = try members.decode(Hexadecimal<2>.self, forKey: .pack).bytes
  }

  package func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encodeIfPresent(Hexadecimal<4>(password), forKey: .password)
    try members.encodeIfPresent(Hexadecimal<2>(pack), forKey: .pack)
  }
}

extension Duration {
  /// The duration in whole milliseconds, clamped to the range of the protocol.
  fileprivate var milliseconds: Int {
    let rest = min(max(self, .zero), TagOrder.patienceLimit)
    return Int(rest.components.seconds) * 1000 + Int(rest.components.attoseconds / 1_000_000_000_000_000)
  }
}
