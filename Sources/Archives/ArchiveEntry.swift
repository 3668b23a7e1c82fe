/// A file or a folder of an archive, as the list at the end of the archive has it. A nested archive is a file.
package struct ArchiveEntry: Hashable, Sendable {
  /// The path in the archive, with `/` between its components, without one at its end.
  package let name: String
  package let isFolder: Bool
  /// The number of unpacked bytes that the archive claims. A reader refuses the entry if it has another number.
  package let size: Int
  /// The number of packed bytes.
  package let packedSize: Int

  package init(name: String, isFolder: Bool, size: Int, packedSize: Int) {
    self.name = name
    self.isFolder = isFolder
    self.size = size
    self.packedSize = packedSize
  }
}
