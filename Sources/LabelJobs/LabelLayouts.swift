internal import Configuration
internal import Foundation
package import LabelDrawing

/// The known label papers, read from files that users may read, change and add to (docs/labels.md).
package struct LabelLayouts: Sendable {
  /// The layouts in the order of their file names.
  package let layouts: [LabelLayout]
  /// A sentence for each file that could not be read.
  package let faults: [String]

  /// Reads every layout of a folder.
  ///
  /// - Parameter folder: the folder; nil, or a folder that does not exist, has no layouts.
  package init(folder: String?) {
    var layouts: [LabelLayout] = []
    var faults: [String] = []
    let names = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0) } ?? []
    for name in names.sorted() where name.hasSuffix(".ini") && !name.hasPrefix(".") {
      do throws(LayoutFault) {
        layouts.append(try Self.read("\(folder ?? "")/\(name)"))
      } catch {
        faults.append(error.description)
      }
    }
    self.layouts = layouts
    self.faults = faults
  }

  package func layout(_ id: String) -> LabelLayout? { layouts.first { $0.id == id } }

  /// Returns the folder that comes with the program; nil if there is none.
  package static func standardFolder() -> String? { DataFolder.find("hardware/labels", with: "a4-3x8.ini") }

  /// Reads one layout.
  ///
  /// - Parameter path: the path of an INI file with the section `label`, and `sheet` or an empty `roll`.
  /// - Returns: the layout; its id is the file name without `.ini`.
  /// - Throws: `LayoutFault` with the file and line.
  package static func read(_ path: String) throws(LayoutFault) -> LabelLayout {
    let draft: Draft
    do throws(ConfigurationError) {
      draft = Draft(values: try INIFile.values(of: path, known: Draft.known))
    } catch {
      throw LayoutFault(description: error.description)
    }
    let name = path.split(separator: "/").last.map { String($0.dropLast(4)) } ?? path
    do throws(LayoutFault) {
      return try draft.layout(id: name)
    } catch {
      throw LayoutFault(description: "\(path): \(error.description).")
    }
  }
}

/// The values of a file, from which a layout is made. A file without a `sheet` section describes a roll.
private struct Draft {
  static let known: Set<String> = [
    "label.name", "label.width", "label.height", "label.inset", "sheet.paper", "sheet.columns", "sheet.rows",
    "sheet.left",
    "sheet.top", "sheet.pitch",
  ]

  let values: [String: String]

  func layout(id: String) throws(LayoutFault) -> LabelLayout {
    let inset = try pair("label.inset", otherwise: (1, 1))
    var layout = LabelLayout(
      id: id, name: values["label.name"] ?? id, paper: .roll, width: try millimetres("label.width"),
      height: try millimetres("label.height"), insetX: inset.0, insetY: inset.1)
    if let paper = values["sheet.paper"] {
      switch paper.lowercased() {
      case "a4": layout.paper = .a4
      case "letter": layout.paper = .letter
      default: throw LayoutFault(description: "paper must be A4 or Letter, not '\(paper)'")
      }
      layout.columns = try count("sheet.columns")
      layout.rows = try count("sheet.rows")
      layout.left = try millimetres("sheet.left")
      layout.top = try millimetres("sheet.top")
      (layout.pitchX, layout.pitchY) = try pair("sheet.pitch", otherwise: nil)
    } else if values.keys.contains(where: { $0.hasPrefix("sheet.") }) {
      throw LayoutFault(description: "[sheet] needs a paper")
    }
    if let fault = layout.fault { throw LayoutFault(description: fault) }
    return layout
  }

  private func count(_ key: String) throws(LayoutFault) -> Int {
    guard let text = values[key], let number = Int(text), (1...100).contains(number) else {
      throw LayoutFault(description: "\(word(key)) must be a number from 1 to 100")
    }
    return number
  }

  private func millimetres(_ key: String) throws(LayoutFault) -> Double {
    guard let number = values[key].flatMap(Self.length) else {
      throw LayoutFault(description: "\(word(key)) must be a length in millimetres, such as 25.4")
    }
    return number
  }

  private func pair(_ key: String, otherwise standard: (Double, Double)?) throws(LayoutFault) -> (Double, Double) {
    guard let text = values[key] else {
      if let standard { return standard }
      throw LayoutFault(description: "\(word(key)) is missing")
    }
    let numbers = text.split(separator: ",").compactMap { Self.length(String($0)) }
    guard numbers.count == 2, text.split(separator: ",").count == 2 else {
      throw LayoutFault(description: "\(word(key)) must be two lengths in millimetres, such as 69.85, 25.4")
    }
    return (numbers[0], numbers[1])
  }

  private func word(_ key: String) -> Substring { key.split(separator: ".").last ?? "" }

  private static func length(_ text: String) -> Double? {
    guard let number = Double(text.trimmingCharacters(in: .whitespaces)), number.isFinite, (0...1000).contains(number)
    else { return nil }
    return number
  }
}
