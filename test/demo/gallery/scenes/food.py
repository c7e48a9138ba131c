"""Food in close-up."""
import math

import numpy as np

from kit.graph import material
from kit.nature import fractal, let_fall, places
from kit.picture import shot
from kit.shapes import again, ball, box, curve_through, floor, grid, hide, lathe, shape_by, sweep, tube
from kit.studio import ambient, area, camera, softly_lit, sun
from kit.stuff import ceramic, glossy, linen, marble, plaster, stone, wood
from scenes.still_life import citrus, vessel


def macaron(shell, filling):
    """Two shells with the ruffled foot that baking gives them, and the filling between them. Returns the parts."""
    size = 0.021
    foot = lambda a, z, r: r + 0.0011 * np.sin(a * 37 + 900 * z) * np.exp(-(((z - 0.0018) / 0.0014) ** 2)) + 0.0006 * np.sin(a * 61)  * np.exp(-(((z - 0.0014) / 0.0012) ** 2))
    profile = [(0, 0.0), (size * 0.9, 0.0002), (size * 1.02, 0.0012), (size * 1.0, 0.0026), (size * 0.985, 0.0034), (size * 0.97, 0.0055), (size * 0.84, 0.0092), (size * 0.5, 0.0118), (0, 0.0125)]
    top = lathe(profile, shell, 220, smooth_profile=7, wobble=foot)
    low = again(top, (0, 0, 0), (180, 0, 30))
    cream = lathe([(0, -0.0022), (size * 0.86, -0.0022), (size * 0.93, 0), (size * 0.86, 0.0022), (0, 0.0022)], filling, 96, smooth_profile=5)
    return top, low, cream


def place_macaron(parts, at, tilt=(0, 0, 0)):
    """@param at its middle"""
    from mathutils import Euler, Vector

    turn = Euler([math.radians(a) for a in tilt])
    for part, (lift, flip) in zip(parts, ((0.0019, False), (-0.0019, True), (0, False))):
        spot = Vector(at) + turn.to_matrix() @ Vector((0, 0, lift))
        copy = again(part, spot)
        own = Euler((math.pi if flip else 0, 0, 0.5 if flip else 0))
        copy.rotation_euler = (turn.to_matrix() @ own.to_matrix()).to_euler()
        copy.hide_render = False


@shot("macarons", (3, 2), samples=12, bounces=3, key=0.24, stops=0.5)
def macarons():
    meringue = lambda tone: material(
        "meringue",
        lambda g: {"Base Color": g.mix(g.fit(g.noise(700, 4, 0.6), 0.45, 0.7), tone, g.mix(0.2, tone, "#7a5a48")), "Normal": g.bump(g.noise(900, 4, 0.6), 0.0003)},
        roughness=0.55, subsurface_weight=0.3, subsurface_radius=(0.004, 0.003, 0.002), subsurface_scale=1,
    )
    kinds = [("#e3a5ab", "#f3e6e2"), ("#bcd0a4", "#f1ecdc"), ("#d9b48a", "#5b3521"), ("#b9add2", "#ece6f2"), ("#efdca0", "#fbf5e3")]
    patterns = []
    for tone, cream in kinds:
        parts = macaron(meringue(tone), glossy(cream, 0.5, 0, 0.3))
        patterns.append([hide(part) for part in parts])
    high = 0.0145 * 2 + 0.0005
    for kind, at, tilt in (
        (0, (-0.03, 0.012, high / 2), (0, 0, 0)), (1, (-0.029, 0.0135, high * 1.5 - 0.0008), (2, -2, 40)), (3, (-0.031, 0.011, high * 2.5 - 0.0016), (-2, 3, 90)),
        (2, (0.02, 0.02, high / 2), (0, 0, 70)), (4, (0.022, 0.0185, high * 1.5 - 0.0008), (-3, 1, 10)),
        (0, (0.0245, -0.028, 0.0215), (0, 66, 24)), (1, (0.082, 0.04, high / 2), (0, 0, 0)), (4, (-0.1, 0.06, high / 2), (0, 0, 0)), (3, (0.112, 0.012, high / 2), (0, 0, 15)),
    ):
        place_macaron(patterns[kind], at, tilt)
    box((1.4, 1.2, 0.03), marble("#ece6e0", "#b09a92", 0.25, 4), (0, 0, -0.015), 0.002)
    box((3, 0.05, 2), plaster("#e2c9bf", relief=0.0008), (0, 0.62, 0.6), 0)
    area((-0.5, 0.3, 0.35), (0, 0, 0.03), (0.3, 0.4), 7, "#fff2e4")
    softly_lit("#f6efe8", "#c9b4a8", 0.28)
    camera((0.03, -0.38, 0.12), (0.0, 0.0, 0.036), 75, 4.5, (-0.01, -0.01, 0.04))


