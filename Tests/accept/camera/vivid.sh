# shellcheck shell=bash disable=SC2034
# The kernel's own test driver for video, as a webcam, with its faults.
options="n_devs=1 node_types=0x1 num_inputs=1 input_types=0"
modules="vivid:${options// /,}"
filter='^CameraConformanceTests\.'
limit=240
setup() {
  # It cannot be unloaded as long as somebody has it open: a reader that lets go at once is part of what is proved.
  export DEADWAX_CAMERA_REPLUG="until rmmod vivid; do sleep 0.1; done
    modprobe -d '$kernel' -S '$(uname -r)' vivid $options && udevadm settle"
  export DEADWAX_CAMERA_CHANNEL=vivid DEADWAX_CAMERA_DEVICE=/dev/v4l/by-path/platform-vivid.0-video-index0
  [[ -e $DEADWAX_CAMERA_DEVICE ]] || { ls -lR /dev/v4l /dev/video*; return 1; }
}
