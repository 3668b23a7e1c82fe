/// The names of an archive so far, each checked before it is used.
struct ArchiveNames {
  private var files: Set<String> = []
  /// The folders, listed or only named before a file.
  private var folders: Set<String> = []
  /// The folders that have an entry.
  private var listed: Set<String> = []

  /// Checks a name and adds it.
  ///
  /// - Parameters:
  ///   - bytes: the name as it is in the archive.
  ///   - isFolder: true for the entry of a folder, whose name may end with `/`.
  /// - Returns: the name, without `/` at its end.
  /// - Throws: `ArchiveError` with the fault of the name.
  mutating func add(_ bytes: [UInt8], isFolder: Bool) throws(ArchiveError) -> String {
    let shown = String(decoding: bytes.prefix(200).map { $0 < 0x20 ? 0x3F : $0 }, as: UTF8.self)
    func refusal(_ fault: ArchiveError.Fault) -> ArchiveError { ArchiveError(fault, entry: shown) }
    guard !bytes.contains(0) else { throw refusal(.nul) }
    guard !bytes.contains(0x5C) else { throw refusal(.backslash) }
    guard var name = String(validating: bytes, as: UTF8.self) else { throw refusal(.notUTF8) }
    if isFolder, name.utf8.last == 0x2F { name.removeLast() }
    let drive = name.utf8.prefix(2).elementsEqual(name.utf8.prefix(1) + [0x3A])
    guard name.utf8.first != 0x2F, !drive else { throw refusal(.absolutePath) }
    let components = name.split(separator: "/", omittingEmptySubsequences: false)
    guard !components.contains("..") else { throw refusal(.parentFolder) }
    let isUnclear =
      bytes.count > ArchiveLimits.longestName || components.contains { $0.isEmpty || $0 == "." }
      || bytes.contains { $0 < 0x20 || $0 == 0x7F }
    guard !isUnclear else { throw refusal(.unclearName) }
    // A folder may be listed after files in it, and once.
    var folder = ""
    for component in components.dropLast() {
      folder += folder.isEmpty ? component : "/" + component
      guard !files.contains(folder) else { throw refusal(.duplicate) }
      folders.insert(folder)
    }
    if isFolder {
      guard !files.contains(name), listed.insert(name).inserted else { throw refusal(.duplicate) }
      folders.insert(name)
    } else {
      guard !folders.contains(name), files.insert(name).inserted else { throw refusal(.duplicate) }
    }
    return name
  }
}