def pear(tone, blush):
    skin = material(
        "pear",
        lambda g: {
            "Base Color": g.mix(g.fit(g.cells(900), 0.1, 0.22, (0.55, 0)), g.mix(g.fit(g.noise(16, 4), 0.4, 0.68), tone, blush), "#6b5228"),
            "Normal": g.bump(g.noise(90, 4), 0.0008),
            "Roughness": g.fit(g.noise(60, 4), 0.3, 0.7, (0.32, 0.5)),
        },
        subsurface_weight=0.2, subsurface_radius=(0.006, 0.004, 0.001), subsurface_scale=1,
    )
    size = 0.036
    bend = lambda a, z, r: r * (1 + 0.03 * np.sin(a + 1) + 0.02 * np.sin(2 * a + 40 * z))
    profile = [(0, -0.94), (0.12, -0.96), (0.3, -1.0), (0.72, -0.86), (1.0, -0.35), (0.96, 0.12), (0.68, 0.66), (0.45, 1.1), (0.35, 1.4), (0.22, 1.53), (0.08, 1.5), (0, 1.47)]
    body = lathe([(r * size, (z + 1) * size) for r, z in profile], skin, 96, smooth_profile=8, wobble=bend)
    shape_by(body, lambda p: p + np.stack([2.2 * np.clip(p[:, 2] - 0.04, 0, None) ** 2, 0 * p[:, 0], 0 * p[:, 0]], axis=-1))
    stalk = material("stalk", lambda g: {"Base Color": g.mix(g.noise(200), "#4a3420", "#7b6038"), "Normal": g.bump(g.noise(500), 0.0004)}, roughness=0.8)
    stem = tube(curve_through([(0.0055, 0, 0.088), (0.0075, 0.001, 0.098), (0.012, 0.001, 0.107), (0.019, 0, 0.114)], 6), 0.0016, stalk, radii=[1.0] * 14 + [1.2, 1.4, 1.6, 1.7, 1.5])
    return body, stem


@shot("three-pears", (4, 5), samples=12, bounces=3, key=0.055)
def pears():
    body, stem = pear("#b7a943", "#b5682e")
    hide(body), hide(stem)
    for at, turn in (((-0.055, 0.02, 0), 30), ((0.035, 0.035, 0), 150)):
        for part in (body, stem):
            again(part, at, (0, 0, turn)).hide_render = False
    lying = ((0.02, -0.055, 0.034), (-84, 0, 62))
    for part in (body, stem):
        again(part, lying[0], lying[1]).hide_render = False
    box((1.6, 0.9, 0.05), wood("#5d4430", "#38261a", 2, 0.5, (0.9, 12, 12)), (0, -0.1, -0.025), 0.004)
    box((4, 0.05, 3), plaster("#4f4a44", relief=0.003, scale=7), (0, 0.42, 0.6), 0)
    area((-0.75, 0.1, 0.42), (0, 0, 0.05), (0.35, 0.45), 10, "#ffe9c8")
    ambient("#56606c", 0.05)
    camera((0.03, -0.66, 0.17), (0.0, 0.01, 0.06), 92, 5.0, (0.0, -0.03, 0.06))


@shot("oranges-in-the-sun", (1, 1), samples=12, bounces=3, key=0.26, stops=0.6)
def oranges():
    fruit = [citrus("#ee8a1c", "#e0700f", 0.92, 0.037), citrus("#f0931f", "#d96a10", 0.95, 0.035)]
    for number, (x, y, turn) in enumerate(((-0.06, 0.03, 20), (0.025, 0.055, 130), (0.0, -0.035, 250))):
        again(fruit[number % 2], (x, y, 0.0335), (70 + 25 * number, 10 * number, turn))
    again(fruit[0], (0.11, -0.03, 0.034), (100, 0, 60))
    for thing in fruit:
        hide(thing)
    for thing in list(fruit[0].users_scene[0].objects):
        if thing.name.startswith("turned.") and thing not in fruit:
            thing.hide_render = False
    sweep(plaster("#e9cdb4", relief=0.0006, scale=30), 6, 1.5, 3, 0.3, 0.6)
    sun(36, -110, 5.5, "#ffe9c8", 0.8)
    softly_lit("#eef2f6", "#c8a488", 0.4)
    camera((0.08, -0.52, 0.36), (0.03, 0.005, 0.025), 76, 6.3, (0, -0.03, 0.04))


