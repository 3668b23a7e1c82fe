internal import Deadwax
internal import Foundation

/// The encoding of messages from the host to a reader.
extension ReaderLine {
  /// Returns the encoded line with its line feed.
  package static func encode(_ message: HostMessage) -> [UInt8] {
    switch message {
    case .preview(let rate): line(["type": "preview", "fps": rate])
    case .tag(let order): line(object(for: order))
    case .cancel(let id): line(["type": "cancel", "id": id])
    case .stop: line(["type": "stop"])
    }
  }

  /// Parses a line with or without its line feed.
  package static func decodeHost(_ line: some Collection<UInt8>) throws(Unreadable) -> HostMessage {
    let object = try object(line)
    let type = try object.text("type")
    if let action = TagOrder.Action(rawValue: type) { return .tag(try order(object, action)) }
    switch type {
    case "preview":
      guard let rate = object.values["fps"] as? Double, (0...60).contains(rate) else {
        throw Unreadable("'fps' is not a number from 0 to 60")
      }
      return .preview(framesPerSecond: rate)
    case "cancel": return .cancel(try orderID(object))
    case "stop": return .stop
    default: throw Unreadable("an unknown type '\(type.prefix(40))'")
    }
  }

  private static let idLimit = 100

  private static func orderID(_ object: LineObject) throws(Unreadable) -> String {
    let id = try object.text("id")
    guard (1...idLimit).contains(id.utf8.count) else { throw Unreadable("'id' is not 1 to \(idLimit) bytes") }
    return id
  }

  private static func order(_ object: LineObject, _ action: TagOrder.Action) throws(Unreadable) -> TagOrder {
    let limit = Int(TagOrder.patienceLimit.components.seconds) * 1000
    var order = TagOrder(
      id: try orderID(object), action: action, uid: try object.tagID(),
      patience: .milliseconds(try object.number("deadlineMs", in: 0...limit)))
    order.password = try object.optionalHexadecimal("password", count: TagOrder.passwordLength)
    if action != .seal { order.overwrite = object.values["overwrite"] as? Bool ?? false }
    if action == .write {
      order.message = try object.optionalBytes("message", atMost: TagOrder.messageLimit)
      guard order.message != nil else { throw Unreadable("'message' is missing") }
      order.short = try object.optionalBytes("short", atMost: TagOrder.messageLimit)
    }
    if action != .erase, let seal = try object.optionalObject("seal") {
      order.seal = TagOrder.Seal(
        password: try seal.hexadecimal("password", count: TagOrder.passwordLength),
        pack: try seal.hexadecimal("pack", count: TagOrder.packLength))
    }
    return order
  }

  private static func object(for order: TagOrder) -> [String: any Sendable] {
    var object: [String: any Sendable] = [
      "type": order.action.rawValue, "id": order.id, "uid": order.uid.hexadecimal,
      "deadlineMs": order.patience.milliseconds,
    ]
    object["scheme"] = order.uid.statedScheme
    object["password"] = order.password.map(hexadecimal)
    if order.action != .seal { object["overwrite"] = order.overwrite }
    if order.action == .write {
      object["message"] = order.message.map { Data($0).base64EncodedString() }
      object["short"] = order.short.map { Data($0).base64EncodedString() }
    }
    if order.action != .erase {
      object["seal"] = order.seal.map { ["password": hexadecimal($0.password), "pack": hexadecimal($0.pack)] }
    }
    return object
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { String(UInt16($0) | 0x100, radix: 16, uppercase: true).dropFirst() }.joined()
  }
}

extension TagID {
  /// The word of the scheme on a line; nil for an NFC UID, whose lines have none.
  var statedScheme: String? { scheme == .nfcA ? nil : scheme.rawValue }
}

extension Duration {
  /// The duration in whole milliseconds, clamped to the range of the protocol.
  fileprivate var milliseconds: Int {
    let rest = min(max(self, .zero), TagOrder.patienceLimit)
    return Int(rest.components.seconds) * 1000 + Int(rest.components.attoseconds / 1_000_000_000_000_000)
  }
}
