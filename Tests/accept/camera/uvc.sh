# shellcheck shell=bash disable=SC2034
# The real webcam driver, with a simulated webcam in user space on an emulated USB: see Tests/Fixtures/uvc-camera.
modules="dummy_hcd gadgetfs uvcvideo"
filter='^CameraConformanceTests\.'
limit=240
setup() {
  mkdir -p /run/gadget && mount -t gadgetfs gadgetfs /run/gadget || return 1
  export DEADWAX_CAMERA_CHANNEL=uvc DEADWAX_GADGETFS=/run/gadget
}
