#pragma once
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <jpeglib.h>
#include <jerror.h>

/* libjpeg ends the process on an error unless its handler jumps out. Swift can neither call longjmp nor have its frames
   skipped by it, so every call that may fail is wrapped in C as a whole. */

/* The result of a call. */
struct deadwax_jpeg_outcome {
    int width, height;
    /* 1 if the file ended too early, 2 if its data are damaged. An error in the header sets only `message`. */
    int fault;
    /* libjpeg's message about the first fault or the error. */
    char message[JMSG_LENGTH_MAX];
};

struct deadwax_jpeg_errors {
    struct jpeg_error_mgr manager;
    jmp_buf out;
    struct deadwax_jpeg_outcome *outcome;
};

/* Replaces exit(3). */
static void deadwax_jpeg_fail(j_common_ptr cinfo)
{
    struct deadwax_jpeg_errors *errors = (struct deadwax_jpeg_errors *)cinfo->err;
    if (!errors->outcome->fault)
        cinfo->err->format_message(cinfo, errors->outcome->message);
    longjmp(errors->out, 1);
}

/* Replaces the output on standard error. libjpeg continues after damage with invented pixels, so the first damage is
   recorded. */
static void deadwax_jpeg_note(j_common_ptr cinfo, int level)
{
    struct deadwax_jpeg_errors *errors = (struct deadwax_jpeg_errors *)cinfo->err;
    int fault = 2;
    if (level >= 0 || errors->outcome->fault)
        return;
    switch (cinfo->err->msg_code) {
    case JWRN_JPEG_EOF:
    case JWRN_HIT_MARKER:
        fault = 1;
        break;
    case JWRN_EXTRANEOUS_DATA: /* fill bytes between markers, written by many cameras: no pixel depends on them */
    case JWRN_ADOBE_XFORM:
    case JWRN_JFIF_MAJOR:
        return;
    default:
        break;
    }
    errors->outcome->fault = fault;
    cinfo->err->format_message(cinfo, errors->outcome->message);
}

/* Replaces the output on standard error. */
static void deadwax_jpeg_hush(j_common_ptr cinfo) { (void)cinfo; }

/* Ends a decoding with more than 100 passes. A malicious file of a few kilobytes can claim thousands. */
static void deadwax_jpeg_watch(j_common_ptr cinfo)
{
    if (cinfo->is_decompressor && ((j_decompress_ptr)cinfo)->input_scan_number > 100) {
        struct deadwax_jpeg_errors *errors = (struct deadwax_jpeg_errors *)cinfo->err;
        if (!errors->outcome->fault) {
            errors->outcome->fault = 2;
            strcpy(errors->outcome->message, "More than 100 passes");
        }
        longjmp(errors->out, 1);
    }
}

static inline struct jpeg_error_mgr *deadwax_jpeg_errors_to(struct deadwax_jpeg_errors *errors,
                                                            struct deadwax_jpeg_outcome *outcome)
{
    struct jpeg_error_mgr *manager = jpeg_std_error(&errors->manager);
    memset(outcome, 0, sizeof *outcome);
    manager->error_exit = deadwax_jpeg_fail;
    manager->emit_message = deadwax_jpeg_note;
    manager->output_message = deadwax_jpeg_hush;
    errors->outcome = outcome;
    return manager;
}

/* Reads the header. Returns 1 and the size, or 0 and the message. */
static inline int deadwax_jpeg_read_size(const unsigned char *bytes, unsigned long count,
                                         struct deadwax_jpeg_outcome *outcome)
{
    struct jpeg_decompress_struct cinfo;
    struct deadwax_jpeg_errors errors;
    cinfo.err = deadwax_jpeg_errors_to(&errors, outcome);
    if (setjmp(errors.out)) {
        jpeg_destroy_decompress(&cinfo);
        return 0;
    }
    jpeg_create_decompress(&cinfo);
    jpeg_mem_src(&cinfo, bytes, count);
    jpeg_read_header(&cinfo, TRUE);
    outcome->width = (int)cinfo.image_width;
    outcome->height = (int)cinfo.image_height;
    jpeg_destroy_decompress(&cinfo);
    return !outcome->fault;
}

