# shellcheck shell=bash disable=SC2034,SC2089,SC2090,SC2154
# The kernel's own test driver for video, as a webcam, with its faults.
webcam="n_devs=1 node_types=0x1 num_inputs=1 input_types=0"
modules="vivid:${webcam// /,}"
filter='^CameraConformanceTests\.'
limit=240
setup() {
  # The module cannot be unloaded while a program has the device open. So this also tests that a reader closes it at once.
  DEADWAX_CAMERA_UNPLUG='while [ -d /sys/module/vivid ]; do rmmod vivid 2>/dev/null || sleep 0.1; done'
  DEADWAX_CAMERA_REPLUG="modprobe -d '$kernel' -S '$(uname -r)' vivid $webcam && udevadm settle"
  DEADWAX_CAMERA_CHANNEL=vivid DEADWAX_CAMERA_DEVICE=/dev/v4l/by-path/platform-vivid.0-video-index0
  export DEADWAX_CAMERA_UNPLUG DEADWAX_CAMERA_REPLUG DEADWAX_CAMERA_CHANNEL DEADWAX_CAMERA_DEVICE
  [[ -e $DEADWAX_CAMERA_DEVICE ]]
}
