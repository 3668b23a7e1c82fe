#pragma once
#include <errno.h>
#include <fcntl.h>
#include <libv4l2.h>
#include <linux/videodev2.h>
#include <stdio.h>

/* `v4l2_ioctl` is variadic and the request numbers are function-like macros, so Swift imports neither. Each wrapper makes
   one request, and repeats it if a signal interrupts it. It returns 0, or the negated error number. */
#define DEADWAX_V4L2_REQUEST(name, request, type)                                                                      \
    static inline int deadwax_v4l2_##name(int descriptor, type *argument)                                              \
    {                                                                                                                  \
        int result;                                                                                                    \
        do                                                                                                             \
            result = v4l2_ioctl(descriptor, request, argument);                                                        \
        while (result < 0 && errno == EINTR);                                                                          \
        return result < 0 ? -errno : 0;                                                                                \
    }

DEADWAX_V4L2_REQUEST(querycap, VIDIOC_QUERYCAP, struct v4l2_capability)
DEADWAX_V4L2_REQUEST(enum_fmt, VIDIOC_ENUM_FMT, struct v4l2_fmtdesc)
DEADWAX_V4L2_REQUEST(enum_framesizes, VIDIOC_ENUM_FRAMESIZES, struct v4l2_frmsizeenum)
DEADWAX_V4L2_REQUEST(enum_frameintervals, VIDIOC_ENUM_FRAMEINTERVALS, struct v4l2_frmivalenum)
DEADWAX_V4L2_REQUEST(g_fmt, VIDIOC_G_FMT, struct v4l2_format)
DEADWAX_V4L2_REQUEST(s_fmt, VIDIOC_S_FMT, struct v4l2_format)
DEADWAX_V4L2_REQUEST(g_parm, VIDIOC_G_PARM, struct v4l2_streamparm)
DEADWAX_V4L2_REQUEST(s_parm, VIDIOC_S_PARM, struct v4l2_streamparm)
DEADWAX_V4L2_REQUEST(reqbufs, VIDIOC_REQBUFS, struct v4l2_requestbuffers)
DEADWAX_V4L2_REQUEST(querybuf, VIDIOC_QUERYBUF, struct v4l2_buffer)
DEADWAX_V4L2_REQUEST(qbuf, VIDIOC_QBUF, struct v4l2_buffer)
DEADWAX_V4L2_REQUEST(dqbuf, VIDIOC_DQBUF, struct v4l2_buffer)
DEADWAX_V4L2_REQUEST(streamon, VIDIOC_STREAMON, int)
DEADWAX_V4L2_REQUEST(streamoff, VIDIOC_STREAMOFF, int)
DEADWAX_V4L2_REQUEST(queryctrl, VIDIOC_QUERYCTRL, struct v4l2_queryctrl)
DEADWAX_V4L2_REQUEST(querymenu, VIDIOC_QUERYMENU, struct v4l2_querymenu)
DEADWAX_V4L2_REQUEST(g_ctrl, VIDIOC_G_CTRL, struct v4l2_control)
DEADWAX_V4L2_REQUEST(s_ctrl, VIDIOC_S_CTRL, struct v4l2_control)

/* Silences the library's log, which only repeats errors that this program handles. The log is a mutable global, which
   Swift 6 does not import. */
static inline void deadwax_v4l2_hush(void)
{
    if (!v4l2_log_file)
        v4l2_log_file = fopen("/dev/null", "we");
}
