internal import Deadwax
internal import Foundation

/// The JSON form of the messages: UTF-8, one object per line, at most 64 KiB. A preview may be larger.
package enum ReaderLine {
  /// The maximum length of a line in bytes. A longer line is skipped.
  package static let lengthLimit = 64 * 1024
  /// The maximum length in bytes of a line with a picture.
  package static let previewLengthLimit = 1024 * 1024

  /// The reason a line was skipped.
  package struct Unreadable: Error, Equatable, CustomStringConvertible {
    package let reason: String
    package var description: String { reason }

    package init(_ reason: String) { self.reason = reason }
  }

  // MARK: - Reader to host

  /// Returns the encoded line with its line feed.
  package static func encode(_ message: ReaderMessage) -> [UInt8] {
    var object: [String: any Sendable] = [:]
    switch message {
    case .hello(let hello):
      object = [
        "type": "hello", "reader": hello.reader.rawValue, "version": hello.version, "device": hello.device,
        "capabilities": Dictionary(uniqueKeysWithValues: hello.capabilities.map { ($0.rawValue, true) }),
      ]
    case .code(let code):
      object = [
        "type": "code", "event": code.event.rawValue, "id": code.id.text, "at": code.at.description,
        "symbology": code.symbology.rawValue, "text": code.text, "verified": code.isVerified,
      ]
      object["raw"] = code.raw.map { Data($0).base64EncodedString() }
      object["quality"] = code.quality
      object["frames"] = code.frames
      if !code.points.isEmpty { object["points"] = code.points.map { [$0.x, $0.y] } }
    case .tag(let tag):
      object = [
        "type": "tag", "event": tag.event.rawValue, "id": tag.id.text, "at": tag.at.description,
        "uid": tag.uid.hexadecimal,
      ]
      object["scheme"] = tag.uid.statedScheme
      object["kind"] = tag.kind
      object["ndef"] = tag.ndef.map { Data($0).base64EncodedString() }
      object["code"] = tag.code
      object["fault"] = tag.fault
      object["capacity"] = tag.capacity
      object["access"] = tag.access
      object["content"] = tag.content
    case .state(let state):
      object = ["type": "state", "state": state.kind.rawValue]
      object["reason"] = state.reason
      object["hint"] = state.hint
    case .result(let result):
      object = ["type": "result", "of": result.of, "done": result.isDone]
      object["detail"] = result.detail
      object["outcome"] = result.outcome
      object["begun"] = result.hasBegun
      object["form"] = result.form
      object["kind"] = result.kind
      object["capacity"] = result.capacity
      object["writes"] = result.writes
      object["reads"] = result.reads
      object["ms"] = result.milliseconds
    case .preview(let jpeg):
      object = ["type": "preview", "jpeg": Data(jpeg).base64EncodedString()]
    }
    return line(object)
  }

  /// Parses a line with or without its line feed.
  package static func decodeReader(_ line: some Collection<UInt8>) throws(Unreadable) -> ReaderMessage {
    let object = try object(line)
    switch try object.text("type") {
    case "hello":
      guard let kind = ReaderKind(rawValue: try object.text("reader")) else {
        throw Unreadable("'reader' is not 1 to 40 lower-case letters, digits or hyphens")
      }
      let version = try object.number("version", in: 1...1_000_000)
      guard version == 1 else { throw Unreadable("protocol version \(version); this host supports version 1") }
      let stated = (object.values["capabilities"] as? [String: Any] ?? [:]).filter { $0.value as? Bool == true }.keys
      return .hello(
        ReaderMessage.Hello(
          reader: kind, version: version, device: try object.text("device"),
          capabilities: ReaderCapability.of(Array(stated), kind: kind)))
    case "code": return .code(try codeSeen(object))
    case "tag": return .tag(try tagSeen(object))
    case "state":
      guard let kind = ReaderState.Kind(rawValue: try object.text("state")) else {
        throw Unreadable("an unknown state")
      }
      return .state(
        ReaderState(kind, reason: object.optionalText("reason"), hint: object.optionalText("hint")))
    case "result": return .result(try result(object))
    case "preview":
      guard let jpeg = Data(base64Encoded: try object.text("jpeg")) else { throw Unreadable("'jpeg' is not base64") }
      return .preview(jpeg: [UInt8](jpeg))
    case let other: throw Unreadable("an unknown type '\(other.prefix(40))'")
    }
  }

  private static func codeSeen(_ object: LineObject) throws(Unreadable) -> ReaderMessage.CodeSeen {
    guard let event = ReaderMessage.CodeSeen.Event(rawValue: try object.text("event")) else {
      throw Unreadable("an unknown code event")
    }
    var points: [ReaderMessage.Point] = []
    for case let pair as [Any] in object.values["points"] as? [Any] ?? [] {
      guard pair.count == 2, let x = pair[0] as? Int, let y = pair[1] as? Int, points.count < 64 else {
        throw Unreadable("'points' are not pairs of whole numbers")
      }
      points.append(ReaderMessage.Point(x: x, y: y))
    }
    return ReaderMessage.CodeSeen(
      event: event, id: try object.readingID(), at: try object.time(),
      symbology: Symbology(rawValue: try object.text("symbology")), text: try object.text("text"),
      raw: object.optionalText("raw").flatMap { Data(base64Encoded: $0) }.map { [UInt8]($0) },
      isVerified: object.values["verified"] as? Bool ?? false, quality: object.values["quality"] as? Double,
      frames: object.values["frames"] as? Int, points: points)
  }

  private static func tagSeen(_ object: LineObject) throws(Unreadable) -> ReaderMessage.TagSeen {
    guard let event = ReaderMessage.TagSeen.Event(rawValue: try object.text("event")) else {
      throw Unreadable("an unknown tag event")
    }
    let uid = try object.tagID()
    return ReaderMessage.TagSeen(
      event: event, id: try object.readingID(), at: try object.time(), uid: uid, kind: object.optionalText("kind"),
      ndef: object.optionalText("ndef").flatMap { Data(base64Encoded: $0) }.map { [UInt8]($0) },
      code: object.optionalText("code"), fault: object.optionalText("fault"),
      capacity: try object.optionalCount("capacity"), access: object.optionalText("access"),
      content: object.optionalText("content"))
  }

  private static func result(_ object: LineObject) throws(Unreadable) -> ReaderMessage.Result {
    guard let done = object.values["done"] as? Bool else { throw Unreadable("'done' is missing") }
    return ReaderMessage.Result(
      of: try object.text("of"), isDone: done, detail: object.optionalText("detail"),
      outcome: object.optionalText("outcome"), hasBegun: object.values["begun"] as? Bool,
      form: object.optionalText("form"), kind: object.optionalText("kind"),
      capacity: try object.optionalCount("capacity"), writes: try object.optionalCount("writes"),
      reads: try object.optionalCount("reads"), milliseconds: try object.optionalCount("ms"))
  }

  // MARK: - JSON

  /// Encodes strings, numbers, Booleans, arrays and objects as a line with its line feed.
  static func line(_ object: [String: any Sendable]) -> [UInt8] {
    // A dictionary of strings, numbers and Booleans always has a JSON form.
    guard
      let data = try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
    else { preconditionFailure("the message cannot be encoded as JSON") }
    return [UInt8](data) + [UInt8(ascii: "\n")]
  }

  /// Parses the part that is common to all messages: one JSON object within the length limit.
  static func object(_ line: some Collection<UInt8>) throws(Unreadable) -> LineObject {
    guard line.count <= previewLengthLimit else { throw Unreadable("a line of \(line.count) bytes") }
    let parsed: Any
    do {
      parsed = try JSONSerialization.jsonObject(with: Data(line))
    } catch {
      throw Unreadable("not JSON")
    }
    guard let values = parsed as? [String: Any] else { throw Unreadable("not a JSON object") }
    if line.count > lengthLimit, values["type"] as? String != "preview" {
      throw Unreadable("a line of \(line.count) bytes")
    }
    return LineObject(values: values)
  }
}
