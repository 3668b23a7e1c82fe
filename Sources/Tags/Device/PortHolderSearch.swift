internal import FoundationEssentials
internal import Glibc

/// A search for the process that has a device open, for the hint on the screen.
enum PortHolderSearch {
  /// Returns the process that has a device open.
  ///
  /// - Parameters:
  ///   - path: the path of the device, or of a link to it.
  ///   - proc: the mount point of procfs.
  /// - Returns: a text such as `nfc-poll (process 1234)`; nil if no process is found, which may be for lack of
  ///   permission.
  static func find(_ path: String, proc: String = "/proc") -> String? {
    // The same name can be another device: a container has terminals of its own in /dev/pts.
    guard let device = file(path) else { return nil }
    let own = String(getpid())
    let files = FileManager.default
    for process in (try? files.contentsOfDirectory(atPath: proc)) ?? [] where Int(process) != nil && process != own {
      let folder = "\(proc)/\(process)/fd"
      for descriptor in (try? files.contentsOfDirectory(atPath: folder)) ?? []
      where file("\(folder)/\(descriptor)") == device {
        let name = (try? String(contentsOfFile: "\(proc)/\(process)/comm", encoding: .utf8)) ?? "a program"
        return "\(name.split(separator: "\n").first ?? "a program") (process \(process))"
      }
    }
    return nil
  }

  /// A file on this machine, whatever it is called. stat(2)
  private struct File: Equatable {
    var fileSystem: dev_t
    var number: ino_t
  }

  /// Returns the file at the end of all links; nil if there is none, or if it is not accessible.
  private static func file(_ path: String) -> File? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return File(fileSystem: status.st_dev, number: status.st_ino)
  }
}

/// Returns the path with all links resolved; nil if it does not exist. realpath(3)
func realPath(_ path: String) -> String? {
  guard let resolved = realpath(path, nil) else { return nil }
  defer { free(resolved) }
  return String(cString: resolved)
}
