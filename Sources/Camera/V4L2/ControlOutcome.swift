/// The result of applying one setting.
package struct ControlOutcome: Sendable, Hashable, CustomStringConvertible {
  package enum Result: Sendable, Hashable {
    /// The control of this number now has this value.
    case set(UInt32, Int)
    /// The camera accepted the wish, but set another value.
    case differs(requested: Int, is: Int)
    /// The camera has no such control, which is no fault.
    case missing
    /// The camera has the control and refuses the value, for this reason.
    case refused(String)
  }

  package let setting: ControlSetting
  package let result: Result

  package init(setting: ControlSetting, result: Result) {
    self.setting = setting
    self.result = result
  }

  package var description: String {
    switch result {
    case .set(_, let value): "\(setting.name) is \(value)"
    case .differs(let requested, let value): "\(setting.name) is \(value), not \(requested)"
    case .missing: "\(setting.name) does not exist"
    case .refused(let reason): "\(setting.name) was refused: \(reason)"
    }
  }
}
