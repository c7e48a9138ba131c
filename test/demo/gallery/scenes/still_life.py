"""Vessels, eggs, fruit and cloth by a window."""
import math

import numpy as np

from kit.graph import material
from kit.nature import drape, let_fall, places, fractal
from kit.picture import shot
from kit.shapes import again, ball, box, floor, grid, hide, lathe, shape_by, soften, sweep, thicken, tube
from kit.studio import ambient, area, camera, softly_lit, sun
from kit.stuff import ceramic, glass, glossy, linen, marble, metal, plaster, stone, wood


def vessel(profile, stuff, at, wall=0.005, segments=128):
    """A hollow vessel: the profile outside, and back down inside."""
    inside = [(max(r - wall, 0.0), z + (wall if number == 0 else 0)) for number, (r, z) in enumerate(profile)]
    lip = [(profile[-1][0] - wall / 2, profile[-1][1] + wall / 2)]
    return lathe([(0, profile[0][1]), *profile, *lip, *reversed(inside), (0, inside[0][1])], stuff, segments, at)


def wall_and_table(wall, table, depth=1.2, at=0.6):
    floor_ = box((4, depth, 0.04), table, (0, at - depth / 2, -0.02), 0.004)
    back = box((8, 0.1, 4), wall, (0, at + 0.05, 0), 0)
    return floor_, back


@shot("clay-vases", (4, 5), samples=16, bounces=4, key=0.2)
def clay_vases():
    wall_and_table(plaster("#d8c7b2", relief=0.003, scale=9), plaster("#cdb9a0", relief=0.001), at=0.35)
    vessel([(0.055, 0), (0.1, 0.07), (0.115, 0.16), (0.085, 0.25), (0.03, 0.3), (0.026, 0.35), (0.04, 0.37)],
           ceramic("#b5653f", 0.75, 0.0015, "#5b2f1c"), (-0.06, 0.1, 0), 0.006)
    vessel([(0.05, 0), (0.075, 0.03), (0.08, 0.1), (0.06, 0.15), (0.05, 0.17), (0.062, 0.19)],
           ceramic("#ede5d6", 0.5, 0.001, "#4b3c2c"), (0.12, 0.0, 0))
    vessel([(0.04, 0), (0.07, 0.015), (0.085, 0.045), (0.088, 0.06)], ceramic("#3a332d", 0.45), (-0.02, -0.12, 0))
    stem = material("stem", lambda g: {"Base Color": g.mix(g.noise(40), "#9b7b4e", "#c9ab78")}, roughness=0.9)
    random = np.random.default_rng(4)
    for number in range(5):
        lean, way = random.uniform(0.05, 0.16), random.uniform(0, 6.28)
        line = [(-0.06 + lean * t**1.6 * math.cos(way), 0.1 + 0.6 * lean * t**1.6 * math.sin(way), 0.3 + 0.36 * t) for t in np.linspace(0, 1, 14)]
        tube(line, 0.0016, stem)
        for t in np.linspace(0.45, 1, 16):
            x, y, z = line[min(int(t * 13), 13)]
            for _ in range(3):
                pod = ball(0.006 * (1.5 - 0.7 * t), stem, (x + random.normal(0, 0.007), y + random.normal(0, 0.007), z + random.normal(0, 0.01)), 2, (0.7, 0.7, 1.5))
                pod.rotation_euler = tuple(random.uniform(-0.6, 0.6, 3))
    sun(27, -118, 5.5, "#ffe1b8", 1.2)
    softly_lit("#e7eef5", "#b79f86", 0.35)
    # A window outside the picture: the shadows of its bars fall on the wall.
    away = np.array([math.sin(math.radians(-118)), math.cos(math.radians(-118)), math.tan(math.radians(27))]) * 1.6
    for shift in (-0.62, -0.2, 0.04, 0.28, 0.7):
        wide = 0.62 if abs(shift) > 0.5 else 0.022
        box((wide, 0.02, 3), plaster(), (away[0] + 0.47 * shift, away[1] + 0.1 - 0.88 * shift, away[2] + 0.2), 0, (0, 0, -62))
    for z in (-0.06, 0.3, 1.05):
        box((2, 0.02, 0.02 if z < 1 else 0.8), plaster(), (away[0], away[1] + 0.1, away[2] + z), 0, (0, 0, -62))
    camera((0.02, -1.25, 0.27), (0.02, 0.1, 0.235), 62, 4, (-0.03, 0.02, 0.2))


