internal import Glibc

/// The device file of a bus, looked at before libnfc opens it and says only that it could not.
enum DeviceFile {
  /// - Throws: `absent` or `denied`.
  static func check(_ path: String) throws(TagError) {
    guard access(path, R_OK | W_OK) != 0 else { return }
    switch errno {
    case EACCES, EPERM, EROFS: throw .denied(path)
    default: throw .absent(path)
    }
  }
}
