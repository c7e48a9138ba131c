"""Leaves and flowers in close-up."""
import math

import numpy as np

from kit.graph import material
from kit.nature import fractal, value_noise
from kit.picture import shot
from kit.shapes import again, ball, box, curve_through, floor, grid, hide, lathe, thicken, tube
from kit.studio import ambient, area, camera, sky, softly_lit, sun
from kit.stuff import ceramic, plaster, wood
from scenes.still_life import vessel


def veins(width, height, count, sharp, seed=0):
    """How close a point of a leaf is to a vein, from 0 to 1; x goes across from -1 to 1, y along from 0 to 1."""
    x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(0, 1, height))
    side = np.abs(x)
    middle = np.exp(-((side / (0.018 + 0.03 * (1 - y))) ** 2))
    row = (y - 0.42 * side**0.85 + 0.012 * value_noise(x * 4, y * 4, seed)) * count + (x > 0) * 0.4
    near = np.abs(row - np.round(row))
    ribs = np.exp(-((near / (0.10 * (1.05 - side))) ** 2)) * (0.9 - 0.5 * side)
    netted = np.abs(value_noise(x * 26 + 3 * row, y * 60, seed + 1))
    net = np.exp(-((netted / 0.055) ** 2)) * 0.34
    fine = np.exp(-((np.abs(value_noise(x * 70, y * 160, seed + 2)) / 0.08) ** 2)) * 0.16
    return np.clip(np.maximum(np.maximum(middle, ribs * sharp), np.maximum(net, fine)), 0, 1)


def leaf_stuff(pattern, body, lit, vein, through=0.5):
    """A leaf that lets light through, less so where it is dry or thick."""

    def build(g):
        map_ = g.picture(pattern, data=True)
        spots = g.fit(g.noise(5, 4, 0.6, g.coords("UV")), 0.35, 0.7)
        tone = g.mix(map_, g.mix(spots, body, g.mix(0.25, body, "#12200c")), vein)
        front = g.node("BsdfPrincipled", {"Base Color": tone, "Roughness": 0.42, "Normal": g.bump(map_, 0.0012), "Specular IOR Level": 0.4})
        behind = g.node("BsdfTranslucent", {0: g.mix(map_, g.mix(spots, lit, g.mix(0.3, lit, "#20360c")), g.mix(0.5, lit, vein))})
        return {"Surface": g.node("MixShader", {0: through, 1: front, 2: behind})}

    return material("leaf", build)


def leaf(stuff, length, width, rows=80, columns=41, curl=0.1, droop=0.2, ripple=0.01, seed=0):
    """A leaf that extends along +Y from its stalk, facing up."""
    y = np.linspace(0, 1, rows)[:, None]
    x = np.linspace(-1, 1, columns)[None, :]
    outline = np.sin(np.pi * y**0.82) ** 0.75 * (1 - 0.35 * y)
    across = x * outline * width / 2
    wave = ripple * value_noise(x * 1.2 + 0 * y, y * 7 + 0 * x, seed) * np.abs(x) * length
    z = curl * np.abs(across) ** 1.2 - droop * length * y**2.2 + wave
    return grid(np.stack([across, y * length + 0 * x, z], axis=-1), stuff)


@shot("leaf-against-the-light", (3, 2), samples=14, bounces=3, key=0.17)
def backlit():
    stuff = leaf_stuff(veins(1100, 1500, 17, 1.0, 5), "#2c5a1c", "#8fc72a", "#d6e88a", 0.72)
    main = leaf(stuff, 0.24, 0.17, 200, 121, 0.35, 0.05, 0.02, 3)
    main.rotation_euler = (math.radians(90), math.radians(58), math.radians(6))
    main.location = (-0.118, 0.0, -0.062)
    dim = leaf_stuff(veins(200, 300, 12, 0.8, 2), "#1d3d15", "#4f8a22", "#8fb050", 0.55)
    random = np.random.default_rng(3)
    for _ in range(46):
        other = leaf(dim, random.uniform(0.15, 0.26), random.uniform(0.08, 0.14), 14, 9)
        other.location = (random.normal(0, 0.42), random.uniform(0.35, 1.6), random.normal(-0.05, 0.3))
        other.rotation_euler = tuple(random.uniform(-2, 2, 3))
    sun(38, 12, 5.5, "#fff3cf", 0.5)
    softly_lit("#cfe0c0", "#2c4a24", 0.5)
    camera((0.0, -0.36, 0.02), (0.0, 0, 0.03), 72, 3.2, (-0.01, 0, 0.03))


