internal import Glibc

/// A folder whose changes the kernel reports (inotify(7)).
///
/// Changes that another machine makes in a network folder are not reported.
struct WatchedFolder: ~Copyable {
  enum Change: Equatable {
    /// A file of this name is complete: it was closed after writing, moved in, or linked.
    case file(String)
    /// The file of this name no longer exists.
    case gone(String)
    /// The kernel's event queue overflowed: list the folder again.
    case overflow
    /// The folder itself was removed, moved or unmounted.
    case folderGone
  }

  /// The identity of a file's content. It changes when the file is written or replaced.
  struct Stamp: Equatable {
    private let device: UInt
    private let number: UInt
    private let size: Int
    private let seconds: Int
    private let nanoseconds: Int

    init(_ status: stat) {
      device = UInt(status.st_dev)
      number = UInt(status.st_ino)
      size = Int(status.st_size)
      seconds = status.st_mtim.tv_sec
      nanoseconds = status.st_mtim.tv_nsec
    }
  }

  /// The inotify descriptor, readable when there are changes.
  let descriptor: Int32
  private let path: String

  init(_ path: String) throws(CameraError) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { throw .unwatchable(folder: path, reason: systemMessage()) }
    let kinds = IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_DELETE_SELF | IN_MOVE_SELF
    guard inotify_add_watch(descriptor, path, UInt32(kinds) | UInt32(IN_ONLYDIR)) >= 0 else {
      let reason = systemMessage()
      close(descriptor)
      throw .unwatchable(folder: path, reason: reason)
    }
    self.descriptor = descriptor
    self.path = path
  }

  deinit { close(descriptor) }

  /// Returns the changes since the last call.
  borrowing func changes() -> [Change] {
    var changes: [Change] = []
    // The kernel writes whole events. Each has a name of at most 255 bytes, and padding.
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return changes }
      buffer.withUnsafeBytes { bytes in
        let header = MemoryLayout<inotify_event>.size
        var start = 0
        while start + header <= count {
          let event = bytes.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
          let end = start + header + Int(event.len)
          guard end <= count else { return }
          let name = bytes[(start + header)..<end].prefix { $0 != 0 }
          if let change = change(event.mask, String(decoding: name, as: UTF8.self)) { changes.append(change) }
          start = end
        }
      }
    }
  }

  private borrowing func change(_ mask: UInt32, _ name: String) -> Change? {
    func has(_ kinds: Int32...) -> Bool { kinds.contains { mask & UInt32($0) != 0 } }
    if has(IN_Q_OVERFLOW) { return .overflow }
    if has(IN_DELETE_SELF, IN_MOVE_SELF, IN_UNMOUNT, IN_IGNORED) { return .folderGone }
    guard !has(IN_ISDIR), Self.isVisible(name) else { return nil }
    if has(IN_CLOSE_WRITE, IN_MOVED_TO) { return .file(name) }
    if has(IN_DELETE, IN_MOVED_FROM) { return .gone(name) }
    // A created file is still empty and will be closed later; a link is complete from the start.
    if has(IN_CREATE), isLink(name) { return .file(name) }
    return nil
  }

  private borrowing func isLink(_ name: String) -> Bool {
    var status = stat()
    guard lstat(path + "/" + name, &status) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFLNK || status.st_mode & S_IFMT == S_IFREG && status.st_nlink > 1
  }

  /// Returns true unless the file is hidden. Copying programs use hidden files as scratch.
  private static func isVisible(_ name: String) -> Bool { !name.isEmpty && !name.hasPrefix(".") }

  /// Returns the names of the files in the folder, sorted, without hidden files and folders.
  borrowing func files() throws(CameraError) -> [String] {
    guard let folder = opendir(path) else { throw .unwatchable(folder: path, reason: systemMessage()) }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard Self.isVisible(name), entry.pointee.d_type != DT_DIR else { continue }
      names.append(name)
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Returns the stamp of the file with this name; nil if there is none or it is a folder.
  borrowing func stamp(of name: String) -> Stamp? {
    var status = stat()
    guard stat(path + "/" + name, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else { return nil }
    return Stamp(status)
  }
}

/// Returns the system's message for the call that just failed.
private func systemMessage() -> String {
  let code = errno
  return strerror(code).map { String(cString: $0) } ?? "error \(code)"
}
