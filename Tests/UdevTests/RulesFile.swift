/// A udev rules file, parsed by the grammar of udev(7).
struct RulesFile {
  struct Part: Equatable {
    let key: String
    let attribute: String?
    let comparison: String
    let value: String
  }

  struct Line {
    let number: Int
    let parts: [Part]
  }

  private(set) var lines: [Line] = []
  /// The problems found, each as `line: sentence`.
  private(set) var faults: [String] = []

  private static let matches: Set<String> = ["==", "!="]
  private static let assignments: Set<String> = ["=", "+=", "-=", ":="]
  /// The permitted keys, with the operators that each accepts.
  private static let keys: [String: Set<String>] = [
    "ACTION": matches, "SUBSYSTEM": matches, "KERNEL": matches, "KERNELS": matches, "ATTR": matches, "ATTRS": matches,
    "ENV": matches.union(assignments), "GROUP": assignments, "MODE": assignments, "SYMLINK": assignments,
    "TAG": assignments, "IMPORT": ["="], "GOTO": ["="], "LABEL": ["="],
  ]

  init(_ text: String) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let trimmed = line.drop(while: \.isWhitespace)
      guard !trimmed.isEmpty, !trimmed.hasPrefix("#") else { continue }
      read(trimmed, number: index + 1)
    }
    checkJumps()
  }

  private mutating func read(_ line: Substring, number: Int) {
    var parts: [Part] = []
    var rest = line
    while let match = rest.prefixMatch(of: /\s*([A-Z]+)(?:\{([^}"]+)\})?(==|!=|\+=|-=|:=|=)"([^"]*)"\s*(,|$)/) {
      let part = Part(
        key: String(match.1), attribute: match.2.map(String.init), comparison: String(match.3), value: String(match.4))
      if let allowed = Self.keys[part.key] {
        if !allowed.contains(part.comparison) { faults.append("\(number): \(part.key) takes no \(part.comparison)") }
      } else {
        faults.append("\(number): there is no key \(part.key)")
      }
      if part.key == "MODE", !part.value.contains(/^0[0-7]{3}$/) { faults.append("\(number): MODE \(part.value)") }
      if let attribute = part.attribute, ["idVendor", "idProduct", "id/vendor", "id/product"].contains(attribute),
        !part.value.contains(/^[0-9a-f]{4}$/)
      {
        faults.append("\(number): \(attribute) is four small hexadecimal digits, not \(part.value)")
      }
      parts.append(part)
      let isLast = match.5.isEmpty
      rest = rest[match.range.upperBound...]
      if isLast { break }
    }
    if !rest.allSatisfy(\.isWhitespace) { faults.append("\(number): not understood: \(rest)") }
    if parts.isEmpty { faults.append("\(number): nothing in it") }
    lines.append(Line(number: number, parts: parts))
  }

  /// Checks the jumps: udev jumps forward only, and a missing label runs the rest of the file.
  private mutating func checkJumps() {
    for line in lines {
      for jump in line.parts where jump.key == "GOTO" {
        let target = lines.first { other in
          other.number > line.number && other.parts.contains { $0.key == "LABEL" && $0.value == jump.value }
        }
        if target == nil { faults.append("\(line.number): GOTO \(jump.value) finds no label below it") }
      }
    }
  }
}
