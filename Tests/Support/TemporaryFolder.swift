internal import Foundation

/// An empty temporary folder that the deinitialiser removes, with all its contents.
///
/// Store it in a property of the suite or a variable that lives as long as its files are needed.
package final class TemporaryFolder: Sendable {
  /// The absolute path, without symbolic links and without a trailing slash.
  package let path: String

  /// - Parameters:
  ///   - name: the prefix of the folder's name, to recognise it among other temporary folders.
  ///   - inMemory: true to use a memory file system, so that nothing waits for a disk; if the machine has one with
  ///     enough room for any test.
  /// - Throws: the error of the file system.
  package init(_ name: String = "deadwax-test", inMemory: Bool = false) throws {
    let disk = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    let place = inMemory ? Self.memory(atLeast: 1 << 30) ?? disk : disk
    let folder = place.appendingPathComponent("\(name)-\(UUID().uuidString.prefix(13).lowercased())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    path = folder.path
  }

  /// Returns a memory file system with this number of bytes free; nil if there is none. That of a container may have
  /// 64 MB.
  private static func memory(atLeast bytes: Int64) -> URL? {
    let memory = URL(fileURLWithPath: "/dev/shm")
    guard FileManager.default.isWritableFile(atPath: memory.path),
      let free = try? FileManager.default.attributesOfFileSystem(forPath: memory.path)[.systemFreeSize] as? NSNumber,
      free.int64Value >= bytes
    else { return nil }
    return memory
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Returns the path of a file in the folder, which need not exist.
  package func path(_ name: String) -> String { path + "/" + name }

  /// Writes a file, and creates the folders above it.
  ///
  /// - Returns: its path.
  @discardableResult
  package func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    let file = URL(fileURLWithPath: path(name))
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file.path
  }

  /// Writes a text in UTF-8.
  ///
  /// - Returns: the file's path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String { try write(text.utf8, to: name) }
}