@shot("penne", (4, 5), samples=10, bounces=3, key=0.2, quality=77)
def penne():
    """Ridged pasta tubes, cut at an angle, as they fell."""
    durum = material(
        "durum",
        lambda g: {"Base Color": g.mix(g.fit(g.noise(240, 4), 0.35, 0.7), g.mix(g.own(), "#e3b45c", "#eec779"), "#d79f45"), "Normal": g.bump(g.noise(900, 3), 0.00015)},
        roughness=0.5, subsurface_weight=0.35, subsurface_radius=(0.005, 0.003, 0.001), subsurface_scale=1,
    )
    angle = np.linspace(0, 2 * math.pi, 120, endpoint=False)
    def ring(radius, z, groove):
        r = radius + groove * np.abs(np.sin(angle * 11))
        x, y = r * np.cos(angle), r * np.sin(angle)
        return np.stack([x, y, z + 0.9 * x * z / 0.018], axis=-1)
    rows = [ring(0.0037, z, 0) for z in np.linspace(0.018, -0.018, 10)] + [ring(0.0049, z, 0.0004) for z in np.linspace(-0.018, 0.018, 14)]
    pattern = hide(grid(rows + rows[:1], durum, True, (False, True)))
    random = np.random.default_rng(11)
    falling = []
    for number in range(150):
        thing = again(pattern, (random.uniform(-0.075, 0.075), random.uniform(-0.09, 0.09), 0.02 + 0.0022 * number), random.uniform(0, 360, 3))
        thing.hide_render = False
        falling.append(thing)
    floor_ = box((1, 1, 0.02), stone("#3b3f44", "#2a2d31", "#565b60", 0.6, 2), (0, 0, -0.01), 0)
    walls = [hide(box(size, None, at, 0)) for size, at in [((0.4, 0.02, 0.8), (0, 0.12, 0.4)), ((0.4, 0.02, 0.8), (0, -0.12, 0.4)), ((0.02, 0.4, 0.8), (0.105, 0, 0.4)), ((0.02, 0.4, 0.8), (-0.105, 0, 0.4))]]
    simple = lathe([(0, -0.021), (0.0052, -0.02), (0.0052, 0.02), (0, 0.021)], None, 10, smooth_profile=0)
    let_fall(falling, [floor_, *walls], simple, 120, 0.5, 0.0)
    area((-0.35, 0.3, 0.3), (0, 0, 0), (0.2, 0.3), 3.4, "#fff0da")
    softly_lit("#e7ecf2", "#8c8378", 0.16)
    camera((0.01, -0.13, 0.30), (0.0, -0.003, 0.015), 62, 5.6, (0, -0.03, 0.03))


@shot("broken-chocolate", (3, 2), samples=12, bounces=3, key=0.09)
def chocolate():
    cocoa = material(
        "cocoa",
        lambda g: {"Base Color": g.mix(g.fit(g.noise(60, 4), 0.4, 0.7), "#3a1d10", "#4b2817"), "Normal": g.bump(g.noise(1400, 3), 0.00012, 1.0, g.bump(g.noise(40, 3), 0.0005)), "Roughness": g.fit(g.noise(80, 4), 0.3, 0.7, (0.28, 0.45))},
        specular_ior_level=0.5,
    )
    n = 36
    def slab(columns, rows, seed):
        """A piece of a chocolate bar: flat below, a truncated pyramid for each square, broken edges."""
        side = 0.022
        x, y = np.meshgrid(np.linspace(0, columns, columns * n), np.linspace(0, rows, rows * n))
        inside = np.minimum(np.minimum(x % 1, 1 - x % 1), np.minimum(y % 1, 1 - y % 1))
        z = 0.0042 + 0.0048 * np.clip((inside - 0.05) / 0.16, 0, 1)
        # Rounded like a mold.
        for _ in range(2):
            z = (z + np.roll(z, 1, 0) + np.roll(z, -1, 0) + np.roll(z, 1, 1) + np.roll(z, -1, 1)) / 5
        rough = 0.0011 * fractal(x * 9, y * 9, 4, 0.6, seed)
        px = (x - columns / 2) * side + rough * ((x < 0.04) | (x > columns - 0.04))
        py = (y - rows / 2) * side + rough * ((y < 0.04) | (y > rows - 0.04))
        top = np.stack([px, py, z], axis=-1)
        edge = np.concatenate([top[0, :], top[1:, -1], top[-1, -2::-1], top[-2:0:-1, 0]])
        low = edge * (1, 1, 0)
        k = len(edge)
        middle = edge * (1, 1, 0.5) + np.stack([0.0009 * fractal(np.arange(k) / 7, np.zeros(k) + s, 3, 0.6, seed + s) for s in (1, 2)] + [np.zeros(k)], axis=-1)
        return [grid(top, cocoa), grid([edge, middle, low], cocoa, True, (False, True))]
    for columns, rows, at, turn in ((3, 2, (-0.02, 0.015, 0), (0, 0, 14)), (2, 2, (0.052, 0.03, 0.0075), (11, -9, -32)), (1, 2, (0.03, -0.035, 0), (0, 0, 64)), (1, 1, (-0.055, -0.036, 0), (0, 0, -25)), (2, 1, (-0.098, 0.03, 0), (0, 0, 78)), (3, 3, (0.06, 0.09, 0), (0, 0, 8))):
        for part in slab(columns, rows, columns * 7 + rows):
            part.location, part.rotation_euler = at, tuple(math.radians(a) for a in turn)
    crumb = hide(shape_by(ball(0.0016, cocoa, detail=2), lambda p: p * (1 + 0.35 * fractal(p[:, :1] * 900, p[:, 1:2] * 900, 2, 0.5, 3))))
    random = np.random.default_rng(4)
    for _ in range(150):
        x, y = random.normal(0, 0.06, 2)
        size = random.exponential(0.45) + 0.12
        again(crumb, (x, y - 0.01, 0.001 * size), random.uniform(0, 360, 3), size).hide_render = False
    box((1, 1, 0.02), stone("#55514d", "#3c3936", "#77726c", 0.55, 2.5), (0, 0, -0.01), 0)
    area((-0.3, 0.32, 0.22), (0, 0, 0), (0.22, 0.3), 2.2, "#ffeeda")
    ambient("#7f8894", 0.09)
    camera((0.02, -0.22, 0.13), (0.0, 0.0, 0.003), 70, 4.5, (0, -0.02, 0.008))