def egg(stuff, size=0.022, detail=5):
    thing = ball(size, stuff, detail=detail, scale=(1, 1, 1.3))
    return shape_by(thing, lambda p: p * np.stack([1 - 0.11 * p[:, 2] / size] * 2 + [np.ones(len(p))], axis=-1))


def shell(tone, specks):
    return material(
        "shell",
        lambda g: {
            "Base Color": g.mix(g.fit(g.cells(420, g.coords("Object")), 0.05, 0.22, (specks, 0)), g.mix(g.fit(g.noise(60, 5), 0.35, 0.7), tone, g.mix(0.22, tone, "#8a5a3a")), "#5a3a26"),
            "Normal": g.bump(g.noise(900, 3), 0.00012),
        },
        roughness=0.52,
        subsurface_weight=0.25,
        subsurface_radius=(0.004, 0.002, 0.001),
        subsurface_scale=1,
    )


@shot("eggs-in-a-bowl", (1, 1), samples=16, bounces=4, key=0.16)
def eggs():
    x, y = places(1.3, 1.3, 300, 300)
    cloth = 0.016 * fractal(x * 3.2 + 0.3 * y, y * 2.3, 3, 0.35, 5, ridged=True) + 0.006 * fractal(x * 9, y * 6, 2, 0.5, 2)
    away = np.clip((np.hypot(x, y) - 0.07) / 0.14, 0, 1)
    grid(np.stack([x, y, np.clip(cloth, -0.02, 0.03) * away - 0.004], axis=-1), linen("#b9ae9b", 1500))
    bowl = vessel([(0.04, 0), (0.065, 0.006), (0.098, 0.04), (0.11, 0.068)], ceramic("#39414a", 0.4, 0.001, "#12161a", 0.3), (0, 0, 0.0), 0.005)
    tones = ["#e9d9c3", "#c98f68", "#d8ac86", "#efe6d8", "#b67a52"]
    random = np.random.default_rng(12)
    falling = []
    for number in range(9):
        thing = egg(shell(tones[number % 5], 0.75 if number % 3 else 0.25))
        thing.location = (random.uniform(-0.035, 0.035), random.uniform(-0.035, 0.035), 0.06 + 0.055 * number)
        thing.rotation_euler = tuple(random.uniform(0, 6, 3))
        falling.append(thing)
    let_fall(falling, [bowl], egg(None, detail=2), 110, 0.5, 0.0)
    lone = egg(shell("#dcb492", 0.6))
    lone.location, lone.rotation_euler = (0.155, -0.075, 0.0195), (1.5, 0.2, 0.6)
    area((-0.9, 0.35, 0.75), (0, 0, 0.03), (0.7, 0.9), 16, "#fff4e6")
    ambient("#8fa3b8", 0.10)
    camera((0.10, -0.50, 0.52), (0.025, -0.005, 0.03), 60, 4.0, (0.0, -0.05, 0.07))


def citrus(tone, deep, length=1.36, size=0.031):
    skin = material(
        "peel",
        lambda g: {
            "Base Color": g.mix(g.fit(g.noise(26, 4), 0.35, 0.7), tone, deep),
            "Normal": g.bump(g.fit(g.cells(620, feature="SMOOTH_F1"), 0.0, 0.9), 0.0011, 0.7, g.bump(g.noise(60, 3), 0.0012)),
        },
        roughness=0.36,
        subsurface_weight=0.2,
        subsurface_radius=(0.006, 0.003, 0.001),
        subsurface_scale=1,
    )
    profile = [(0, -1.02), (0.16, -1.0), (0.3, -0.93), (0.62, -0.76), (0.95, -0.3), (1.0, 0.0), (0.93, 0.38), (0.6, 0.8), (0.3, 0.95), (0.2, 1.06), (0.13, 1.14), (0, 1.16)]
    return lathe([(r * size, z * size * length) for r, z in profile], skin, 96, smooth_profile=8)


