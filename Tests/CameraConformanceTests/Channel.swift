import Foundation
import TestSupport
import Testing

/// The implementation behind the tested device, and its way to simulate faults.
///
/// `DEADWAX_CAMERA_CHANNEL` chooses one; the default is `fuse`. The others need real drivers, which `./dev accept
/// camera` provides.
enum Channel: String, CaseIterable {
  /// The fixture `fake-camera`: no driver, but the real kernel's calls, and every fault.
  case fuse
  /// The real driver uvcvideo, with the fixture `uvc-camera` on an emulated bus.
  case uvc
  /// The kernel's own test driver, with its own faults.
  case vivid

  static let current = ProcessInfo.processInfo.environment["DEADWAX_CAMERA_CHANNEL"].flatMap(Self.init) ?? .fuse

  /// A capability that a scenario needs and that not every channel has.
  enum Ability: String, CaseIterable {
    /// A chosen picture before the camera.
    case pictures
    /// Pixel formats that can be offered one at a time.
    case formats
    /// Frames that are marked as damaged.
    case errors
    /// Frames that end too early.
    case shorts
    /// No frames for a while.
    case stall
    /// The stream fails until it is restarted.
    case broken
    case unplug
    /// Plugged in again under another number.
    case renumber
    /// The metadata node.
    case twin
    /// Opening is forbidden.
    case denied
    /// Another program uses it.
    case busy
    /// STREAMON fails.
    case refusal
    /// STREAMON fails because of insufficient USB bandwidth.
    case bandwidth
    /// Controls that an automatic mode governs, and their values.
    case controls
    /// A sensor's noise from frame to frame.
    case noise
    /// Misreported values, strides, old frames, frames of another size.
    case oddities
    /// udev creates its links and reports them.
    case udev
  }

  /// The capabilities that this channel lacks, with the reasons.
  var cannot: [Ability: String] {
    switch self {
    case .fuse: [.udev: "no event of udev comes out of FUSE: the virtual machine has them"]
    case .uvc:
      [
        .broken: "the emulated bus has no such fault",
        .bandwidth: "the emulated bus does not count its bandwidth", .noise: "it sends its picture as it is",
        .refusal: "uvcvideo starts every stream",
        .oddities: "the driver computes these numbers itself",
      ]
    case .vivid:
      [
        .pictures: "vivid's webcam shows its own test picture", .formats: "vivid offers all its formats at once",
        .shorts: "vivid has no such fault", .twin: "the one node is all there is",
        .renumber: "a module loaded again starts counting at zero",
        .bandwidth: "vivid is on no bus", .noise: "vivid's picture moves all the time",
        .controls: "vivid has no focus and no exposure",
        .oddities: "vivid reports the truth",
      ]
    }
  }

  /// True if the channel's requirements are met; always true with `DEADWAX_REQUIRE_ALL=1`, so that tests fail if they
  /// are not.
  var isPossible: Bool { self == .fuse ? FakeCamera.isPossible : true }
}

extension Trait where Self == ConditionTrait {
  /// Skips the test, with the reason, if the channel lacks the capability.
  static func needs(_ ability: Channel.Ability) -> Self {
    let reason = Channel.current.cannot[ability]
    return .enabled(if: reason == nil, "\(Channel.current.rawValue): \(reason ?? "")")
  }

  /// Skips the test if there is no channel at all.
  static var needsChannel: Self {
    .enabled(if: Channel.current.isPossible, "/dev/fuse or fusermount3 is missing, or not for this user")
  }
}

/// Returns three times the number of seconds, to allow for other load on the machine; `DEADWAX_TIME_FACTOR` replaces
/// the three.
func limit(_ seconds: Double) -> Duration {
  let factor = ProcessInfo.processInfo.environment["DEADWAX_TIME_FACTOR"].flatMap(Double.init) ?? 3
  return .seconds(seconds * factor)
}

@Suite(.timeLimit(.minutes(5)))
struct ChannelTests {
  @Test func `the requested channel is known`() {
    let name = ProcessInfo.processInfo.environment["DEADWAX_CAMERA_CHANNEL"]
    #expect(name == nil || name == Channel.current.rawValue)
  }

  @Test(arguments: Channel.Ability.allCases)
  func `every ability has a channel that proves it`(ability: Channel.Ability) {
    #expect(Channel.allCases.contains { $0.cannot[ability] == nil })
  }
}
