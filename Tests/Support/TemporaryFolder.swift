internal import Foundation

/// An empty folder of its own that is removed, with all that is in it, when the value goes.
///
/// Keep it in a suite's property or a variable that lives as long as its files are needed.
package final class TemporaryFolder: Sendable {
  /// Absolute, without links in it and without a slash at its end.
  package let path: String

  /// - Parameters:
  ///   - name: the beginning of the folder's name, for whoever looks into the temporary folder meanwhile.
  ///   - inMemory: whether in the machine's memory where that has a place for files, so that nothing waits for a disk.
  /// - Throws: what the file system says.
  package init(_ name: String = "deadwax-test", inMemory: Bool = false) throws {
    let memory = URL(fileURLWithPath: "/dev/shm")
    let isThere = inMemory && FileManager.default.isWritableFile(atPath: memory.path)
    let place = isThere ? memory : FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    let folder = place.appendingPathComponent("\(name)-\(UUID().uuidString.prefix(13).lowercased())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    path = folder.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of a file in it, which need not exist.
  package func path(_ name: String) -> String { path + "/" + name }

  /// Writes a file, with the folders above it.
  ///
  /// - Returns: its path.
  @discardableResult
  package func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    let file = URL(fileURLWithPath: path(name))
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file.path
  }

  /// Writes a text as UTF-8.
  ///
  /// - Returns: the file's path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String { try write(text.utf8, to: name) }
}
