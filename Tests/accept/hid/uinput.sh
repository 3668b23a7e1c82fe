# shellcheck shell=bash disable=SC2034
# A machine with real event devices, which a test makes through /dev/uinput.
modules="evdev uinput"
filter='LiveScannerTests'
limit=150
