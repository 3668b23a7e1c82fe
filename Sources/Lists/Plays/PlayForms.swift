internal import Foundation

/// The known forms of reports, read from files (docs/plays.md).
package struct PlayForms: Sendable {
  /// The forms in the order of their names.
  package let forms: [PlayForm]
  /// A sentence for each file that could not be read.
  package let faults: [String]

  /// The greatest size of a file in bytes.
  private static let largest = 64 * 1024

  /// Reads every form of a folder.
  ///
  /// - Parameter folder: the folder; nil, or a folder that does not exist, has no forms.
  package init(folder: String?) {
    var forms: [PlayForm] = []
    var faults: [String] = []
    let names = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0) } ?? []
    for name in names.sorted() where name.hasSuffix(".json") && !name.hasPrefix(".") {
      let path = "\(folder ?? "")/\(name)"
      do {
        forms.append(try Self.read(path, as: String(name.dropLast(".json".count))))
      } catch {
        faults.append("\(path): \(Self.sentence(error))")
      }
    }
    self.forms = forms
    self.faults = faults
  }

  private static func read(_ path: String, as name: String) throws -> PlayForm {
    guard let data = FileManager.default.contents(atPath: path) else { throw PlayReportFault("it cannot be read") }
    guard data.count <= largest else { throw PlayReportFault("it has more than \(largest) bytes") }
    let isName =
      (1...40).contains(name.utf8.count)
      && name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
    guard isName else {
      throw PlayReportFault("its name must have 1 to 40 lower-case letters, digits and hyphens")
    }
    return try PlayForm(JSONDecoder().decode(PlayForm.File.self, from: data), named: name)
  }

  private static func sentence(_ error: any Error) -> String {
    switch error {
    case let fault as PlayReportFault: fault.description
    case DecodingError.keyNotFound(let key, _): "'\(key.stringValue)' is missing"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      "the value of \(place(context)) has another type"
    case DecodingError.dataCorrupted(let context):
      context.codingPath.isEmpty ? "it is not JSON" : "the value of \(place(context)) is unknown"
    default: "it cannot be read"
    }
  }

  private static func place(_ context: DecodingError.Context) -> String {
    let path = context.codingPath.map { $0.intValue.map { String($0 + 1) } ?? $0.stringValue }
    return path.isEmpty ? "the file" : "'\(path.joined(separator: "."))'"
  }
}
