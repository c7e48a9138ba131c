"""`python films.py NAME …`: short films, drawn frame by frame over the pictures of `render.py`; see README.md."""
import argparse
import os
import pathlib
import sys
import tempfile

import bpy
import numpy as np
from PIL import Image

here = pathlib.Path(__file__).parent
sys.path.insert(0, str(here))

from kit.nature import fractal, value_noise  # noqa: E402

frames_per_second = 24
size = (960, 540)
# The part of a picture that is processed, in pixels: a camera moves within it.
part = (1200, 675)
films = {}


def film(seconds):
    def keep(draw):
        films[draw.__name__.replace("_", "-")] = (draw, round(seconds * frames_per_second))
        return draw

    return keep


def picture(name, crop=(0, 0, 1, 1)):
    """Part of a picture in a film's aspect ratio, values from 0 to 1. @param crop left, top, right, bottom as shares"""
    image = Image.open(here / "pictures" / f"{name}.jpg")
    left, top, right, bottom = (share * side for share, side in zip(crop, (image.width, image.height) * 2))
    return np.asarray(image.crop((round(left), round(top), round(right), round(bottom))).resize(part, Image.Resampling.LANCZOS), np.float32) / 255


def framed(pixels, zoom=1.0, middle=(0.5, 0.5)):
    """What a slowly moving camera sees: part of a picture, to a fraction of a pixel."""
    height, width, _ = pixels.shape
    w, h = width * zoom, height * zoom
    left, top = middle[0] * width - w / 2, middle[1] * height - h / 2
    image = Image.fromarray(np.clip(pixels * 255, 0, 255).astype(np.uint8))
    return np.asarray(image.transform(size, Image.Transform.AFFINE, (w / size[0], 0, left, 0, h / size[1], top), Image.Resampling.BICUBIC), np.float32) / 255


def eased(share):
    return share * share * (3 - 2 * share)


def encode(name, frames, out):
    """H.264 in MP4, as phones write it."""
    scene = bpy.context.scene
    scene.render.resolution_x, scene.render.resolution_y = size
    scene.render.fps, scene.frame_start, scene.frame_end = frames_per_second, 1, len(frames)
    scene.view_settings.view_transform = "Standard"
    strips = scene.sequence_editor_create().strips
    strip = strips.new_image(name, frames[0], 1, 1)
    for frame in frames[1:]:
        strip.elements.append(os.path.basename(frame))
    strip.frame_final_duration = len(frames)
    settings = scene.render.image_settings
    settings.media_type = "VIDEO"
    settings.file_format = "FFMPEG"
    scene.render.ffmpeg.format, scene.render.ffmpeg.codec = "MPEG4", "H264"
    scene.render.ffmpeg.constant_rate_factor, scene.render.ffmpeg.ffmpeg_preset = "LOW", "GOOD"
    scene.render.ffmpeg.gopsize = frames_per_second
    scene.render.filepath = out
    scene.render.use_file_extension = False
    bpy.ops.render.render(animation=True)


@film(4)
def mist_over_the_ridges(count):
    """Fog drifts through the valleys: denser where the picture is already pale with distance."""
    still = picture("ridges-at-dusk", (0, 0.14, 1, 0.52))
    y, x = np.mgrid[0:9:180j, 0:16:320j]
    land = np.asarray(Image.fromarray(still.mean(axis=2)).resize((320, 180)))
    for number in range(count):
        t = number / frames_per_second
        drift = fractal(x * 0.11 - 0.09 * t, y * 0.5 + 0.02 * t, 3, 0.42, 5) + 0.4 * fractal(x * 0.3 - 0.16 * t, y * 1.1, 3, 0.42, 9)
        valley = np.clip(1 - np.abs(land - 0.42) / 0.25, 0, 1)
        veil = np.clip(0.12 + 0.45 * drift, 0, 0.5) * valley
        veil = np.asarray(Image.fromarray(veil.astype(np.float32)).resize(part, Image.Resampling.BICUBIC))[:, :, None]
        tone = np.array([0.74, 0.70, 0.75], np.float32)
        yield framed(still * (1 - veil) + tone * veil, 0.97 - 0.05 * eased(number / count), (0.5, 0.5))


