/// The record types that a page's script declares in JSDoc: `@typedef {object} NAME` and its `@property` lines.
struct PageTypes {
  struct Property: Equatable {
    let name: String
    /// `string`, `number`, `boolean` or the name of a type; with `[]` for a list.
    let type: String
    let isOptional: Bool
  }

  private(set) var types: [String: [Property]] = [:]

  init(_ script: String) {
    var current: String?
    for line in script.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      if words.contains("*/") { current = nil }
      if words.count >= 4, words[1] == "@typedef" {
        current = words[3]
        types[words[3]] = []
      } else if words.count >= 4, words[1] == "@property", let current {
        let name = words[3].filter { $0 != "[" && $0 != "]" }
        types[current]?.append(
          Property(name: name, type: String(words[2].dropFirst().dropLast()), isOptional: words[3].hasPrefix("[")))
      }
    }
  }

  /// Returns the differences from the schemas of the same names, each as a sentence.
  func differences(from schemas: [String: Any]) -> [String] {
    types.sorted { $0.key < $1.key }.flatMap { name, properties -> [String] in
      guard let schema = schemas[name] as? [String: Any], let known = schema["properties"] as? [String: [String: Any]]
      else { return ["\(name) is no schema"] }
      let required = Set(schema["required"] as? [String] ?? [])
      return properties.flatMap { property -> [String] in
        guard let other = known[property.name] else { return ["\(name) has no member \(property.name)"] }
        let type = pageType(of: other, schemas)
        return [
          type == property.type ? nil : "\(name).\(property.name) is \(type ?? "unknown"), not \(property.type)",
          required.contains(property.name) != property.isOptional ? nil : "\(name).\(property.name): optional",
        ].compactMap(\.self)
      }
    }
  }

  /// Returns the JSDoc type of a schema: the name of a declared type, or the type of its JSON.
  private func pageType(of schema: [String: Any], _ schemas: [String: Any]) -> String? {
    if let name = (schema["$ref"] as? String)?.split(separator: "/").last.map(String.init) {
      return types[name] != nil ? name : (schemas[name] as? [String: Any]).flatMap { pageType(of: $0, schemas) }
    }
    let types = schema["type"] as? [String] ?? [schema["type"] as? String].compactMap(\.self)
    switch types.first(where: { $0 != "null" }) {
    case "integer", "number": return "number"
    case "array": return (schema["items"] as? [String: Any]).flatMap { pageType(of: $0, schemas) }.map { $0 + "[]" }
    case let type: return type
    }
  }
}
