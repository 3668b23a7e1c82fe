import Devices
import Glibc
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .serialized, .ownThread) struct DeviceWatchTests {
  private func isReadable(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wait, 1, milliseconds) == 1
  }

  @Test func `a file that comes or goes rings, and rings once`() throws {
    let folder = try TemporaryFolder("deadwax-devices")
    let watch = try DeviceWatch(subsystem: "video4linux", folder: folder.path)
    #expect(!isReadable(watch.descriptor, within: 0))
    let path = try folder.write([1], to: "video0")
    #expect(isReadable(watch.descriptor, within: 5_000))
    #expect(watch.drain().hasRung)
    #expect(!watch.drain().hasRung)
    #expect(!isReadable(watch.descriptor, within: 0))
    unlink(path)
    #expect(isReadable(watch.descriptor, within: 5_000))
    #expect(watch.drain().hasRung)
  }

  @Test func `a watch gives everything back`() throws {
    func count() -> Int {
      guard let folder = opendir("/proc/self/fd") else { return -1 }
      defer { closedir(folder) }
      var count = 0
      while readdir(folder) != nil { count += 1 }
      return count
    }
    let folder = try TemporaryFolder("deadwax-devices")
    _ = try DeviceWatch(subsystem: "video4linux", folder: folder.path)
    let before = count()
    for _ in 0..<50 { _ = try DeviceWatch(subsystem: "video4linux", folder: folder.path) }
    #expect(count() == before)
  }

  @Test func `a folder that is not there leaves udev's own news`() throws {
    let watch = try DeviceWatch(subsystem: "video4linux", folder: "/no/such/folder")
    #expect(!watch.drain().hasRung)
  }
}
