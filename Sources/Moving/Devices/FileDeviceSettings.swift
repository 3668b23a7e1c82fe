internal import Deadwax
internal import FoundationEssentials
internal import Glibc
internal import Storage
internal import Threads

/// The settings of devices, in a file of keys and values. The file is replaced as a whole, so it is the one
/// from before or the one from after a change, also if the hub is killed.
final class FileDeviceSettings: DeviceSettingStore {
  /// The devices by their names, each with its settings by their names.
  private typealias Document = [String: [String: String]]

  /// The most bytes of a file that is read.
  private static let sizeLimit = 64 << 20

  private let path: String
  private let lock = Locked(())

  /// - Parameter folder: the data folder of the hub.
  init(folder: String) { path = folder + "/device-settings.json" }

  func all() throws -> [DeviceSetting] { try lock.withLock { _ in try read() } }

  func change(
    in transaction: WriteTransaction?, _ body: @escaping @Sendable ([DeviceSetting]) throws -> [DeviceSetting]
  )
    throws
  {
    try lock.withLock { _ in
      let before = try read()
      let after = try body(before)
      if Set(after) != Set(before) { try write(after) }
    }
  }

  private func read() throws -> [DeviceSetting] {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT { return [] }
      throw MovingError(errno: errno, path)
    }
    defer { close(file) }
    var (bytes, part) = ([UInt8](), [UInt8](repeating: 0, count: 64 * 1024))
    while true {
      let count = Glibc.read(file, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw MovingError(errno: errno, path) }
      if count == 0 { break }
      bytes += part.prefix(count)
      guard bytes.count <= Self.sizeLimit else { throw damaged }
    }
    guard let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)) else { throw damaged }
    var settings: [DeviceSetting] = []
    for device in document.keys.sorted() {
      for (name, value) in (document[device] ?? [:]).sorted(by: { $0.key < $1.key }) {
        guard let setting = DeviceSetting(device: device, name: name, value: value) else { throw damaged }
        settings.append(setting)
      }
    }
    return settings
  }

  private func write(_ settings: [DeviceSetting]) throws {
    var document: Document = [:]
    for setting in settings { document[setting.device, default: [:]][setting.name] = setting.value }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    let new = path + ".new"
    // What a crash has left.
    StagedFile.remove(new)
    do {
      let file = try StagedFile(new)
      try file.append([UInt8](try encoder.encode(document)))
      try file.finish()
      try StagedFile.move(new, to: path)
    } catch {
      StagedFile.remove(new)
      throw error
    }
  }

  /// A damaged file is neither used nor replaced.
  private var damaged: MovingError {
    .unavailable("The file \(path) is damaged. Repair or remove it; nothing was changed.")
  }
}
