#pragma once
#include <string.h>
#include <webp/decode.h>

/* The structures of libwebp are filled in by inline functions, so their use is wrapped in C as a whole. */

/* The facts of a WebP file. */
struct deadwax_webp_facts {
    int width, height;
    /* 1 for a film, of which no single picture is decoded. */
    int is_film;
};

/* Reads the header. Returns a VP8StatusCode, 0 for success. */
static inline int deadwax_webp_read_facts(const unsigned char *bytes, size_t count, struct deadwax_webp_facts *facts)
{
    WebPBitstreamFeatures features;
    VP8StatusCode code;
    memset(facts, 0, sizeof *facts);
    code = WebPGetFeatures(bytes, count, &features);
    if (code != VP8_STATUS_OK)
        return (int)code;
    facts->width = features.width;
    facts->height = features.height;
    facts->is_film = features.has_animation;
    return 0;
}

/* Decodes and scales to width * height pixels of four bytes each: red, green, blue and opacity. Returns a
   VP8StatusCode, 0 for success. */
static inline int deadwax_webp_decode(const unsigned char *bytes, size_t count, unsigned char *pixels, int width,
                                      int height)
{
    WebPDecoderConfig config;
    VP8StatusCode code;
    if (!WebPInitDecoderConfig(&config))
        return (int)VP8_STATUS_INVALID_PARAM;
    config.options.use_scaling = 1;
    config.options.scaled_width = width;
    config.options.scaled_height = height;
    config.output.colorspace = MODE_RGBA;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = pixels;
    config.output.u.RGBA.stride = 4 * width;
    config.output.u.RGBA.size = 4 * (size_t)width * (size_t)height;
    code = WebPDecode(bytes, count, &config);
    WebPFreeDecBuffer(&config.output);
    return (int)code;
}