@shot("rosette", (1, 1), samples=16, bounces=4, key=0.15)
def echeveria():
    stuff = material(
        "succulent",
        lambda g: {
            "Base Color": g.mix(g.fit(g.node("SeparateXYZ", {0: g.coords("UV")}, out=1), 0.80, 1.0), g.mix(g.fit(g.noise(16, 4), 0.35, 0.7), "#7ea08c", "#a8bfae"), "#b8586a"),
            "Roughness": g.fit(g.noise(30, 4), 0.3, 0.7, (0.5, 0.75)),
            "Normal": g.bump(g.noise(260, 3), 0.00025),
        },
        subsurface_weight=0.35,
        subsurface_radius=(0.004, 0.006, 0.003),
        subsurface_scale=1,
        sheen_weight=0.25,
    )
    random = np.random.default_rng(7)
    rows, columns = 40, 32
    v = np.linspace(0, 1, rows)[:, None]
    u = np.linspace(0, 2 * np.pi, columns, endpoint=False)[None, :]
    for number in range(62):
        t = number / 62
        size = 0.012 + 0.05 * t**0.75
        lift = math.radians(84 - 74 * t**0.8) + random.normal(0, 0.03)
        spin = number * math.radians(137.508) + random.normal(0, 0.03)
        outline = (np.sin(np.pi * np.clip(v, 0, 1) ** 1.5 * 0.96 + 0.06)) ** 0.6 * (1 - v**9)
        wide, thick = 0.36 * size * outline, 0.085 * size * outline * (1 - 0.4 * v)
        x = wide * np.cos(u)
        z = thick * np.sin(u) + 0.28 * size * (v**2) + 1.3 * x**2 / size
        y = v * size * 1.0 + 0 * u
        # The tip ends in a small point.
        y = y + 0.05 * size * np.exp(-((np.abs(x) / (0.06 * size)) ** 2)) * (v > 0.9)
        radius = 0.002 + 0.007 * t
        a, b = math.cos(lift), math.sin(lift)
        out, up = radius + y * a - z * b, y * b + z * a - 0.012 * t
        c, s = math.cos(spin), math.sin(spin)
        grid(np.stack([out * c - x * s, out * s + x * c, up], axis=-1), stuff, closed=(False, True))
    soil = material("soil", lambda g: {"Base Color": g.mix(g.noise(90, 4), "#1a120c", "#4a3828"), "Normal": g.bump(g.noise(150, 5), 0.006)}, roughness=1)
    floor(soil, 2, -0.02)
    pebble = hide(ball(0.004, material("pebble", lambda g: {"Base Color": g.mix(g.own(), "#8a8078", "#3f3a36")}, roughness=0.8), detail=2, scale=(1, 0.8, 0.6)))
    for _ in range(900):
        x, y = random.uniform(-0.2, 0.2, 2)
        again(pebble, (x, y, -0.0195), random.uniform(0, 360, 3), random.uniform(0.4, 1.2)).hide_render = False
    area((-0.35, 0.3, 0.35), (0, 0, 0), (0.25, 0.35), 3.2, "#fff4e2")
    softly_lit("#dfe9ee", "#6d7a70", 0.22)
    camera((0.03, -0.16, 0.235), (0.002, -0.004, 0.012), 62, 5.6, (0, -0.018, 0.03))


