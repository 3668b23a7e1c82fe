import Foundation
import TestSupport
import Testing

/// What stands behind the device that is tested, and by what means it is made to fail.
///
/// `DEADWAX_CAMERA_CHANNEL` chooses; `fuse` unless given. The others need real drivers, as `./dev accept camera` has them.
enum Channel: String, CaseIterable {
  /// The fixture `fake-camera`: no driver, but the real kernel's calls, and every fault.
  case fuse
  /// The real driver uvcvideo, with the fixture `uvc-camera` plugged into an emulated bus.
  case uvc
  /// The kernel's own test driver, with its own faults.
  case vivid

  static let current = ProcessInfo.processInfo.environment["DEADWAX_CAMERA_CHANNEL"].flatMap(Self.init) ?? .fuse

  /// What a scenario needs that not every channel can do.
  enum Ability: String, CaseIterable {
    /// A chosen picture before the camera.
    case pictures
    /// One pixel format at a time.
    case formats
    /// Frames that are marked as damaged.
    case errors
    /// Frames that end too early.
    case shorts
    /// No frames for a while.
    case stall
    /// The stream fails for good until it is begun anew.
    case broken
    case unplug
    /// Back under another number.
    case renumber
    /// The second node.
    case twin
    /// Opening is forbidden.
    case denied
    /// Somebody else has it.
    case busy
    /// STREAMON fails.
    case refusal
    /// STREAMON fails for want of USB bandwidth.
    case bandwidth
    /// Controls that an automatic governs, and what they are set to.
    case controls
    /// A sensor's noise from frame to frame.
    case noise
    /// Numbers that are not true, strides, old frames, frames of another size.
    case oddities
    /// udev makes its links and tells of it.
    case udev
  }

  /// What this channel cannot do, and why.
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
        .renumber: "a module loaded anew begins to count anew",
        .bandwidth: "vivid is on no bus", .noise: "vivid's picture moves all the time",
        .controls: "vivid has no focus and no exposure",
        .oddities: "vivid tells the truth",
      ]
    }
  }

  /// Whether what the channel needs is there; with `DEADWAX_REQUIRE_ALL=1` it always is, and tests fail if not.
  var isPossible: Bool { self == .fuse ? FakeCamera.isPossible : true }
}

extension Trait where Self == ConditionTrait {
  /// Left out, with the reason, where the channel cannot do what the scenario needs.
  static func needs(_ ability: Channel.Ability) -> Self {
    let reason = Channel.current.cannot[ability]
    return .enabled(if: reason == nil, "\(Channel.current.rawValue): \(reason ?? "")")
  }

  /// Left out where there is no channel at all.
  static var needsChannel: Self {
    .enabled(if: Channel.current.isPossible, "/dev/fuse or fusermount3 is missing, or not for this user")
  }
}

/// So many seconds; longer where `DEADWAX_TIME_FACTOR` says that the machine is slow.
func limit(_ seconds: Double) -> Duration {
  let factor = ProcessInfo.processInfo.environment["DEADWAX_TIME_FACTOR"].flatMap(Double.init) ?? 1
  return .seconds(seconds * factor)
}

@Suite struct ChannelTests {
  @Test func `the channel that was asked for is known`() {
    let name = ProcessInfo.processInfo.environment["DEADWAX_CAMERA_CHANNEL"]
    #expect(name == nil || name == Channel.current.rawValue)
  }

  @Test(arguments: Channel.Ability.allCases)
  func `every ability has a channel that proves it`(ability: Channel.Ability) {
    #expect(Channel.allCases.contains { $0.cannot[ability] == nil })
  }
}
