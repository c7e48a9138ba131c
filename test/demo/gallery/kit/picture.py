"""Takes a picture: rendered by Cycles to linear light, then developed to a JPEG, exposed according to its histogram."""
import os
import time
from dataclasses import dataclass

import bpy
import numpy as np
from PIL import Image

long_side = 2000
shots = {}


@dataclass(frozen=True)
class Shot:
    build: object
    ratio: tuple
    samples: int
    noise: float
    bounces: int
    development: dict


def shot(name, ratio=(3, 2), samples=24, noise=0.12, bounces=6, **development):
    """Marks a function as the builder of a picture's scene."""

    def keep(build):
        shots[name] = Shot(build, ratio, samples, noise, bounces, development)
        return build

    return keep


def size_of(ratio, long=long_side):
    width, height = ratio
    return (long, round(long * height / width)) if width >= height else (round(long * width / height), long)


def expose(taken, file, draft, share, threads, thrift):
    """Renders the current scene to a file of linear light. Returns the processor seconds that it took."""
    scene = bpy.context.scene
    render, cycles = scene.render, scene.cycles
    render.engine = "CYCLES"
    render.resolution_x, render.resolution_y = size_of(taken.ratio, 300 if draft else round(long_side * share))
    render.threads_mode, render.threads = "FIXED", threads
    cycles.samples = 6 if draft else round(taken.samples * thrift)
    cycles.use_adaptive_sampling, cycles.adaptive_threshold, cycles.adaptive_min_samples = True, taken.noise, 4
    cycles.use_denoising, cycles.denoiser = True, "OPENIMAGEDENOISE"
    cycles.denoising_input_passes, cycles.denoising_prefilter = "RGB_ALBEDO_NORMAL", "FAST"
    cycles.max_bounces = cycles.transmission_bounces = taken.bounces
    cycles.diffuse_bounces, cycles.glossy_bounces = min(taken.bounces, 3), min(taken.bounces, 4)
    cycles.transparent_max_bounces = 12
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect, cycles.blur_glossy = 6, 0.5
    cycles.use_light_tree, cycles.filter_width = True, 1.2
    render.image_settings.file_format = "OPEN_EXR"
    render.image_settings.color_depth = "16"
    render.filepath = file
    began = time.process_time()
    bpy.ops.render.render(write_still=True)
    return time.process_time() - began


def load(file):
    image = bpy.data.images.load(file, check_existing=False)
    width, height = image.size
    pixels = np.empty(width * height * 4, dtype=np.float32)
    image.pixels.foreach_get(pixels)
    return image, pixels.reshape(height, width, 4)[:, :, :3]


def metered(pixels, key):
    """The exposure in stops that brings the geometric mean of the light to `key`, keeping highlights in range."""
    luminance = np.maximum(pixels @ np.array([0.2126, 0.7152, 0.0722], np.float32), 1e-5)
    mean = np.exp(np.mean(np.log(luminance)))
    stops = np.log2(key / mean)
    bright = np.percentile(luminance, 99.5)
    return float(min(stops, np.log2(9.0 / bright)))


def blurred(pixels, radius):
    """Three moving averages, which together approximate a Gaussian blur."""
    for axis in (0, 1) * 3:
        edges = [(radius + 1, radius) if axis == own else (0, 0) for own in range(3)]
        sums = np.cumsum(np.pad(pixels, edges, mode="edge"), axis=axis, dtype=np.float64)
        ahead, behind = np.split(sums, [2 * radius + 1], axis)[1], np.split(sums, [-2 * radius - 1], axis)[0]
        pixels = ((ahead - behind) / (2 * radius + 1)).astype(np.float32)
    return pixels


def develop(file, out, key=0.18, stops=0.0, look="AgX - Medium High Contrast", glow=0.04, vignette=0.12, grain=0.008,
            warmth=0.0, saturation=1.0, quality=84, long=None):
    """Linear light to JPEG: lens glow, vignette, film curve, grain. Returns (shadow, highlight) clipping in percent."""
    image, pixels = load(file)
    height, width, _ = pixels.shape
    image_size = (width, height)
    pixels = pixels + glow * (blurred(np.minimum(pixels, 40 * np.mean(pixels)), max(width, height) // 60) - pixels)
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    pixels = pixels * (1 - vignette * ((x * x + y * y) / 2) ** 1.3)[:, :, None]
    pixels = pixels * np.array([1 + warmth, 1, 1 - warmth])
    mean = pixels.mean(axis=2, keepdims=True)
    pixels = np.maximum(mean + (pixels - mean) * saturation, 0).astype(np.float32)
    image.pixels.foreach_set(np.dstack([pixels, np.ones((height, width), np.float32)]).ravel())
    image.update()
    scene = bpy.context.scene
    scene.view_settings.view_transform, scene.view_settings.look = "AgX", look
    scene.view_settings.exposure = metered(pixels, key) + stops
    settings = scene.render.image_settings
    settings.file_format, settings.color_depth, settings.color_mode = "PNG", "16", "RGB"
    raw = f"{out}.png"
    image.save_render(raw, scene=scene)
    bpy.data.images.remove(image)
    shown = load_shown(raw, (long or max(width, height)) / max(width, height))
    os.remove(raw)
    height, width, _ = shown.shape
    if long and long > max(image_size):
        shown = shown + 0.7 * (shown - blurred(shown, 1))
    random = np.random.default_rng(7)
    small = random.normal(0, 1, (height, width, 1)) + 0.35 * random.normal(0, 1, (height, width, 3))
    soft = (small + np.roll(small, 1, 0) + np.roll(small, 1, 1)) / 1.9
    shown = shown + grain * soft * (0.35 + 1.3 * np.sqrt(np.clip(shown * (1 - shown), 0, 1)))
    eight = np.clip(shown * 255 + 0.5, 0, 255).astype(np.uint8)[::-1]
    Image.fromarray(eight).save(out, quality=quality, optimize=True, progressive=True, subsampling=2)
    light = eight.mean(axis=2)
    return 100 * np.mean(light < 3), 100 * np.mean(light > 252), float(np.mean(light))


def load_shown(file, enlarged):
    """What the film shows, from 0 to 1, enlarged."""
    image = bpy.data.images.load(file, check_existing=False)
    image.colorspace_settings.name = "Non-Color"
    width, height = image.size
    pixels = np.empty(width * height * 4, dtype=np.float32)
    image.pixels.foreach_get(pixels)
    bpy.data.images.remove(image)
    pixels = pixels.reshape(height, width, 4)
    size = (round(width * enlarged), round(height * enlarged))
    channels = [Image.fromarray(pixels[:, :, c].copy()).resize(size, Image.Resampling.LANCZOS) for c in range(3)]
    return np.stack([np.asarray(c) for c in channels], axis=-1)
