"""Rooms and walls where light does most of the work."""
import math

import numpy as np

from kit.graph import material
from kit.nature import fractal, places, value_noise
from kit.picture import shot
from kit.shapes import again, ball, box, curve_through, floor, grid, hide, lathe, mesh, tube
from kit.studio import ambient, area, camera, lamp, sky, softly_lit, sun
from kit.stuff import ceramic, concrete, glossy, linen, marble, metal, plaster, stone, wood
from scenes.still_life import vessel


def parquet(width=4, depth=5):
    oak = wood("#a67a4d", "#795433", 1.2, 0.28, (10, 0.8, 10), 0.25)
    for number in range(round(width / 0.1315)):
        for part in range(round(depth / 1.2) + 1):
            box((0.13, 1.198, 0.02), oak, (-width / 2 + number * 0.1315, -depth / 2 + part * 1.2 + 0.43 * (number % 3), -0.01 + 0.0003 * ((number + part) % 4)), 0.0012, segments=1)


@shot("window-light-on-a-wall", (2, 3), samples=10, bounces=3, key=0.15)
def window_light():
    parquet(5, 5)
    box((7, 0.1, 4), plaster("#d9cdbb", relief=0.0016, scale=12), (0, 1.0, 2), 0)
    box((7, 0.018, 0.11), glossy("#eae5db", 0.4), (0, 0.942, 0.055), 0.004)
    # A bench with a jug and dry branches.
    seat = wood("#6f4c31", "#4b3220", 2, 0.4, (0.9, 12, 12))
    box((0.95, 0.3, 0.04), seat, (0.15, 0.66, 0.44), 0.005)
    for x in (-0.24, 0.54):
        box((0.04, 0.26, 0.42), seat, (x, 0.66, 0.21), 0.004)
    vessel([(0.05, 0), (0.085, 0.04), (0.095, 0.12), (0.07, 0.2), (0.042, 0.25), (0.05, 0.28)], ceramic("#e9e1d3", 0.6, 0.0016, "#8f8069"), (-0.05, 0.66, 0.46), 0.006)
    twig = material("twig", lambda g: {"Base Color": g.mix(g.noise(60), "#5d432d", "#8b6a48")}, roughness=0.9)
    random = np.random.default_rng(21)
    for number in range(6):
        way, lean = random.uniform(0, 6.28), random.uniform(0.08, 0.28)
        stem = curve_through([(-0.05 + lean * t**1.5 * math.cos(way) + random.normal(0, 0.008), 0.66 + 0.4 * lean * t**1.5 * math.sin(way), 0.62 + 0.72 * t) for t in np.linspace(0, 1, 6)], 8)
        tube(stem, 0.0032, twig, radii=np.linspace(1.2, 0.3, len(stem)))
        for k in range(12, len(stem) - 2, 4):
            side = np.array([random.normal(0, 0.05), random.normal(0, 0.02), random.uniform(0.03, 0.09)])
            tube(curve_through([stem[k], stem[k] + side * 0.5 + (0, 0, 0.005), stem[k] + side], 5), 0.0016, twig, radii=np.linspace(1, 0.4, 11))
            for share in (0.5, 0.8, 1.0):
                ball(0.0042, glossy("#b5452f", 0.4), stem[k] + side * share + random.normal(0, 0.003, 3), 2)
    away = np.array([math.sin(math.radians(-132)), math.cos(math.radians(-132)), math.tan(math.radians(21))]) * 3.0
    board = plaster()
    turn = (0, 0, -132)
    at = lambda shift, lift: (away[0] + 0.05 + 0.67 * shift, away[1] + 0.9 - 0.743 * shift, away[2] + 0.85 + lift)
    for shift, wide in ((-1.95, 2.4), (-0.375, 0.035), (0.0, 0.07), (0.375, 0.035), (1.95, 2.4)):
        box((wide, 0.02, 5), board, at(shift, 0), 0, (0, 0, -48))
    for lift, tall in ((-1.9, 2.2), (-0.3, 0.03), (0.25, 0.03), (0.8, 0.03), (2.4, 2.2)):
        box((4, 0.02, tall), board, at(0, lift), 0, (0, 0, -48))
    sun(21, -132, 6.5, "#ffd09a", 0.55)
    softly_lit("#c9d3df", "#8f8a84", 0.17)
    camera((0.5, -2.45, 1.15), (0.08, 0.9, 0.98), 40, 5.6, (0, 0.8, 0.7))