/* Writes width * height grey bytes, in the size that `deadwax_jpeg_read_size` returned. Returns 1, or 0 and the message. */
static inline int deadwax_jpeg_decode_grey(const unsigned char *bytes, unsigned long count, unsigned char *pixels,
                                           int width, int height, struct deadwax_jpeg_outcome *outcome)
{
    struct jpeg_decompress_struct cinfo;
    struct jpeg_progress_mgr progress;
    struct deadwax_jpeg_errors errors;
    cinfo.err = deadwax_jpeg_errors_to(&errors, outcome);
    if (setjmp(errors.out)) {
        jpeg_destroy_decompress(&cinfo);
        return 0;
    }
    jpeg_create_decompress(&cinfo);
    memset(&progress, 0, sizeof progress);
    progress.progress_monitor = deadwax_jpeg_watch;
    cinfo.progress = &progress;
    /* A progressive file needs memory for all its coefficients; a file that needs more than this is refused. */
    cinfo.mem->max_memory_to_use = 512L << 20;
    jpeg_mem_src(&cinfo, bytes, count);
    jpeg_read_header(&cinfo, TRUE);
    if (cinfo.jpeg_color_space == JCS_CMYK || cinfo.jpeg_color_space == JCS_YCCK)
        cinfo.out_color_space = JCS_CMYK; /* libjpeg cannot convert CMYK to grey; see below */
    else
        cinfo.out_color_space = JCS_GRAYSCALE;
    jpeg_start_decompress(&cinfo);
    if ((int)cinfo.output_width != width || (int)cinfo.output_height != height) {
        strcpy(outcome->message, "The size changed between two readings");
        jpeg_destroy_decompress(&cinfo);
        return 0;
    }
    if (cinfo.out_color_space == JCS_GRAYSCALE) {
        while (cinfo.output_scanline < cinfo.output_height) {
            JSAMPROW row = pixels + (size_t)cinfo.output_scanline * (size_t)width;
            jpeg_read_scanlines(&cinfo, &row, 1);
        }
    } else {
        /* Ink amounts. Adobe's programs, which write nearly all such files, store them inverted. */
        JSAMPARRAY inks = cinfo.mem->alloc_sarray((j_common_ptr)&cinfo, JPOOL_IMAGE, 4 * (JDIMENSION)width, 1);
        while (cinfo.output_scanline < cinfo.output_height) {
            unsigned char *row = pixels + (size_t)cinfo.output_scanline * (size_t)width;
            jpeg_read_scanlines(&cinfo, inks, 1);
            for (int x = 0; x < width; x++) {
                const unsigned char *ink = inks[0] + 4 * x;
                unsigned flip = cinfo.saw_Adobe_marker ? 0 : 255;
                unsigned grey = 77u * (ink[0] ^ flip) + 150u * (ink[1] ^ flip) + 29u * (ink[2] ^ flip);
                row[x] = (unsigned char)((grey >> 8) * (ink[3] ^ flip) / 255u);
            }
        }
    }
    jpeg_finish_decompress(&cinfo);
    jpeg_destroy_decompress(&cinfo);
    return !outcome->fault;
}

/* Encodes a JPEG without any metadata, from one byte a pixel for a grey picture or three for colours. Returns its
   address, to be released with `free`, or NULL and the message. */
static inline unsigned char *deadwax_jpeg_encode(const unsigned char *pixels, int width, int height, int channels,
                                                 int quality, unsigned long *count,
                                                 struct deadwax_jpeg_outcome *outcome)
{
    struct jpeg_compress_struct cinfo;
    struct deadwax_jpeg_errors errors;
    unsigned char *bytes = NULL;
    unsigned long size = 0;
    cinfo.err = deadwax_jpeg_errors_to(&errors, outcome);
    if (setjmp(errors.out)) {
        /* Reached only without memory. `bytes` may be a block that libjpeg has already freed, so it is not freed here. */
        jpeg_destroy_compress(&cinfo);
        return NULL;
    }
    jpeg_create_compress(&cinfo);
    jpeg_mem_dest(&cinfo, &bytes, &size);
    cinfo.image_width = (JDIMENSION)width;
    cinfo.image_height = (JDIMENSION)height;
    cinfo.input_components = channels;
    cinfo.in_color_space = channels == 3 ? JCS_RGB : JCS_GRAYSCALE;
    jpeg_set_defaults(&cinfo);
    jpeg_set_quality(&cinfo, quality, TRUE);
    jpeg_start_compress(&cinfo, TRUE);
    while (cinfo.next_scanline < cinfo.image_height) {
        JSAMPROW row = (JSAMPROW)(pixels + (size_t)channels * (size_t)cinfo.next_scanline * (size_t)width);
        jpeg_write_scanlines(&cinfo, &row, 1);
    }
    jpeg_finish_compress(&cinfo);
    jpeg_destroy_compress(&cinfo);
    *count = size;
    return bytes;
}

