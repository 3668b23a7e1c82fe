internal import Camera
internal import Configuration
internal import Glibc

/// The camera profiles next to the program: files that people may read, change and add (hardware/cameras.md).
struct CameraProfiles {
  /// An error in a profile, as one sentence.
  struct Fault: Error, Equatable, CustomStringConvertible {
    let description: String
  }

  /// The profiles that could be read, ordered by file name; the one for any camera last.
  let profiles: [CameraProfile]
  /// A sentence for each profile that could not be read.
  let faults: [String]

  /// Reads all profiles of a folder.
  ///
  /// - Parameter folder: the folder; nil or a missing folder gives no profiles.
  init(folder: String?) {
    var profiles: [CameraProfile] = []
    var faults: [String] = []
    for name in folder.map(Self.files) ?? [] {
      do throws(Fault) {
        profiles.append(try Self.read(folder.map { "\($0)/\(name)" } ?? name))
      } catch {
        faults.append(error.description)
      }
    }
    self.profiles = profiles
    self.faults = faults
  }

  /// Returns the folder that comes with the program; nil if there is none.
  static func standardFolder() -> String? { DataFolder.find("hardware/cameras", with: "generic.ini") }

  /// Reads one profile.
  ///
  /// - Parameter path: the path of an INI file with the sections `camera`, `stream` and `controls`.
  /// - Returns: the profile, named after its file without `.ini`.
  /// - Throws: `Fault` with the file and line.
  static func read(_ path: String) throws(Fault) -> CameraProfile {
    let lines: [INIFile.Line]
    do throws(ConfigurationError) {
      lines = try INIFile.lines(of: path)
    } catch {
      throw Fault(description: error.description)
    }
    var draft = Draft()
    for line in lines {
      do throws(Fault) {
        try draft.take(line)
      } catch {
        throw Fault(description: "\(path):\(line.number): \(error.description).")
      }
    }
    var name = path.split(separator: "/").last.map(String.init) ?? path
    if name.hasSuffix(".ini") { name.removeLast(4) }
    return CameraProfile(
      name: name, usbIDs: draft.usbIDs, cards: draft.cards, size: draft.size, rate: draft.rate,
      settings: draft.settings)
  }

  private static func files(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name.hasSuffix(".ini"), !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// A profile under construction, filled line by line.
  private struct Draft {
    var usbIDs: [String] = []
    var cards: [String] = []
    var size: PixelSize?
    var rate: Double?
    var settings: [ControlSetting] = []
    private var seen: Set<String> = []

    mutating func take(_ line: INIFile.Line) throws(Fault) {
      let key = "[\(line.section)] \(line.name)"
      guard seen.insert(key).inserted else { throw Fault(description: "\(key) is given twice") }
      switch (line.section, line.name) {
      case ("camera", "name"): break
      case ("camera", "usb"):
        usbIDs = Self.words(line.value)
        guard usbIDs.allSatisfy(Self.isUSBID) else {
          throw Fault(description: "usb must be ids such as 046d:082d, separated by commas")
        }
      case ("camera", "card"): cards = Self.words(line.value)
      case ("stream", "size"):
        size = PixelSize(line.value)
        if size == nil { throw Fault(description: "size must be in pixels, such as 1280x720, not '\(line.value)'") }
      case ("stream", "fps"):
        guard let number = Double(line.value), (1...1000).contains(number) else {
          throw Fault(description: "fps must be a number from 1 to 1000, not '\(line.value)'")
        }
        rate = number
      case ("controls", let name):
        guard let setting = ControlSetting(name: name, text: line.value) else {
          throw Fault(
            description: "\(name) must be a whole number, a percentage, on, off or default, not '\(line.value)'")
        }
        settings.append(setting)
      default: throw Fault(description: "there is no key \(line.name) in [\(line.section)]")
      }
    }

    private static func words(_ list: String) -> [String] {
      list.split(separator: ",").map { word in
        var word = word.drop { $0 == " " || $0 == "\t" }
        while word.last == " " || word.last == "\t" { word.removeLast() }
        return String(word)
      }.filter { !$0.isEmpty }
    }

    private static func isUSBID(_ word: String) -> Bool {
      let parts = word.split(separator: ":", omittingEmptySubsequences: false)
      return parts.count == 2 && parts.allSatisfy { $0.utf8.count == 4 && UInt16($0, radix: 16) != nil }
    }
  }
}