def advected(field, u, v):
    """A field traced back along a flow, in cells."""
    height, width = field.shape
    y, x = np.mgrid[0:height, 0:width]
    px, py = np.clip(x - u, 0, width - 1.001), np.clip(y - v, 0, height - 1.001)
    i, j = px.astype(int), py.astype(int)
    fx, fy = px - i, py - j
    top = field[j, i] * (1 - fx) + field[j, i + 1] * fx
    low = field[j + 1, i] * (1 - fx) + field[j + 1, i + 1] * fx
    return top * (1 - fy) + low * fy


class Steam:
    """Warm air over a cup, in two dimensions: it rises, curls, and thins."""

    def __init__(self, width=200, height=150):
        self.density = np.zeros((height, width))
        self.u, self.v = np.zeros_like(self.density), np.zeros_like(self.density)
        self.time = 0.0

    def step(self, sources):
        height, width = self.density.shape
        self.time += 1
        x = np.arange(width)
        for middle, half in sources:
            sway = 0.6 + 0.4 * value_noise(x / 7 + middle, np.full(width, self.time * 0.06), 3)
            self.density[-7:-3] += 0.085 * sway * (np.abs(x - middle) < half)
        self.v -= 0.035 * self.density
        y = np.arange(height)[:, None] + 0.0 * x
        wind = value_noise(x / 26 + 0 * y, y / 24 + self.time * 0.05, 8)
        curl_y, curl_x = np.gradient(wind)
        self.u += 0.30 * curl_y
        self.v -= 0.30 * curl_x
        for _ in range(2):
            divergence = np.gradient(self.u, axis=1) + np.gradient(self.v, axis=0)
            pressure = np.zeros_like(divergence)
            for _ in range(14):
                around = np.roll(pressure, 1, 0) + np.roll(pressure, -1, 0) + np.roll(pressure, 1, 1) + np.roll(pressure, -1, 1)
                pressure = (around - divergence) / 4
            down, right = np.gradient(pressure)
            self.u, self.v = self.u - right, self.v - down
        u, v = self.u, self.v
        self.u, self.v = advected(u, u, v) * 0.992, advected(v, u, v) * 0.992
        self.density = advected(self.density, u, v) * 0.984


@film(4)
def steam_over_a_cup(count):
    """Steam rises from the cup of 'tea-by-the-window', lit from behind."""
    still = picture("tea-by-the-window", tea_crop)
    steam = Steam()
    for _ in range(140):
        steam.step(tea_sources)
    for number in range(count):
        for _ in range(2):
            steam.step(tea_sources)
        left, top, right, bottom = (round(share * side) for share, side in zip(tea_steam, part * 2))
        veil = np.zeros(part[::-1], np.float32)
        small = Image.fromarray(np.clip(steam.density, 0, 1.4).astype(np.float32))
        veil[top:bottom, left:right] = np.asarray(small.resize((right - left, bottom - top), Image.Resampling.BICUBIC))
        veil *= np.clip((np.arange(part[1])[:, None] - top) / 100, 0, 1) * np.clip((bottom - np.arange(part[1])[:, None]) / 45, 0, 1)
        lit = still + (1 - still) * np.clip(0.55 * veil, 0, 0.6)[:, :, None] * np.array([1.0, 0.97, 0.92], np.float32)
        yield framed(lit, 0.96 - 0.02 * eased(number / count), (0.5, 0.5))


# Where the cup is in the picture, as shares, and its mouth in cells of the steam.
tea_crop = (0.0, 0.0, 1.0, 0.84375)
tea_steam = (0.343, 0.06, 0.783, 0.705)
tea_sources = ((100, 34),)


