import Foundation
import Messages
import TestSupport
import Testing

/// The descriptions of the texts for translators, in docs/messages.
@Suite(.timeLimit(.minutes(5)))
struct DescriptionTests {
  private static let folder = Repository.path("docs/messages")

  /// Suffixes of the forms of a key, which may share a description.
  private static let forms = [".one", ".many", ".bare"]

  /// Returns the file of descriptions for a part of the catalogue, such as `desk/`. The hub's own part has no name.
  private static func name(of part: String) -> String { (part.isEmpty ? "hub" : String(part.dropLast())) + ".json" }

  private static func descriptions(of part: String) throws -> [String: String] {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name(of: part))"))
    return try JSONDecoder().decode([String: String].self, from: bytes)
  }

  private static func texts(of part: String) throws -> [String: String] {
    try JSONDecoder().decode([String: String].self, from: Data(Catalogue.file(part, .english).utf8))
  }

  /// Returns the key without the suffixes of its forms.
  private static func base(of key: String) -> String {
    var key = key[...]
    while let form = forms.first(where: key.hasSuffix) { key = key.dropLast(form.count) }
    return String(key)
  }

  @Test(arguments: Catalogue.parts)
  func `every key has a description in the file of its part, and no description lacks a key`(part: String) throws {
    let keys = Set(try Self.texts(of: part).keys)
    let described = Set(try Self.descriptions(of: part).keys)
    #expect(keys.subtracting(described).sorted() == [], "without a description")
    #expect(described.subtracting(keys).sorted() == [], "without a key")
  }

  @Test func `each file of descriptions belongs to a part of the catalogue`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder).filter { $0.hasSuffix(".json") }
    #expect(files.sorted() == Catalogue.parts.map(Self.name).sorted())
  }

  @Test(arguments: Catalogue.parts)
  func `a file of descriptions has the keys in the order of its texts, each once`(part: String) throws {
    func keys(_ text: String) -> [String] { text.matches(of: /(?m)^ *"([^"]+)":/).map { String($0.output.1) } }
    let described = try String(contentsOfFile: "\(Self.folder)/\(Self.name(of: part))", encoding: .utf8)
    #expect(keys(described) == keys(try Catalogue.file(part, .english)))
  }

  @Test(arguments: Catalogue.parts)
  func `a description has 5 to 40 words and ends with a full stop`(part: String) throws {
    for (key, text) in try Self.descriptions(of: part) {
      let words = text.split(separator: " ").count
      #expect((5...40).contains(words), "\(key) has \(words) words")
      #expect(text.hasSuffix("."), "\(key)")
    }
  }

  @Test(arguments: Catalogue.parts)
  func `a description names exactly the placeholders of the English text`(part: String) throws {
    let texts = try Self.texts(of: part)
    for (key, text) in try Self.descriptions(of: part) {
      let present = Set(Messages.placeholders(of: texts[key] ?? ""))
      let named = Set(Messages.placeholders(of: text))
      // English may omit the number of a plural form that another language writes.
      let isPlural = key.hasSuffix(".one") || key.hasSuffix(".many")
      let extra = isPlural ? named.intersection(Messages.counts) : []
      #expect(named.subtracting(extra) == present.subtracting(extra), "\(key): \(text)")
    }
  }

  @Test func `two keys do not share a description, unless they are forms of one key`() throws {
    var owners: [String: String] = [:]
    for part in Catalogue.parts {
      for (key, text) in try Self.descriptions(of: part) {
        let base = Self.base(of: key)
        let owner = owners.updateValue(base, forKey: text) ?? base
        #expect(owner == base, "\(owner) and \(base): \(text)")
      }
    }
  }
}