@shot("palm-leaf", (2, 3), samples=14, bounces=3, key=0.13, quality=77)
def palm():
    green = leaf_stuff(np.tile(0.35 + 0.35 * np.sin(np.linspace(0, 60, 240))[None, :], (40, 1)), "#1c4a2c", "#5f9a38", "#3f7540", 0.35)
    rib = material("rib", base_color="#7a8a3c", roughness=0.5)
    random = np.random.default_rng(1)
    for base, lean, depth in (((-0.16, -0.36), 0.26, 0.0), ((0.3, -0.5), -0.35, 0.3), ((-0.4, -0.4), 0.1, 0.45)):
        line = [np.array([base[0] + lean * t**1.4, depth - 0.1 * t**2, base[1] + 0.95 * t - 0.10 * t**3]) for t in np.linspace(0, 1, 60)]
        tube(line, 0.006, rib, radii=np.linspace(1.2, 0.3, 60))
        for number in range(3, 59):
            t = number / 59
            for way in (-1, 1):
                length = 0.36 * math.sin(math.pi * (0.12 + 0.82 * t)) ** 0.8 * random.uniform(0.92, 1.05)
                blade = leaf(green, length, 0.021, 26, 7, 9.0, 0.22 + random.normal(0, 0.05), 0.0)
                blade.location = line[number]
                up = math.radians(36 + 30 * t + random.normal(0, 2.5))
                blade.rotation_euler = (up if way > 0 else up, 0, math.radians(-90 * way + random.normal(0, 3)))
                blade.rotation_euler = (up, math.radians(way * 35), math.radians(-90 * way - lean * 25))
    sun(50, 35, 5, "#fff0cc", 0.5)
    softly_lit("#a9c4b0", "#0d1f16", 0.35)
    camera((0.02, -1.15, 0.05), (0.02, 0, 0.06), 58, 4, (0, -0.02, 0.1))


def sword_leaf(stuff, length, width, lean, way, turn, seed):
    """A stiff leaf that stands up, hollow along its middle and twisted by `turn` radians. @param lean at its tip, in meters"""
    v = np.linspace(0, 1, 90)[:, None]
    u = np.linspace(-1, 1, 25)[None, :]
    out = 0.012 + lean * v**1.6
    wave = 0.012 * length * value_noise(v * 3 + 0 * u, 0 * v + 0 * u + seed, seed)
    middle = np.stack([out * math.cos(way) + wave, out * math.sin(way) - wave, length * v - 0.25 * lean * v**2 + 0 * u], axis=-1)
    half = width / 2 * (0.62 + 0.38 * np.sin(np.pi * np.clip(v * 1.15, 0, 1))) * np.clip(1 - v**5, 0, 1) ** 0.8
    angle = way + math.pi / 2 + turn * v + 0.1 * value_noise(v * 2.5, 0 * v + seed, seed + 1)
    side, face = np.stack([np.cos(angle), np.sin(angle), 0 * angle], axis=-1), np.stack([-np.sin(angle), np.cos(angle), 0 * angle], axis=-1)
    hollow = (0.42 - 0.25 * v) * half * u**2 + 0.05 * half * value_noise(u * 1.5 + 0 * v, v * 9 + 0 * u, seed + 2)
    return thicken(grid(middle + side * (half * u)[:, :, None] + face * hollow[:, :, None], stuff), 0.0022)


