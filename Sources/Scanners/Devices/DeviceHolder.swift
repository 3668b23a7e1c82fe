internal import FoundationEssentials
internal import Glibc

/// Finds out which processes have a device open, for the hint on the screen.
enum DeviceHolder {
  /// - Parameters:
  ///   - path: of the device, or a link to it.
  ///   - proc: where the kernel shows processes.
  /// - Returns: each as `evtest (process 1234)`, four at most; none when they are not ours to see. Which of them has taken
  ///   it, the kernel does not tell.
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