/* Decodes colours, three bytes a pixel. libjpeg scales the picture to the smallest eighth whose longer side still has
   `longest` pixels, which costs a fraction of the whole picture. Returns the pixels, to be released with `free`, with
   their size in the outcome; or NULL and the message. */
static inline unsigned char *deadwax_jpeg_decode_colour(const unsigned char *bytes, unsigned long count, int longest,
                                                        struct deadwax_jpeg_outcome *outcome)
{
    struct jpeg_decompress_struct cinfo;
    struct jpeg_progress_mgr progress;
    struct deadwax_jpeg_errors errors;
    unsigned char *volatile pixels = NULL;
    unsigned side;
    int is_ink;
    cinfo.err = deadwax_jpeg_errors_to(&errors, outcome);
    if (setjmp(errors.out)) {
        jpeg_destroy_decompress(&cinfo);
        free(pixels);
        return NULL;
    }
    jpeg_create_decompress(&cinfo);
    memset(&progress, 0, sizeof progress);
    progress.progress_monitor = deadwax_jpeg_watch;
    cinfo.progress = &progress;
    cinfo.mem->max_memory_to_use = 512L << 20;
    jpeg_mem_src(&cinfo, bytes, count);
    jpeg_read_header(&cinfo, TRUE);
    is_ink = cinfo.jpeg_color_space == JCS_CMYK || cinfo.jpeg_color_space == JCS_YCCK;
    cinfo.out_color_space = is_ink ? JCS_CMYK : JCS_RGB;
    side = cinfo.image_width > cinfo.image_height ? cinfo.image_width : cinfo.image_height;
    cinfo.scale_denom = 8;
    cinfo.scale_num = 8;
    while (cinfo.scale_num > 1 && side * (cinfo.scale_num - 1) / 8 >= (unsigned)longest)
        cinfo.scale_num--;
    jpeg_start_decompress(&cinfo);
    outcome->width = (int)cinfo.output_width;
    outcome->height = (int)cinfo.output_height;
    pixels = malloc(3 * (size_t)cinfo.output_width * (size_t)cinfo.output_height);
    if (!pixels) {
        strcpy(outcome->message, "Out of memory");
        jpeg_destroy_decompress(&cinfo);
        return NULL;
    }
    {
        JSAMPARRAY inks = is_ink
            ? cinfo.mem->alloc_sarray((j_common_ptr)&cinfo, JPOOL_IMAGE, 4 * cinfo.output_width, 1) : NULL;
        unsigned flip = cinfo.saw_Adobe_marker ? 0 : 255;
        while (cinfo.output_scanline < cinfo.output_height) {
            JSAMPROW row = pixels + 3 * (size_t)cinfo.output_scanline * (size_t)cinfo.output_width;
            if (!is_ink) {
                jpeg_read_scanlines(&cinfo, &row, 1);
                continue;
            }
            jpeg_read_scanlines(&cinfo, inks, 1);
            for (JDIMENSION x = 0; x < cinfo.output_width; x++)
                for (int channel = 0; channel < 3; channel++)
                    row[3 * x + channel] =
                        (unsigned char)((inks[0][4 * x + channel] ^ flip) * (inks[0][4 * x + 3] ^ flip) / 255u);
        }
    }
    jpeg_finish_decompress(&cinfo);
    jpeg_destroy_decompress(&cinfo);
    if (outcome->fault) {
        free(pixels);
        return NULL;
    }
    return pixels;
}