@shot("snake-plant", (4, 5), samples=20, bounces=4, key=0.2, stops=0.3)
def snake_plant():
    """A snake plant in a clay pot on a sideboard, and its shadow on the wall."""
    y, x = np.meshgrid(np.linspace(0, 1, 900), np.linspace(-1, 1, 160), indexing="ij")
    bent = y * 26 + 1.3 * fractal(x * 1.6, y * 14, 4, 0.6, 3) - 0.5 * np.abs(x)
    bands = np.clip(0.5 + 0.8 * value_noise(bent, x * 0.8, 5) + 0.35 * fractal(x * 10, y * 90, 3, 0.6, 9), 0, 1)
    rim = np.clip((np.abs(x) - 0.80 - 0.05 * value_noise(x * 0 + np.sign(x), y * 22, 4)) / 0.05, 0, 1)
    streaks = 0.5 + 0.5 * fractal(x * 26, y * 5, 4, 0.6, 2)
    pattern = np.clip(np.stack([bands, rim, streaks], axis=-1), 0, 1)

    def build(g):
        band, edge, streak = (g.node("SeparateColor", {0: g.picture(pattern, data=True)}, out=number) for number in range(3))
        body = g.mix(band, "#1d3826", g.mix(streak, "#5d7f58", "#7d9a72"))
        tone = g.mix(edge, body, g.mix(streak, "#a9a548", "#cfc873"))
        return {
            "Base Color": g.mix(g.fit(g.noise(25, 4, 0.6), 0.35, 0.75, (0, 0.3)), tone, "#39492c"),
            "Normal": g.bump(g.math("ADD", streak, g.math("MULTIPLY", g.noise(700, 3), 0.4)), 0.0003),
            "Roughness": g.fit(g.noise(30, 4), 0.3, 0.7, (0.34, 0.5)),
        }

    stuff = material("snake leaf", build, subsurface_weight=0.08, subsurface_radius=(0.002, 0.004, 0.001), subsurface_scale=1)
    random = np.random.default_rng(12)
    pot = 0.145
    for number in range(13):
        way = number * math.radians(137.5) + random.normal(0, 0.2)
        length = random.uniform(0.3, 0.46) if number else 0.5
        leaf_ = sword_leaf(stuff, length, random.uniform(0.046, 0.06), random.uniform(0.03, 0.1) * (number > 0), way, random.normal(0, 0.9), number * 7 + 1)
        root = 0.0 if number == 0 else random.uniform(0.012, 0.04)
        leaf_.location = (root * math.cos(way), root * math.sin(way), pot - 0.025)
    clay = material(
        "clay",
        lambda g: {
            "Base Color": g.mix(g.fit(g.noise(14, 6, 0.65), 0.42, 0.68), g.mix(g.noise(60, 4), "#a9593a", "#b96a48"), g.mix(g.noise(40, 4), "#c79a80", "#b07a5e")),
            "Normal": g.bump(g.noise(160, 5, 0.65), 0.0006, 1.0, g.bump(g.bands(60, direction="Z", distort=0.6), 0.0003)),
        },
        roughness=0.85, specular_ior_level=0.2,
    )
    vessel([(0.055, 0), (0.06, 0.001), (0.082, 0.112), (0.0825, 0.115), (0.092, 0.116), (0.0925, 0.118), (0.096, 0.143), (0.0955, pot)], clay, (0, 0, 0.008), 0.007, 160)
    vessel([(0.07, 0), (0.074, 0.001), (0.092, 0.02), (0.093, 0.022)], clay, (0, 0, 0), 0.005, 160)
    soil = material("soil", lambda g: {"Base Color": g.mix(g.noise(90, 4), "#17110c", "#45352a"), "Normal": g.bump(g.noise(200, 5), 0.006)}, roughness=1)
    lathe([(0, pot - 0.012), (0.05, pot - 0.014), (0.087, pot - 0.018)], soil, 96, (0, 0, 0), 0)
    grain = hide(ball(0.0032, soil, detail=2))
    for _ in range(420):
        away, way = 0.085 * random.uniform(0, 1) ** 0.5, random.uniform(0, 6.28)
        again(grain, (away * math.cos(way), away * math.sin(way), pot - 0.0155), random.uniform(0, 360, 3), random.uniform(0.3, 1.2)).hide_render = False
    oak = wood("#8c6442", "#60422a", 2.0, 0.42, (0.9, 12, 12))
    box((2.4, 0.46, 0.035), oak, (0.2, 0.0, -0.0175), 0.003)
    box((2.36, 0.44, 0.4), oak, (0.2, 0.0, -0.24), 0.003)
    box((6, 0.1, 4), plaster("#d5cec0", relief=0.0016, scale=12), (0, 0.31, 0.5), 0)
    vessel([(0.028, 0), (0.034, 0.002), (0.05, 0.03), (0.046, 0.06), (0.02, 0.085), (0.013, 0.1), (0.0145, 0.125), (0.018, 0.13)], ceramic("#e6ddcd", 0.5, 0.001, "#6b5a47", 0.1), (0.24, -0.03, 0), 0.003, 160)
    sun(30, -128, 5.2, "#ffdcae", 0.8)
    softly_lit("#dfe6ee", "#9a9288", 0.3)
    # A window outside the picture: the sun shines through two of its panes.
    away = np.array([math.sin(math.radians(-128)), math.cos(math.radians(-128)), math.tan(math.radians(30))]) * 1.7
    for shift in (-0.98, -0.02, 0.94):
        wide = 1.1 if abs(shift) > 0.5 else 0.03
        box((wide, 0.02, 3.4), plaster(), (away[0] + 0.616 * shift, away[1] - 0.788 * shift, away[2] + 0.3), 0, (0, 0, -52))
    camera((0.1, -1.75, 0.34), (0.09, 0.0, 0.34), 66, 5.6, (0, -0.03, 0.34), (0, -0.07))
