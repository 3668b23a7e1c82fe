package import HTTPServer

/// The fonts of the pages. The hub serves them so that every screen looks the same, regardless of its installed fonts.
///
/// They come from Debian packages on the hub's machine. Without them the pages use the fonts of the screen, scaled to
/// the same width (www/theme.css).
package struct PageFonts: Sendable {
  /// A font: the name in the pages, its file in the folder, and its Debian package.
  package struct Font: Sendable {
    package let name: String
    package let file: String
    package let debianPackage: String
  }

  /// The folder where Debian packages install fonts.
  package static let standardFolder = "/usr/share/fonts/truetype"

  /// All fonts that `www/theme.css` uses.
  package static let all = [
    Font(name: "fonts/inter.ttf", file: "inter-vf/Inter-roman.var.ttf", debianPackage: "fonts-inter-variable"),
    Font(
      name: "fonts/inter-display.ttf", file: "inter-vf/InterDisplay-roman.var.ttf",
      debianPackage: "fonts-inter-variable"),
    Font(name: "fonts/mono.ttf", file: "dejavu/DejaVuSansMono.ttf", debianPackage: "fonts-dejavu-core"),
  ]

  /// The fonts that exist, in the form in which they are served.
  package let files: StaticFiles
  /// The addresses of the fonts that every page needs for its first picture.
  package let first: [String]
  /// A sentence for the operator if a font is missing; nil if all exist.
  package let advice: String?

  /// Reads the fonts of a folder.
  ///
  /// - Parameter folder: a folder with the structure of `standardFolder`; it need not exist.
  package init(folder: String) {
    files = StaticFiles(lasting: Self.all.map { ($0.name, "\(folder)/\($0.file)") })
    let served = Set(files.pages.map(\.name))
    first = Self.all.map(\.name).filter { served.contains($0) && !$0.hasSuffix("mono.ttf") }.map { "/" + $0 }
    let missing = Self.all.filter { !served.contains($0.name) }
    let packages = Set(missing.map(\.debianPackage)).sorted().joined(separator: " ")
    advice =
      missing.isEmpty
      ? nil
      : "Fonts of the pages are missing in \(folder): \(missing.map(\.file).joined(separator: ", ")). "
        + "Install \(packages); until then, pages use the fonts of each screen."
  }
}
