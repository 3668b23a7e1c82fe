internal import Glibc

/// A check of the device file of a bus before libnfc opens it, because libnfc reports only that opening failed.
enum DeviceFile {
  /// Checks that the file exists and can be read and written.
  ///
  /// - Throws: `absent` or `denied`.
  static func check(_ path: String) throws(TagDeviceError) {
    guard access(path, R_OK | W_OK) != 0 else { return }
    switch errno {
    case EACCES, EPERM, EROFS: throw .denied(path)
    default: throw .absent(path)
    }
  }
}
