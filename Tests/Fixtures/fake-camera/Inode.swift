internal import CFakeCamera
internal import Glibc

/// The inode numbers. Like real device files, the camera's files are new each time it is plugged in.
enum Inode {
  static let root: fuse_ino_t = 1
  static let ctl: fuse_ino_t = 2
  static let state: fuse_ino_t = 3
  static let links: fuse_ino_t = 4
  static let byID: fuse_ino_t = 5
  static let byPath: fuse_ino_t = 6

  private static let perGeneration: fuse_ino_t = 16

  static func camera(_ generation: Int) -> fuse_ino_t { fuse_ino_t(generation) * perGeneration }
  static func metadata(_ generation: Int) -> fuse_ino_t { camera(generation) + 1 }

  enum Kind { case folder, camera, metadata, text, link }

  static func kind(_ node: fuse_ino_t) -> Kind {
    switch node {
    case root, links, byID, byPath: .folder
    case ctl, state: .text
    default:
      switch node % perGeneration {
      case 0: .camera
      case 1: .metadata
      default: .link
      }
    }
  }

  struct Entry {
    let name: String
    let node: fuse_ino_t
  }

  /// Returns the entries of a folder, with the camera's files if it is plugged in.
  static func entries(_ folder: fuse_ino_t, _ state: CameraState) -> [Entry] {
    let base = camera(state.generation)
    switch folder {
    case root:
      let fixed = [
        Entry(name: "ctl", node: ctl), Entry(name: "state", node: Inode.state), Entry(name: "v4l", node: links),
      ]
      guard state.isPlugged else { return fixed }
      return fixed + [
        Entry(name: "video\(state.number)", node: base), Entry(name: "video\(state.number + 1)", node: base + 1),
      ]
    case links: return [Entry(name: "by-id", node: byID), Entry(name: "by-path", node: byPath)]
    case byID where state.isPlugged: return pair("usb-\(underlined(state.card))_\(state.serial)-video", base + 2)
    case byPath where state.isPlugged: return pair("pci-0000:00:14.0-usb-0:2:1.0-video", base + 4)
    default: return []
    }
  }

  private static func pair(_ name: String, _ first: fuse_ino_t) -> [Entry] {
    [Entry(name: "\(name)-index0", node: first), Entry(name: "\(name)-index1", node: first + 1)]
  }

  /// Replaces characters in a name as udev does for file names.
  private static func underlined(_ name: String) -> String {
    String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == ".") ? $0 : "_" })
  }

  /// Returns the target of a link.
  static func target(_ link: fuse_ino_t, _ state: CameraState) -> String {
    "../../video\(state.number + Int(link % perGeneration) % 2)"
  }

  /// Returns the result of stat(2).
  static func attributes(_ node: fuse_ino_t, _ state: CameraState) -> stat {
    var attributes = stat()
    attributes.st_ino = UInt(node)
    attributes.st_nlink = 1
    attributes.st_blksize = 4096
    attributes.st_uid = getuid()
    attributes.st_gid = getgid()
    switch kind(node) {
    case .folder:
      attributes.st_mode = Glibc.S_IFDIR | 0o755
      attributes.st_nlink = 2
    case .camera, .metadata:
      attributes.st_mode = Glibc.S_IFREG | 0o660
      // All buffers must be within the size: an access to a mapped page after the end raises SIGBUS.
      attributes.st_size = FramePages.length
    case .text: attributes.st_mode = Glibc.S_IFREG | 0o600
    case .link: attributes.st_mode = Glibc.S_IFLNK | 0o777
    }
    return attributes
  }
}
