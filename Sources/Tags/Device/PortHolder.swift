internal import FoundationEssentials
internal import Glibc

/// Finds out which process has a device open, for the hint on the screen.
enum PortHolder {
  /// - Parameters:
  ///   - path: of the device, or a link to it.
  ///   - proc: where the kernel shows processes.
  /// - Returns: as `nfc-poll (process 1234)`; nil when it is not ours to see.
  static func find(_ path: String, proc: String = "/proc") -> String? {
    guard let device = realPath(path) else { return nil }
    let own = String(getpid())
    let files = FileManager.default
    for process in (try? files.contentsOfDirectory(atPath: proc)) ?? [] where Int(process) != nil && process != own {
      let folder = "\(proc)/\(process)/fd"
      for descriptor in (try? files.contentsOfDirectory(atPath: folder)) ?? []
      where (try? files.destinationOfSymbolicLink(atPath: "\(folder)/\(descriptor)")) == device {
        let name = (try? String(contentsOfFile: "\(proc)/\(process)/comm", encoding: .utf8)) ?? "a program"
        return "\(name.split(separator: "\n").first ?? "a program") (process \(process))"
      }
    }
    return nil
  }
}

/// The path with all links followed; nil when it leads nowhere. realpath(3)
func realPath(_ path: String) -> String? {
  guard let resolved = realpath(path, nil) else { return nil }
  defer { free(resolved) }
  return String(cString: resolved)
}