@shot("row-of-doorways", (2, 3), samples=10, bounces=4, key=0.17)
def doorways():
    """Rooms one behind another, each lit through its own window."""
    parquet(2.6, 26)
    wall = plaster("#d8d2c5", relief=0.001, scale=16)
    white = glossy("#e8e4da", 0.4)
    for room in range(7):
        y = room * 2.7
        for side in (-1, 1):
            box((3, 0.16, 3.2), wall, (side * 2.05, y, 1.6), 0.003)
            box((0.11, 0.22, 2.24), white, (side * 0.6, y, 1.12), 0.006)
        box((1.1, 0.16, 1.0), wall, (0, y, 2.72), 0.003)
        box((1.314, 0.226, 0.11), white, (0, y, 2.242), 0.006)
        box((0.16, 2.7, 3.2), wall, (2.6, y + 1.35, 1.6), 0)
        for dy, wide in ((0.3, 0.9), (2.45, 0.9)):
            box((0.16, wide, 3.2), wall, (-2.6, y + dy, 1.6), 0)
        box((0.16, 2.7, 0.9), wall, (-2.6, y + 1.35, 2.75), 0)
        box((0.16, 2.7, 0.8), wall, (-2.6, y + 1.35, 0.4), 0)
    box((6, 30, 0.1), plaster("#ebe7de"), (0, 8, 3.2), 0)
    box((6, 0.1, 3.2), wall, (0, 18.9, 1.6), 0)
    frame = wood("#4a3424", "#332317", 3, 0.4)
    box((0.7, 0.03, 0.9), frame, (0, 18.83, 1.5), 0.005)
    box((0.62, 0.032, 0.82), material("canvas", lambda g: {"Base Color": g.mix(g.fit(g.noise(2.2, 3, 0.5), 0.4, 0.6), "#a84a33", "#274653")}, roughness=0.8), (0, 18.825, 1.5), 0)
    vessel([(0.07, 0), (0.14, 0.1), (0.15, 0.24), (0.08, 0.4), (0.09, 0.44)], ceramic("#8a5a3c", 0.5, 0.001), (0.42, 3.4, 0), 0.006)
    sun(24, -84, 6, "#ffe0b4", 0.6)
    sky(24, -84, 0.22)
    area((0, -2.4, 2.4), (0, 2, 1), 1.4, 14, "#dfe8f4")
    camera((0.1, -2.3, 1.45), (0.0, 8, 1.22), 32)


@shot("coral-steps", (1, 1), samples=14, bounces=4, key=0.24, quality=77)
def coral():
    """Painted steps between walls, up to the open sky."""
    tone, deep = "#d4694f", "#bd5440"
    paint = lambda shade: material(
        "paint",
        lambda g: {
            # Rain has run down it, and dust has risen from the ground.
            "Base Color": g.mix(
                g.fit(g.noise(2.2, 7, 0.66, g.coords(scale=(5, 5, 0.35))), 0.5, 0.75, (0, 0.32)),
                g.mix(g.fit(g.noise(0.9, 7, 0.6), 0.35, 0.7), shade, g.mix(0.14, shade, "#f4c9b0")),
                g.mix(0.4, shade, "#6f3a2e"),
            ),
            "Normal": g.bump(g.noise(55, 8, 0.68), 0.0022, 1.0, g.bump(g.noise(3.2, 4), 0.012)),
        },
        roughness=0.9,
        specular_ior_level=0.2,
    )
    wall, steps = paint(tone), paint("#d97860")
    random = np.random.default_rng(4)
    for number in range(17):
        box((2.2, 0.9, 0.6), steps, (0, number * 0.3 + 0.45, number * 0.17 - 0.13 + random.normal(0, 0.0015)), 0.014)
    box((0.35, 9, 6.2), wall, (-1.27, 4.4, 1.6), 0.02)
    box((3.0, 3.4, 9), paint(deep), (-2.9, 6.9, 1.6), 0.02)
    # The wall on the right steps down with the stairs, one landing at a time.
    for at, long_, top in ((-0.15, 1.5, 1.05), (1.5, 1.8, 2.0), (3.4, 2.0, 3.05), (5.6, 2.4, 4.15)):
        box((0.35, long_, 5), wall, (1.27, at + long_ / 2, top - 2.5), 0.02)
    box((4, 0.4, 3.4), paint(deep), (3.1, 5.2, 0.9), 0.02)
    box((3, 3, 0.3), steps, (0, 6.6, 2.6), 0.01)
    floor(paint("#c98468"), 300)
    box((30, 0.4, 2.1), wall, (14.2, 9.5, 1.05), 0.02)
    box((30, 0.4, 2.6), wall, (-18, 12, 1.3), 0.02)
    sun(44, 104, 6.5, "#ffeed2", 0.53)
    sky(44, 104, 0.11, dust=0.2)
    camera((-0.1, -3.7, 1.5), (-0.06, 3.0, 1.5), 30, shift=(0, 0.17))


