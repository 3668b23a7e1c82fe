internal import Glibc
internal import Secrets

/// The folder with the files of attachments. The name of a file is the SHA-256 digest of its content, so equal files
/// are stored once, and damage is found.
package struct ContentFolder: Sendable {
  private let path: String

  /// - Parameter path: the folder, which is created with the first file.
  package init(path: String) { self.path = path }

  /// Stores a file, so that it is whole on the disk or not there at all.
  ///
  /// - Parameters:
  ///   - bytes: the content.
  ///   - name: the name: the digest of the content, or a digest with the size of a preview behind it.
  /// - Returns: true if the file is new, false if it was there.
  /// - Throws: `AttachmentError.diskFull` or `.unavailable`; no part of the file is left.
  package func store(_ bytes: [UInt8], as name: String) throws(AttachmentError) -> Bool {
    let file = try scratch()
    try file.append(bytes)
    return try store(file, as: name)
  }

  /// Creates a file that has no name yet, on the file system of the folder.
  ///
  /// - Throws: `AttachmentError.diskFull` or `.unavailable`.
  func scratch() throws(AttachmentError) -> ScratchFile {
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw AttachmentError(errno: errno, "create", path) }
    return try ScratchFile(in: path)
  }

  /// Gives a file its name, so that it is whole on the disk or not there at all.
  ///
  /// - Parameters:
  ///   - file: the file with the whole content.
  ///   - name: the name as in `store`.
  /// - Returns: true if the file is new, false if it was there.
  /// - Throws: `AttachmentError.diskFull` or `.unavailable`.
  func store(_ file: ScratchFile, as name: String) throws(AttachmentError) -> Bool {
    let folder = folder(of: name)
    if mkdir(folder, 0o700) != 0, errno != EEXIST { throw AttachmentError(errno: errno, "create", folder) }
    let target = "\(folder)/\(name)"
    var status = stat()
    if stat(target, &status) == 0, Int(status.st_size) == file.count {
      // A file that is used again is not old: the housekeeping leaves it alone.
      utimensat(AT_FDCWD, target, nil, 0)
      return false
    }
    try file.rename(to: target)
    Self.synchronise(folder)
    return true
  }

  /// Removes the files of attempts that a crash broke off. Nothing may be arriving.
  ///
  /// - Returns: the number of removed files.
  func removeScratch() -> Int {
    let names = Self.entries(of: path).filter { $0.hasPrefix(ScratchFile.prefix) }
    for name in names { unlink("\(path)/\(name)") }
    return names.count
  }

  /// Returns the digest of a file, read in parts.
  ///
  /// - Parameter name: the name of the file.
  /// - Returns: the SHA-256 digest in hexadecimal; nil if there is no such file, or it cannot be read.
  func digest(of name: String) -> String? {
    let file = open("\(self.folder(of: name))/\(name)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var (parts, buffer) = (SHA256Parts(), [UInt8](repeating: 0, count: 256 * 1024))
    while true {
      let count = buffer.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      guard count > 0 else { return parts.hexadecimal }
      buffer.withUnsafeBytes { parts.add(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
  }

  /// Reads a file whole.
  ///
  /// - Parameters:
  ///   - name: the name of the file.
  ///   - limit: the greatest size in bytes.
  /// - Returns: the content; nil if there is no such file, or a larger one.
  package func read(_ name: String, atMost limit: Int) -> [UInt8]? {
    let file = open("\(folder(of: name))/\(name)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else { return nil }
    let size = Int(status.st_size)
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
      while filled < size {
        let count = Glibc.read(file, buffer.baseAddress?.advanced(by: filled), size - filled)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        filled += count
      }
    }
    return bytes.count == size ? bytes : nil
  }

  /// Removes a file if it is there.
  package func remove(_ name: String) { unlink("\(folder(of: name))/\(name)") }

  /// Returns the names of the files that were not stored or used again since a time, and those of broken attempts.
  ///
  /// - Parameter seconds: the time, in seconds since 1970.
  /// - Returns: the names, sorted.
  package func names(before seconds: Int) -> [String] {
    Self.entries(of: path).flatMap { entry -> [String] in
      if entry.hasPrefix(ScratchFile.prefix) { return Self.isOlder("\(path)/\(entry)", than: seconds) ? [entry] : [] }
      return Self.entries(of: "\(path)/\(entry)").filter { Self.isOlder("\(path)/\(entry)/\($0)", than: seconds) }
    }.sorted()
  }

  /// Returns the folder of a file: there is one for each two first digits, so that no folder becomes large.
  private func folder(of name: String) -> String {
    name.hasPrefix(".") ? path : "\(path)/\(name.prefix(2))"
  }

  private static func isOlder(_ path: String, than seconds: Int) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_mtim.tv_sec < seconds
  }

  private static func entries(of path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Brings the new name to the disk. If that fails, the file is there and only its name may be lost with the power.
  private static func synchronise(_ folder: String) {
    let file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0 else { return }
    fsync(file)
    close(file)
  }
}
