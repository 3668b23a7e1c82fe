internal import Glibc

/// A process that has a device open.
package struct DeviceHolder: Sendable, Hashable, CustomStringConvertible {
  package let processID: Int
  /// The kernel's name of the program: at most 15 bytes.
  package let program: String

  package init(processID: Int, program: String) {
    self.processID = processID
    self.program = program
  }

  package var description: String { "\(program) (process \(processID))" }

  /// Returns the other processes that have a device open, as far as this user may see them (proc(5)).
  ///
  /// - Parameter device: its file, or a link to it.
  /// - Returns: the holders by process number; empty if there are none or none can be seen.
  package static func all(of device: String) -> [DeviceHolder] {
    guard let node = resolved(device) else { return [] }
    return entries(of: "/proc").compactMap { Int($0) }.filter { $0 != Int(getpid()) }.sorted()
      .filter { process in
        let folder = "/proc/\(process)/fd"
        return entries(of: folder).contains { linkTarget(folder + "/" + $0) == node }
      }
      .map { DeviceHolder(processID: $0, program: programName(of: $0)) }
  }

  private static func programName(of process: Int) -> String {
    guard let file = fopen("/proc/\(process)/comm", "re") else { return "a program" }
    defer { fclose(file) }
    var name = [UInt8](repeating: 0, count: 64)
    let count = fread(&name, 1, name.count, file)
    return String(decoding: name[..<count].prefix { $0 != 0x0A }, as: UTF8.self)
  }
}

/// Returns the names in a folder, unsorted, without `.` and `..`; none if it cannot be read.
func entries(of folder: String) -> [String] {
  guard let stream = opendir(folder) else { return [] }
  defer { closedir(stream) }
  var names: [String] = []
  while let entry = readdir(stream) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    if name != ".", name != ".." { names.append(name) }
  }
  return names
}

/// Returns the target of a link; nil if the path is not a link (readlink(2)).
private func linkTarget(_ path: String) -> String? {
  var buffer = [CChar](repeating: 0, count: 1024)
  let count = readlink(path, &buffer, buffer.count)
  return count > 0 ? String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
}

/// O_PATH (open(2)), which Glibc's module leaves out.
private let nameOnly: Int32 = 0o10_000_000

/// Returns the file that a path leads to, with links resolved; nil if there is none.
///
/// The kernel resolves it (open(2), O_PATH) without touching a driver.
func resolved(_ path: String) -> String? {
  let file = open(path, nameOnly | O_CLOEXEC)
  guard file >= 0 else { return nil }
  defer { close(file) }
  return linkTarget("/proc/self/fd/\(file)")
}
