#pragma once
// The kernel's own words for a camera, and libfuse's for a file system: what the fake camera speaks on either side.
#define FUSE_USE_VERSION 35
#include <fuse3/fuse_lowlevel.h>
#include <linux/videodev2.h>
#include <poll.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

// Swift sees no macro that is made by another one: the request numbers as 32 bits, which is all that FUSE hands on.
#define REQUEST(name) static const uint32_t request_##name = (uint32_t)VIDIOC_##name
REQUEST(QUERYCAP);
REQUEST(ENUM_FMT);
REQUEST(G_FMT);
REQUEST(S_FMT);
REQUEST(TRY_FMT);
REQUEST(REQBUFS);
REQUEST(QUERYBUF);
REQUEST(QBUF);
REQUEST(DQBUF);
REQUEST(STREAMON);
REQUEST(STREAMOFF);
REQUEST(G_PARM);
REQUEST(S_PARM);
REQUEST(ENUMINPUT);
REQUEST(G_INPUT);
REQUEST(S_INPUT);
REQUEST(G_PRIORITY);
REQUEST(S_PRIORITY);
REQUEST(QUERYCTRL);
REQUEST(QUERY_EXT_CTRL);
REQUEST(QUERYMENU);
REQUEST(G_CTRL);
REQUEST(S_CTRL);
REQUEST(G_EXT_CTRLS);
REQUEST(S_EXT_CTRLS);
REQUEST(TRY_EXT_CTRLS);
REQUEST(ENUM_FRAMESIZES);
REQUEST(ENUM_FRAMEINTERVALS);
REQUEST(SUBSCRIBE_EVENT);
REQUEST(UNSUBSCRIBE_EVENT);
REQUEST(DQEVENT);
#undef REQUEST

// Control ids are sums of macros of another header.
#define CONTROL(name) static const uint32_t control_##name = V4L2_CID_##name
CONTROL(USER_CLASS);
CONTROL(BRIGHTNESS);
CONTROL(GAIN);
CONTROL(POWER_LINE_FREQUENCY);
CONTROL(SHARPNESS);
CONTROL(CAMERA_CLASS);
CONTROL(EXPOSURE_AUTO);
CONTROL(EXPOSURE_ABSOLUTE);
CONTROL(FOCUS_ABSOLUTE);
CONTROL(FOCUS_AUTO);
CONTROL(PRIVACY);
#undef CONTROL

// A function of this header for one that newer releases of libfuse make a macro.
static inline struct fuse_session *file_system_new(
    struct fuse_args *arguments, const struct fuse_lowlevel_ops *ops, void *owner) {
  return fuse_session_new(arguments, ops, sizeof *ops, owner);
}

// Bit fields, which Swift's importer may pass over.
static inline void keep_cache(struct fuse_file_info *file) { file->keep_cache = 1; }
static inline void direct_io(struct fuse_file_info *file) { file->direct_io = 1; }

// The initialiser of a fuse_bufvec is a macro. Writes into the pages that clients have mapped; 0 or a negative errno.
static inline int store_pages(
    struct fuse_session *session, fuse_ino_t node, off_t offset, const void *bytes, size_t count) {
  struct fuse_bufvec vector = FUSE_BUFVEC_INIT(count);
  vector.buf[0].mem = (void *)bytes;
  return fuse_lowlevel_notify_store(session, node, offset, &vector, 0);
}

// FUSE copies the data that an ioctl's number describes, and no array that its argument points to. GNU extensions of <sys/uio.h>.
extern ssize_t process_vm_readv(
    pid_t, const struct iovec *, unsigned long, const struct iovec *, unsigned long, unsigned long);
extern ssize_t process_vm_writev(
    pid_t, const struct iovec *, unsigned long, const struct iovec *, unsigned long, unsigned long);
