/// A time on the monotonic clock (CLOCK_MONOTONIC), or a difference of two, in microseconds, the kernel's unit for
/// events.
package typealias Microseconds = Int64
