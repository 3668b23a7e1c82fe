internal import CommandLineArguments
internal import Foundation
internal import HubClient

/// The files of a folder as one ZIP file, so that the hub reads all of its property lists at once.
struct FolderOfLists {
  /// The most bytes of all files together; the hub takes no more either.
  private static let sizeLimit = 64 << 20

  /// The most files.
  private static let countLimit = 10_000

  let bytes: [UInt8]

  /// - Returns: nil if the path is of no folder.
  /// - Throws: `Failure` if a file cannot be read, or if the files have too many bytes.
  init?(_ path: String) throws(Failure) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else { return nil }
    guard let names = FileManager.default.enumerator(atPath: path)?.compactMap({ $0 as? String }).sorted() else {
      throw Failure(.notFound, "Cannot read \(printable(path)).")
    }
    var (file, size) = (StoredZIP(), 0)
    for name in names where name.lowercased().hasSuffix(".plist") {
      guard let content = FileManager.default.contents(atPath: "\(path)/\(name)") else {
        throw Failure(.notFound, "Cannot read \(printable("\(path)/\(name)")).")
      }
      size += content.count
      guard size <= Self.sizeLimit, file.count < Self.countLimit else {
        throw Failure(
          .usage,
          "\(printable(path)) has more than \(Self.sizeLimit >> 20) MiB or \(Self.countLimit) files of property lists.")
      }
      file.add(name, [UInt8](content))
    }
    guard size > 0 else { throw Failure(.usage, "\(printable(path)) has no file whose name ends with .plist.") }
    bytes = file.finished()
  }
}