@shot("lemons-on-blue-linen", (3, 2), samples=16, bounces=4, key=0.17)
def lemons():
    x, y = places(1.4, 1.2, 320, 300)
    fold = 0.02 * fractal(x * 2.2 + 1.1 * y, y * 3.1 - 0.5 * x, 4, 0.4, 15, ridged=True)
    flat = np.clip((np.hypot(x * 0.7, y) - 0.06) / 0.2, 0.1, 1)
    grid(np.stack([x, y, np.clip(fold, -0.03, 0.04) * flat], axis=-1), linen("#4c6681", 1500))
    table = hide(floor(None, 3, 0.002))
    random = np.random.default_rng(3)
    falling = []
    for number, (px, py) in enumerate([(-0.07, 0.03), (0.0, 0.05), (0.075, 0.015), (-0.02, -0.03), (0.16, 0.06)]):
        thing = citrus("#f7d21a", "#e8b50c")
        thing.location, thing.rotation_euler = (px, py, 0.05 + 0.02 * number), (1.4, random.uniform(-0.5, 0.5), random.uniform(0, 6))
        falling.append(thing)
    let_fall(falling, [table], ball(0.031, detail=2, scale=(1, 1, 1.3)), 90, 0.8)
    area((-1.0, 0.5, 0.6), (0, 0, 0.03), (0.5, 0.7), 22, "#fff2dd")
    ambient("#6f87a5", 0.12)
    camera((0.06, -0.52, 0.28), (0.035, 0.01, 0.02), 70, 4, (0.0, -0.04, 0.03))


@shot("serum-on-travertine", (4, 5), samples=16, bounces=8, key=0.2)
def serum():
    trav = stone("#cfbda4", "#b09b80", "#e3d6c2", 0.6, 1.6, 0.003)
    box((0.16, 0.12, 0.03), trav, (0, 0, 0.015), 0.002)
    box((0.09, 0.09, 0.055), trav, (-0.055, 0.03, 0.0575), 0.002, (0, 0, 18))
    sweep(plaster("#d8bfa8", relief=0.0006, scale=30), 6, 1.5, 3, 0.3, 0.5)
    amber = glass("#e08a35", 0.02)
    bottle = vessel([(0.0165, 0.0), (0.0175, 0.002), (0.0175, 0.05), (0.016, 0.055), (0.008, 0.06), (0.0075, 0.066)], amber, (0.032, -0.012, 0.03), 0.0018)
    fill = lathe([(0, 0.002), (0.0153, 0.0025), (0.0153, 0.038), (0, 0.038)], glass("#d98a3e", 0.0, 1.36), 96, (0.032, -0.012, 0.03), 0)
    cap = glossy("#171412", 0.35)
    lathe([(0.0, 0.0), (0.0095, 0.0), (0.0098, 0.001), (0.0098, 0.013), (0.0085, 0.0145), (0.0055, 0.016), (0.0055, 0.03), (0.0045, 0.035), (0, 0.036)], cap, 96, (0.032, -0.012, 0.094), 0)
    del bottle, fill
    white = ceramic("#efe8dd", 0.4, 0.0002)
    lathe([(0, 0), (0.026, 0), (0.027, 0.001), (0.027, 0.03), (0.026, 0.031), (0, 0.031)], white, 128, (-0.055, 0.03, 0.085), 0)
    lathe([(0, 0), (0.0278, 0), (0.0285, 0.0008), (0.0285, 0.0145), (0.0277, 0.0155), (0, 0.0155)], wood("#b5895c", "#9a7048", 16, 0.45), 128, (-0.055, 0.03, 0.1165), 0)
    sun(34, -125, 5.5, "#ffe6c4", 0.7)
    softly_lit("#f3ede4", "#a98a70", 0.42)
    leaf_shadow((-0.72, -0.12, 0.55))
    camera((0.05, -0.62, 0.15), (-0.008, 0.0, 0.078), 80, 5.6, (0.02, -0.02, 0.07))


def leaf_shadow(at):
    """Palm leaves outside the picture, for their shadow."""
    green = material("leaf", base_color="#2f4a24", roughness=0.5)
    random = np.random.default_rng(2)
    for number in range(22):
        base = np.array(at) + random.normal(0, 0.03, 3)
        angle = -0.9 + 0.085 * number
        tip = base + 0.42 * np.array([math.cos(angle), 0.25, math.sin(angle)])
        side = np.array([-math.sin(angle), 0, math.cos(angle)]) * 0.011
        line = np.linspace(0, 1, 12)[:, None]
        middle = base + (tip - base) * line
        width = np.sin(np.pi * np.clip(line * 0.94 + 0.03, 0, 1)) ** 0.7
        grid(np.stack([middle - side * width, middle + side * width], axis=1), green)