@shot("concrete-columns", (3, 2), samples=10, bounces=3, key=0.16)
def columns():
    gray = concrete("#b3aea6", 0.0016)
    for number in range(14):
        y = number * 2.4
        box((0.42, 0.9, 6), gray, (1.9, y, 3), 0.012)
    box((7, 40, 0.5), gray, (-0.4, 14, 6.2), 0.02)
    box((0.4, 40, 7), gray, (-3.2, 14, 3), 0.01)
    floor(stone("#a9a198", "#8d867d", "#c4bdb2", 0.35, 0.8, 0.0015), 80)
    for number in range(40):
        box((7, 0.012, 0.01), material("joint", base_color="#5a554e", roughness=1), (-0.4, number * 1.2 - 2, 0.0005), 0)
    box((60, 0.4, 5), plaster("#8c9a8a"), (20, 46, 1.5), 0)
    sun(31, 78, 6.2, "#ffe2b6", 0.53)
    sky(31, 78, 0.13)
    camera((-1.1, -3.6, 1.55), (0.3, 12, 2.0), 27)


@shot("brick-in-low-sun", (3, 2), samples=10, bounces=2, key=0.19, quality=77)
def brick():
    random = np.random.default_rng(19)
    clay = material(
        "brick",
        lambda g: {"Base Color": g.mix(g.fit(g.noise(22, 5, 0.65), 0.3, 0.7), g.ramp(g.own(), [(0, "#7c3b28"), (0.3, "#9c4f35"), (0.6, "#b06446"), (0.85, "#8a4631"), (1, "#5d3428")]), g.ramp(g.own(), [(0, "#94503a"), (1, "#b98462")])), "Normal": g.bump(g.noise(60, 6, 0.65), 0.003, 1.0, g.bump(g.noise(11, 3), 0.005))},
        roughness=0.9, specular_ior_level=0.2,
    )
    mortar = material("mortar", lambda g: {"Base Color": g.mix(g.noise(20, 5), "#a79d8e", "#8a8174"), "Normal": g.bump(g.noise(160, 5, 0.7), 0.004)}, roughness=1)
    box((6, 0.1, 4), mortar, (0, 0.072, 1), 0)
    long_, high, gap = 0.24, 0.071, 0.011
    pattern = hide(box((long_, 0.11, high), clay, (0, 0, 0), 0.004, segments=2))
    half = hide(box((0.115, 0.11, high), clay, (0, 0, 0), 0.004, segments=2))
    for row in range(-2, 30):
        x = -1.9 + (0.125 if row % 2 else 0)
        while x < 1.9:
            # Flemish bond: a stretcher, a header, and so on.
            for thing, wide in ((pattern, long_), (half, 0.115)):
                x += wide / 2
                at = (x + random.normal(0, 0.0015), random.normal(0, 0.0022), row * (high + gap) + random.normal(0, 0.0012))
                again(thing, at, (random.normal(0, 0.6), random.normal(0, 0.5), random.normal(0, 0.5))).hide_render = False
                x += wide / 2 + gap
        x = 0
    iron = metal("#2a2b2c", 0.5)
    ring = np.linspace(0, 2 * math.pi, 60, endpoint=False)
    tube([(0.38 + 0.06 * math.cos(t), -0.078 - 0.012 * math.sin(t), 0.92 + 0.06 * math.sin(t) - 0.055) for t in ring], 0.008, iron, True, sides=6)
    lathe([(0, 0), (0.035, 0), (0.035, 0.008), (0.014, 0.014), (0, 0.03)], iron, 48, (0.38, -0.054, 0.925), 0).rotation_euler = (math.pi / 2, 0, 0)
    sun(17, 248, 5.5, "#ffc58c", 0.53)
    sky(17, 248, 0.14)
    camera((0.5, -1.75, 0.92), (0.22, 0, 0.92), 50, 8)