@shot("blueberries", (1, 1), samples=12, bounces=3, key=0.13, quality=77)
def blueberries():
    skin = material(
        "blueberry",
        lambda g: {
            "Base Color": g.mix(g.fit(g.noise(70, 5, 0.6), 0.35, 0.62), "#161b36", g.mix(g.own(), "#5d6d9c", "#7d8bb4")),
            "Roughness": g.fit(g.noise(70, 5, 0.6), 0.35, 0.62, (0.3, 0.75)),
            "Normal": g.bump(g.noise(400, 3), 0.0002),
        },
    )
    size = 0.0072
    crown = lambda a, z, r: r + 0.0006 * np.sin(5 * a) * (z > 0.72 * size)
    pattern = hide(lathe([(0, -0.86 * size), (0.5 * size, -0.78 * size), (0.94 * size, -0.3 * size), (1.0 * size, 0.1 * size), (0.8 * size, 0.58 * size), (0.46 * size, 0.76 * size), (0.4 * size, 0.92 * size), (0.33 * size, 0.9 * size), (0.3 * size, 0.7 * size), (0, 0.62 * size)], skin, 40, smooth_profile=5, wobble=crown))
    bowl = vessel([(0.026, 0), (0.03, 0.005), (0.052, 0.02), (0.066, 0.042)], ceramic("#e7e0d2", 0.3, 0.0006, "#8a7a62", 0.3), (0, 0, 0), 0.0035)
    table = box((1.4, 1.2, 0.03), wood("#8a6a4c", "#5f452f", 2.2, 0.5, (0.9, 12, 12)), (0, 0, -0.015), 0.002)
    random = np.random.default_rng(16)
    falling = []
    for number in range(120):
        thing = again(pattern, (random.uniform(-0.028, 0.028), random.uniform(-0.028, 0.028), 0.025 + 0.0028 * number), random.uniform(0, 360, 3), random.uniform(0.85, 1.12))
        thing.hide_render = False
        falling.append(thing)
    for at in ((0.085, -0.04), (0.098, -0.02), (-0.07, -0.065), (0.05, -0.078)):
        thing = again(pattern, (*at, 0.012), random.uniform(0, 360, 3))
        thing.hide_render = False
        falling.append(thing)
    let_fall(falling, [bowl, table], ball(size * 0.98, detail=2), 110, 0.5, 0.0)
    area((-0.45, 0.3, 0.35), (0, 0, 0.03), (0.3, 0.4), 5.5, "#fff4e4")
    softly_lit("#e4ebf2", "#8a8178", 0.16)
    camera((0.06, -0.3, 0.29), (0.008, -0.006, 0.024), 75, 4.5, (0, -0.02, 0.045))
