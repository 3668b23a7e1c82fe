internal import Configuration
internal import Foundation

/// The known models of changers, read from files that users may read, change and add to (docs/changers.md).
package struct ChangerFiles: Sendable {
  /// A file of the folder: the model that it describes, or what is wrong with it.
  package struct Entry: Sendable {
    /// The name of the file without its extension.
    package let id: String
    package let result: Result<ChangerDescription, ChangerFault>
  }

  /// The files in the order of their names.
  package let entries: [Entry]

  /// Reads every file of a folder.
  ///
  /// - Parameter folder: the folder; nil, or a folder that does not exist, has no files.
  package init(folder: String?) {
    let names = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0) } ?? []
    entries = names.sorted().filter { $0.hasSuffix(".ini") && !$0.hasPrefix(".") }.map { name in
      let id = String(name.dropLast(".ini".count))
      do throws(ChangerFault) {
        return Entry(id: id, result: .success(try Self.read("\(folder ?? "")/\(name)", as: id)))
      } catch {
        return Entry(id: id, result: .failure(error))
      }
    }
  }

  /// Returns the model with a name.
  ///
  /// - Parameter id: the name of its file without the extension.
  /// - Returns: the model; nil if there is no such file.
  /// - Throws: `ChangerFault` if the file does not describe one.
  package func description(_ id: String) throws(ChangerFault) -> ChangerDescription? {
    try entries.first { $0.id == id }?.result.get()
  }

  /// Returns the folder that comes with the program; nil if there is none.
  package static func standardFolder() -> String? { DataFolder.find("hardware/changers", with: "sony-cdp-cx355.ini") }

  private static let known: Set<String> = [
    "changer.name", "changer.kind", "changer.media", "changer.source", "slots.first", "slots.count", "cartridges.count",
    "cartridges.slots", "cartridges.name", "cartridges.numbering",
  ]

  private static func read(_ path: String, as id: String) throws(ChangerFault) -> ChangerDescription {
    let values: [String: String]
    do throws(ConfigurationError) {
      values = try INIFile.values(of: path, known: known)
    } catch {
      throw ChangerFault(String(error.description.dropLast()))
    }
    do throws(ChangerFault) {
      return try ChangerDescription(id: id, values: values)
    } catch {
      throw ChangerFault("\(path): \(error.description)")
    }
  }
}