@film(4)
def leaf_shadows_on_a_wall(count):
    """A branch out of the picture moves in the wind; its shadow falls on rough plaster."""
    from PIL import ImageDraw, ImageFilter

    width, height = size
    y, x = np.mgrid[0:height, 0:width].astype(float)
    relief = fractal(x / 60, y / 60, 7, 0.62, 4)
    slope = np.gradient(relief, axis=1) * 2.2 - np.gradient(relief, axis=0) * 0.9
    stain = 1 + 0.05 * fractal(x / 420, y / 380, 4, 0.5, 9)
    random = np.random.default_rng(5)
    stems = [(random.uniform(-0.2, 0.75), random.uniform(-0.9, -0.35), random.uniform(0.55, 1.0), random.uniform(0, 6.3), random.uniform(4, 16)) for _ in range(7)]
    grain = random.normal(0, 0.0025, (count, height // 2, width // 2)).astype(np.float32)
    for number in range(count):
        t = number / frames_per_second
        shade = np.ones((height, width), np.float32)
        for begin, lean, length, phase, soft in stems:
            drawn = Image.new("L", (width, height), 255)
            pen = ImageDraw.Draw(drawn)
            sway = 0.045 * np.sin(1.5 * t + phase) + 0.02 * np.sin(3.7 * t + 2 * phase)
            place = np.array([begin * width, -0.08 * height])
            heading = np.pi / 2 + lean * 0.6 + sway
            for joint in range(15):
                heading += -0.035 * lean + sway * 0.22
                following = place + length * 62 * np.array([np.cos(heading), np.sin(heading)])
                pen.line([tuple(place), tuple(following)], fill=0, width=max(2, 6 - joint // 3))
                for side in (-1, 1):
                    turn = heading + side * (0.95 - 0.02 * joint) + 0.10 * np.sin(2.6 * t + joint * 0.9 + phase + side)
                    reach = length * 150 * np.sin(np.pi * (joint + 2) / 17.5)
                    tip = following + reach * np.array([np.cos(turn), np.sin(turn)])
                    across = np.array([-np.sin(turn), np.cos(turn)]) * reach * 0.14
                    blade = [tuple(following), *[tuple(following + (tip - following) * s + across * w) for s, w in ((0.15, 0.6), (0.4, 1), (0.7, 0.75))], tuple(tip), *[tuple(following + (tip - following) * s - across * w) for s, w in ((0.7, 0.75), (0.4, 1), (0.15, 0.6))]]
                    pen.polygon(blade, fill=0)
                place = following
            shade = np.minimum(shade, np.asarray(drawn.filter(ImageFilter.GaussianBlur(soft)), np.float32) / 255)
        sunny = np.clip(0.78 * shade * (1 + slope), 0, None)[:, :, None] * np.array([1.0, 0.86, 0.68])
        ambient = 0.17 * (1 + 0.25 * slope)[:, :, None] * np.array([0.80, 0.88, 1.0])
        wall = np.array([0.86, 0.79, 0.70]) * stain[:, :, None]
        light = (sunny + ambient) * wall * (1.08 - 0.3 * np.hypot(x / width - 0.35, y / height - 0.4))[:, :, None]
        rough = np.repeat(np.repeat(grain[number], 2, 0), 2, 1)[:, :, None]
        yield np.clip(np.power(light / (light * 0.22 + 0.86), 1 / 2.2) + rough, 0, 1).astype(np.float32)


@film(4)
def along_paper_waves(count):
    """The camera slides along upright sheets of paper, and closer."""
    still = picture("paper-waves", (0, 0.1, 1, 0.55))
    for number in range(count):
        share = eased(number / count)
        yield framed(still, 0.72 - 0.04 * share, (0.40 + 0.2 * share, 0.52 - 0.04 * share))


def main():
    wanted = argparse.ArgumentParser()
    wanted.add_argument("names", nargs="*")
    wanted.add_argument("--out", default=str(here / "films"))
    given = wanted.parse_args()
    if not given.names:
        print("\n".join(films))
    os.makedirs(given.out, exist_ok=True)
    for name in given.names:
        draw, count = films[name]
        bpy.ops.wm.read_factory_settings(use_empty=True)
        with tempfile.TemporaryDirectory() as folder:
            frames = []
            for number, frame in enumerate(draw(count)):
                frames.append(f"{folder}/{number:04}.png")
                Image.fromarray(np.clip(frame * 255 + 0.5, 0, 255).astype(np.uint8)).save(frames[-1], compress_level=1)
            encode(name, frames, f"{given.out}/{name}.mp4")


if __name__ == "__main__":
    main()
