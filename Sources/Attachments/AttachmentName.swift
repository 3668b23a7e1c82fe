internal import Deadwax

/// The name of an attachment for people, made from what a client sends. It never names a file on this machine.
enum AttachmentName {
  /// The maximum number of characters.
  static let longest = 120

  /// Returns a harmless name: the last part of a path, in one line, without control characters and marks of direction,
  /// and with the ending of its kind.
  ///
  /// - Parameters:
  ///   - text: the name that was sent; nil for none.
  ///   - kind: the kind of the content.
  /// - Returns: the name, never empty.
  static func clean(_ text: String?, _ kind: Attachment.Kind) -> String {
    let (standard, ending) =
      switch kind {
      case .picture: ("picture", "jpg")
      case .text: ("note", "txt")
      case .pdf: ("document", "pdf")
      }
    let last = (text ?? "").split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
    var name = String(String.UnicodeScalarView(last.unicodeScalars.filter(isShown))).trimmed
    if let dot = name.lastIndex(of: "."), name.distance(from: dot, to: name.endIndex) <= 6 {
      name = String(name[..<dot])
    }
    name = String(name.drop { $0 == "." || $0 == " " }.prefix(longest - ending.count - 1)).trimmed
    return "\(name.isEmpty ? standard : name).\(ending)"
  }

  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
    default: !"<>:\"|?*".unicodeScalars.contains(scalar)
    }
  }
}
