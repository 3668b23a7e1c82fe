internal import Deadwax
internal import FoundationEssentials

/// Reads a property list in XML. It knows the elements of property lists alone: declared entities, which can grow without
/// bounds, are refused.
struct XMLPropertyList {
  private let bytes: [UInt8]
  private var position = 0
  private var count = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func read(_ bytes: [UInt8]) throws(ForeignFileError) -> PropertyList {
    var reader = XMLPropertyList(bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
    guard !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]) else {
      throw reader.fault("The text is UTF-16. It must be UTF-8.")
    }
    if let nul = bytes.firstIndex(of: 0) {
      reader.position = nul
      throw reader.fault("The text has a NUL byte.")
    }
    var tag = try reader.tag()
    while tag.hasPrefix("?") || tag.hasPrefix("!DOCTYPE") {
      guard !tag.contains("[") else { throw reader.fault("The property list declares entities of its own.") }
      tag = try reader.tag()
    }
    guard tag == "plist" || tag.hasPrefix("plist ") else { throw reader.fault("The element 'plist' is missing.") }
    let value = try reader.value(try reader.tag(), depth: 0)
    guard try reader.tag() == "/plist" else { throw reader.fault("The element 'plist' has more than one value.") }
    return value
  }

  private func fault(_ sentence: String) -> ForeignFileError {
    let before = bytes.prefix(position)
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return .damaged(
      entry: nil, line: before.count { $0 == 0x0A } + 1, column: position - start + 1, sentence)
  }

  /// Goes behind the next tag, past comments. Nothing but blanks may be before it.
  private mutating func tag() throws(ForeignFileError) -> String {
    while true {
      while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
      guard position < bytes.count else { throw fault("The property list ends too early.") }
      guard bytes[position] == 0x3C else { throw fault("A tag must be here.") }
      guard bytes[position...].starts(with: Array("<!--".utf8)) else { break }
      guard let end = Self.end(Array("-->".utf8), in: bytes, from: position + 4) else {
        throw fault("The comment never ends.")
      }
      position = end
    }
    guard let end = bytes[position...].prefix(2000).firstIndex(of: 0x3E) else { throw fault("The tag never ends.") }
    guard let text = String(validating: bytes[position + 1..<end], as: UTF8.self) else {
      throw fault("The tag is no text in UTF-8.")
    }
    position = end + 1
    return text.trimmed
  }

  private static func end(_ mark: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    var place = start
    while place + mark.count <= bytes.count {
      if bytes[place...].starts(with: mark) { return place + mark.count }
      place += 1
    }
    return nil
  }

  private mutating func value(_ tag: String, depth: Int) throws(ForeignFileError) -> PropertyList {
    count += 1
    guard count <= PropertyList.countLimit else {
      throw fault("The property list has more than \(PropertyList.countLimit) values.")
    }
    guard depth <= PropertyList.depthLimit else {
      throw fault("Lists are in each other more than \(PropertyList.depthLimit) times.")
    }
    switch tag {
    case "true/", "true /": return .flag(true)
    case "false/", "false /": return .flag(false)
    case "string/": return .text("")
    case "array/": return .list([])
    case "dict/": return .table([:])
    case "data/": return .data([])
    case "string": return .text(try content("string"))
    case "integer":
      guard let number = Int64(try content("integer").trimmed) else { throw fault("This is no whole number.") }
      return .number(number)
    case "real":
      guard let number = Double(try content("real").trimmed) else { throw fault("This is no number.") }
      return .real(number)
    case "date":
      guard let time = Timestamp(try content("date").trimmed) else { throw fault("This is no time.") }
      return .time(time.milliseconds)
    case "data":
      let text = try content("data").filter { !$0.isWhitespace }
      guard let data = Data(base64Encoded: text) else { throw fault("The data are not base64.") }
      return .data(Array(data))
    case "array":
      var values: [PropertyList] = []
      while true {
        let next = try self.tag()
        if next == "/array" { return .list(values) }
        values.append(try value(next, depth: depth + 1))
      }
    case "dict":
      var table: [String: PropertyList] = [:]
      while true {
        let next = try self.tag()
        if next == "/dict" { return .table(table) }
        guard next == "key" else { throw fault("A key must be here.") }
        let key = try content("key")
        guard table.updateValue(try value(try self.tag(), depth: depth + 1), forKey: key) == nil else {
          throw fault("The key '\(key.prefix(40))' is there twice.")
        }
      }
    default: throw fault("The element '\(tag.prefix(40))' is unknown.")
    }
  }

  /// Returns the text up to the end of an element.
  private mutating func content(_ name: String) throws(ForeignFileError) -> String {
    guard let end = bytes[position...].firstIndex(of: 0x3C) else { throw fault("The property list ends too early.") }
    guard let raw = String(validating: bytes[position..<end], as: UTF8.self) else {
      throw fault("The text is not valid UTF-8.")
    }
    let text = try unescaped(raw)
    position = end
    guard try tag() == "/\(name)" else { throw fault("The element '\(name)' must end here.") }
    return text
  }

  private func unescaped(_ raw: String) throws(ForeignFileError) -> String {
    guard raw.contains("&") else { return raw }
    let known = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
    var parts = raw.split(separator: "&", omittingEmptySubsequences: false).map { String($0) }
    var text = parts.removeFirst()
    for part in parts {
      guard let end = part.firstIndex(of: ";") else { throw fault("An '&' must be written as '&amp;'.") }
      let name = String(part[..<end])
      let digits = name.dropFirst(name.hasPrefix("#x") ? 2 : 1)
      let code = name.hasPrefix("#") ? UInt32(digits, radix: name.hasPrefix("#x") ? 16 : 10) : nil
      guard let found = known[name] ?? code.flatMap({ Unicode.Scalar($0) }).map({ String(Character($0)) }) else {
        throw fault("The entity '\(name.prefix(40))' is unknown.")
      }
      text += found + part[part.index(after: end)...]
    }
    return text
  }
}
