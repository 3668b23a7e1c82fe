internal import Configuration
internal import Foundation

/// The requests by which lights of one kind are switched, as a file of the installation describes them.
package struct LightKind: Equatable, Sendable {
  /// The name of its file without the extension.
  package let id: String
  /// The name for people.
  package let name: String
  let method: String
  /// The path after the address of a light; it may be empty.
  let path: String
  /// The bodies, with `{first}` and other names in braces in place of values.
  let on, off: String

  /// Reads the files of a folder.
  ///
  /// - Parameter folder: the folder, which has a file for each kind; nil, or a folder that does not exist, has none.
  /// - Returns: the kinds in the order of their names.
  /// - Throws: `LightFault.badLight` for the first file that describes none, with the file and the line.
  package static func all(in folder: String?) throws(LightFault) -> [LightKind] {
    guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return [] }
    var kinds: [LightKind] = []
    for name in names.sorted() where name.hasSuffix(".ini") && !name.hasPrefix(".") {
      kinds.append(try LightKind("\(folder)/\(name)", id: String(name.dropLast(".ini".count))))
    }
    return kinds
  }

  /// Returns the folder that comes with the program; nil if there is none.
  package static func standardFolder() -> String? { DataFolder.find("hardware/lights", with: "wled.ini") }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - id: the name of the kind.
  /// - Throws: `LightFault.badLight` with the file and the line.
  package init(_ path: String, id: String) throws(LightFault) {
    let values: [String: String]
    do throws(ConfigurationError) {
      values = try INIFile.values(of: path, known: Set(Self.keys.map { "light.\($0)" }))
    } catch {
      throw .badLight(error.description)
    }
    for key in ["name", "source", "on", "off"] where (values["light.\(key)"] ?? "").isEmpty {
      throw .badLight("\(path): the line \(key) = … is missing")
    }
    let method = values["light.method"] ?? "POST"
    guard ["GET", "POST", "PUT"].contains(method) else { throw .badLight("\(path): method must be GET, POST or PUT") }
    self.id = id
    (name, self.method, self.path) = (values["light.name"] ?? id, method, values["light.path"] ?? "")
    (on, off) = (values["light.on"] ?? "", values["light.off"] ?? "")
    for text in [on, off] + [self.path] { try Self.check(text, path) }
  }

  private static let keys = ["name", "source", "method", "path", "on", "off"]

  /// Refuses a name in braces that has no value. Other braces belong to the text, as in JSON.
  private static func check(_ text: String, _ path: String) throws(LightFault) {
    for part in text.split(separator: "{", omittingEmptySubsequences: false).dropFirst() {
      let name = part.prefix { $0.isLowercase && $0.isASCII }
      guard !name.isEmpty, part.dropFirst(name.count).first == "}" else { continue }
      guard LightOrder.names.contains(String(name)) else {
        throw .badLight(
          "\(path): there is no value {\(name)}; the values are \(LightOrder.names.joined(separator: ", "))")
      }
    }
  }
}
