internal import Deadwax

extension ReaderMessage: Codable {
  /// The types of the lines. The raw value is the word in the protocol.
  package enum Kind: String, CaseIterable, Codable, Sendable { case hello, code, tag, state, result, preview }

  /// A picture of the camera, as a line has it.
  package struct Picture: Codable, Sendable { var jpeg: Base64Bytes }

  private enum CodingKeys: String, CodingKey { case type }

  /// The largest number that a line counts.
  private static let countLimit = Int(Int32.max)
  private static let pointLimit = 64

  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    let word = try members.decode(String.self, forKey: .type)
    func refused(_ reason: String) -> DecodingError {
      DecodingError.dataCorruptedError(forKey: .type, in: members, debugDescription: reason)
    }
    func check(_ counts: [Int?]) throws {
      guard counts.allSatisfy({ (0...Self.countLimit).contains($0 ?? 0) }) else {
        throw refused("a count is not a number from 0 to \(Self.countLimit)")
      }
    }
    switch Kind(rawValue: word) {
    case .hello:
      let hello = try Hello(from: decoder)
      guard hello.version == 1 else {
        throw refused("protocol version \(hello.version); this host supports version 1")
      }
      self = .hello(hello)
    case .code:
      let code = try CodeSeen(from: decoder)
      guard code.points.count <= Self.pointLimit else { throw refused("more than \(Self.pointLimit) points") }
      self = .code(code)
    case .tag:
      let tag = try TagSeen(from: decoder)
      try check([tag.capacity])
      self = .tag(tag)
    case .state: self = .state(try ReaderState(from: decoder))
    case .result:
      let result = try Result(from: decoder)
      try check([result.capacity, result.writes, result.reads, result.milliseconds])
      self = .result(result)
    case .preview: self = .preview(jpeg: try Picture(from: decoder).jpeg.bytes)
    case nil: throw refused("an unknown type '\(word.prefix(40))'")
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(kind, forKey: .type)
    switch self {
    case .hello(let hello): try hello.encode(to: encoder)
    case .code(let code): try code.encode(to: encoder)
    case .tag(let tag): try tag.encode(to: encoder)
    case .state(let state): try state.encode(to: encoder)
    case .result(let result): try result.encode(to: encoder)
    case .preview(let jpeg): try Picture(jpeg: Base64Bytes(jpeg)).encode(to: encoder)
    }
  }

  private var kind: Kind {
    switch self {
    case .hello: .hello
    case .code: .code
    case .tag: .tag
    case .state: .state
    case .result: .result
    case .preview: .preview
    }
  }
}

extension ReaderMessage.Hello: Codable {
  private enum CodingKeys: String, CodingKey { case reader, version, device, capabilities }

  /// The value of a capability. A value of a later version is none.
  private struct Stated: Decodable {
    let isTrue: Bool

    init(from decoder: any Decoder) throws {
      isTrue = (try? decoder.singleValueContainer().decode(Bool.self)) ?? false
    }
  }

  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    reader = try members.decode(ReaderKind.self, forKey: .reader)
    version = try members.decode(Int.self, forKey: .version)
    device = try members.decode(String.self, forKey: .device)
    let stated = try members.decodeIfPresent([String: Stated].self, forKey: .capabilities) ?? [:]
    capabilities = ReaderCapability.of(stated.filter(\.value.isTrue).map(\.key), kind: reader)
  }

  package func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(reader, forKey: .reader)
    try members.encode(version, forKey: .version)
    try members.encode(device, forKey: .device)
    try members.encode(
      Dictionary(uniqueKeysWithValues: capabilities.map { ($0.rawValue, true) }), forKey: .capabilities)
  }
}

extension ReaderMessage.CodeSeen: Codable {
  private enum CodingKeys: String, CodingKey {
    case event, id, at, symbology, text, raw, quality, frames, points
    case isVerified = "verified"
  }

  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    event = try members.decode(Event.self, forKey: .event)
    id = try members.decode(Reading.ID.self, forKey: .id)
    at = try members.decode(RFC3339Time.self, forKey: .at).time
    symbology = try members.decode(Symbology.self, forKey: .symbology)
    text = try members.decode(String.self, forKey: .text)
    raw = try members.decodeIfPresent(Base64Bytes.self, forKey: .raw)?.bytes
    isVerified = try members.decodeIfPresent(Bool.self, forKey: .isVerified) ?? false
    quality = try members.decodeIfPresent(Double.self, forKey: .quality)
    frames = try members.decodeIfPresent(Int.self, forKey: .frames)
    points = try members.decodeIfPresent([ReaderMessage.Point].self, forKey: .points) ?? []
  }

  package func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(event, forKey: .event)
    try members.encode(id, forKey: .id)
    try members.encode(RFC3339Time(at), forKey: .at)
    try members.encode(symbology, forKey: .symbology)
    try members.encode(text, forKey: .text)
    try members.encodeIfPresent(raw.map { Base64Bytes($0) }, forKey: .raw)
    try members.encode(isVerified, forKey: .isVerified)
    try members.encodeIfPresent(quality, forKey: .quality)
    try members.encodeIfPresent(frames, forKey: .frames)
    if !points.isEmpty { try members.encode(points, forKey: .points) }
  }
}

extension ReaderMessage.Point: Codable {
  package init(from decoder: any Decoder) throws {
    var pair = try decoder.unkeyedContainer()
    x = try pair.decode(Int.self)
    y = try pair.decode(Int.self)
    guard pair.isAtEnd else {
      throw DecodingError.dataCorruptedError(in: pair, debugDescription: "not a pair of whole numbers")
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var pair = encoder.unkeyedContainer()
    try pair.encode(x)
    try pair.encode(y)
  }
}

extension ReaderMessage.TagSeen: Codable {
  private enum CodingKeys: String, CodingKey {
    case event, id, at, kind, ndef, code, fault, capacity, access, content
  }

  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    event = try members.decode(Event.self, forKey: .event)
    id = try members.decode(Reading.ID.self, forKey: .id)
    at = try members.decode(RFC3339Time.self, forKey: .at).time
    uid = try LineTagID(from: decoder).id
    kind = try members.decodeIfPresent(String.self, forKey: .kind)
    ndef = try members.decodeIfPresent(Base64Bytes.self, forKey: .ndef)?.bytes
    code = try members.decodeIfPresent(String.self, forKey: .code)
    fault = try members.decodeIfPresent(String.self, forKey: .fault)
    capacity = try members.decodeIfPresent(Int.self, forKey: .capacity)
    access = try members.decodeIfPresent(String.self, forKey: .access)
    content = try members.decodeIfPresent(String.self, forKey: .content)
  }

  package func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(event, forKey: .event)
    try members.encode(id, forKey: .id)
    try members.encode(RFC3339Time(at), forKey: .at)
    try LineTagID(uid).encode(to: encoder)
    try members.encodeIfPresent(kind, forKey: .kind)
    try members.encodeIfPresent(ndef.map { Base64Bytes($0) }, forKey: .ndef)
    try members.encodeIfPresent(code, forKey: .code)
    try members.encodeIfPresent(fault, forKey: .fault)
    try members.encodeIfPresent(capacity, forKey: .capacity)
    try members.encodeIfPresent(access, forKey: .access)
    try members.encodeIfPresent(content, forKey: .content)
  }
}
