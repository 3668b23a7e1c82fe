internal import FoundationEssentials
internal import Glibc

/// A search for the processes that have a device open, for the hint on the screen.
enum DeviceHolderSearch {
  /// Returns the processes that have a device open.
  ///
  /// - Parameters:
  ///   - path: the path of the device, or of a link to it.
  ///   - proc: the mount point of procfs.
  /// - Returns: at most four texts such as `evtest (process 1234)`; empty without permission to see them. The kernel
  ///   does not reveal which process has grabbed the device.
  static func find(_ path: String, proc: String = "/proc") -> [String] {
    guard let resolved = realpath(path, nil) else { return [] }
    defer { free(resolved) }
    let device = String(cString: resolved)
    let own = String(getpid())
    let files = FileManager.default
    var found: [String] = []
    for process in (try? files.contentsOfDirectory(atPath: proc)) ?? [] where Int(process) != nil && process != own {
      let folder = "\(proc)/\(process)/fd"
      let isOpen = ((try? files.contentsOfDirectory(atPath: folder)) ?? []).contains {
        (try? files.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == device
      }
      guard isOpen, found.count < 4 else { continue }
      let name = (try? String(contentsOfFile: "\(proc)/\(process)/comm", encoding: .utf8)) ?? "a program"
      found.append("\(name.split(separator: "\n").first ?? "a program") (process \(process))")
    }
    return found.sorted()
  }
}
