"""Small everyday objects: keys, books, candles, capsules, a stone garden."""
import math

import numpy as np

from kit.graph import material
from kit.nature import fractal, let_fall, places, value_noise
from kit.picture import shot
from kit.shapes import again, ball, box, curve_through, floor, grid, hide, lathe, shape_by, sweep, tube
from kit.studio import ambient, area, camera, lamp, sky, softly_lit, sun
from kit.stuff import ceramic, glossy, linen, marble, metal, plaster, stone, wood


@shot("piano-keys", (3, 2), samples=12, bounces=3, key=0.12)
def piano():
    ivory = material("ivory", lambda g: {"Base Color": g.mix(g.fit(g.noise(30, 3), 0.35, 0.7), "#ece5d3", "#e2d8c0"), "Roughness": g.fit(g.noise(70, 4), 0.3, 0.7, (0.14, 0.3))}, coat_weight=0.3, subsurface_weight=0.15, subsurface_radius=(0.003, 0.002, 0.001), subsurface_scale=1)
    ebony = glossy("#0e0d0d", 0.22, 0.4)
    wide = 0.0235
    for number in range(-12, 15):
        sunk = 0.0055 if number == 1 else 0.0
        key = box((wide - 0.0011, 0.148, 0.02), ivory, (number * wide, 0, -0.01 - sunk), 0.0011, (1.6 if sunk else 0, 0, 0))
        del key
        if number % 7 in (0, 1, 3, 4, 5):
            shift = {0: -0.0018, 1: 0.0018, 3: -0.0024, 4: 0, 5: 0.0024}[number % 7]
            top = [[(x * (0.0052 + 0.0008 * low), (-0.016 - 0.0042 * (1 - low) if y < 0 else 0.08), 0.0115 * (1 - low) + 0.0 * y) for x in (-1, 1)] for y, low in ((-1, 1), (-1, 0), (1, 0))]
            del top
            part = box((0.0105, 0.095, 0.012), ebony, ((number + 0.5) * wide + shift, 0.0275, 0.006), 0.0016, (0, 0, 0), 4)
            shape_by(part, lambda p: np.stack([p[:, 0] * np.where(p[:, 2] > 0, 0.86, 1.0), p[:, 1] + np.where((p[:, 1] < 0) & (p[:, 2] > 0), 0.0045, 0), p[:, 2]], axis=-1))
    lacquer = glossy("#120d0b", 0.12, 0.6)
    box((1, 0.03, 0.06), lacquer, (0, 0.09, 0.026), 0.003)
    box((1, 0.008, 0.004), material("felt", base_color="#6d1220", roughness=1, sheen_weight=0.8), (0, 0.0725, 0.0015), 0.001)
    box((1, 0.03, 0.03), lacquer, (0, -0.092, -0.026), 0.003)
    area((-0.5, 0.25, 0.25), (0, 0, 0), (0.25, 0.3), 4.2, "#ffe6c4")
    area((0.5, -0.3, 0.4), (0, 0, 0), (0.3, 0.3), 0.6, "#b4c9ee")
    ambient("#2c3038", 0.12)
    camera((-0.165, -0.15, 0.085), (-0.02, 0.0, 0.0), 62, 3.5, (-0.045, -0.035, 0.003))


@shot("cloth-bound-books", (4, 5), samples=10, bounces=3, key=0.11, quality=77)
def books():
    random = np.random.default_rng(33)
    tones = ["#2e4a4f", "#7c2f2a", "#c9a15a", "#d9cdb4", "#38465f", "#56603e", "#a75a34", "#1f2a33", "#b9b09d", "#6a3a4a", "#8a7a5a"]
    shelf = wood("#5e4029", "#3c2717", 2, 0.4, (0.9, 12, 12))
    paper = material("pages", lambda g: {"Base Color": g.mix(g.fit(g.bands(400, g.coords(), 0.3, 1, "X"), 0, 1), "#d9c9a8", "#efe4cc")}, roughness=0.95)
    gold = metal("#b8924e", 0.35)
    for row, z in enumerate((0.0, 0.34)):
        x = -0.42
        while x < 0.42:
            thick, tall, deep = random.uniform(0.018, 0.048), random.uniform(0.19, 0.265), random.uniform(0.13, 0.165)
            tone = tones[random.integers(len(tones))]
            cloth = material(
                "cloth",
                lambda g, tone=tone: {"Base Color": g.mix(g.fit(g.noise(35, 5, 0.6), 0.35, 0.72), tone, g.mix(0.22, tone, "#e8dcc4")), "Normal": g.bump(g.math("MULTIPLY", g.bands(1300, g.coords(), 0.6, 1, "X"), g.bands(1300, g.coords(), 0.6, 1, "Z")), 0.00018)},
                roughness=0.85, sheen_weight=0.2,
            )
            lean = random.normal(0, 0.5) if random.uniform() > 0.12 else random.choice([-4, 4])
            parts = [box((thick - 0.004, deep - 0.006, tall - 0.008), paper, (0, 0.0, tall / 2), 0.001)]
            for side in (-1, 1):
                parts.append(box((0.0028, deep, tall), cloth, (side * (thick / 2 - 0.0014), 0, tall / 2), 0.001))
            a = np.linspace(-1, 1, 17)
            spine = np.stack([a * thick / 2, -deep / 2 - 0.0045 * np.sqrt(1 - 0.92 * a**2), 0 * a], axis=-1)
            parts.append(grid([spine + (0, 0, h) for h in (0.001, 0.0025, tall - 0.0025, tall - 0.001)], cloth))
            for share in random.choice([0.12, 0.2, 0.78, 0.88], 2, replace=False):
                parts.append(grid([spine * (0.98, 1, 1) + (0, -0.00035, tall * share + h) for h in (0, 0.0016)], gold))
            if random.uniform() < 0.6:
                parts.append(grid([spine[4:13] + (0, -0.0004, tall * 0.62 + h) for h in (0, 0.034)], material("label", base_color=random.choice(["#d8c9a4", "#22262a", "#7c2f2a"]), roughness=0.7)))
            push = random.normal(0, 0.006)
            for part in parts:
                part.location = (part.location[0] + x + thick / 2, part.location[1] + push + (0.165 - deep) * -0.5, part.location[2] + z)
                part.rotation_euler = (0, math.radians(lean), 0)
            x += thick + 0.0012 + (0.012 if abs(lean) > 2 else 0)
        box((1.4, 0.24, 0.026), shelf, (0, 0.02, z - 0.0135), 0.003)
    box((1.4, 0.24, 0.026), shelf, (0, 0.02, 0.6665), 0.003)
    box((1.4, 0.02, 1), wood("#4a3220", "#2f1e12", 2, 0.5, (12, 12, 0.9)), (0, 0.15, 0.3), 0)
    area((-0.8, -0.7, 0.75), (0, 0, 0.3), (0.4, 0.6), 14, "#ffe4bf")
    ambient("#6a7280", 0.08)
    camera((0.2, -0.9, 0.34), (0.02, 0, 0.31), 58, 3.5, (0.0, -0.09, 0.3))


@shot("three-candles", (4, 5), samples=14, bounces=3, key=0.028, stops=-0.7)
def candles():
    wax = material("wax", lambda g: {"Normal": g.bump(g.noise(40, 4), 0.001)}, base_color="#efe2c6", roughness=0.45, subsurface_weight=1.0, subsurface_radius=(0.02, 0.011, 0.005), subsurface_scale=1)
    wick = material("wick", base_color="#120e0b", roughness=1)
    for number, (x, y, tall, radius) in enumerate(((-0.062, 0.03, 0.17, 0.034), (0.03, 0.05, 0.115, 0.034), (0.012, -0.045, 0.07, 0.036))):
        def melt(a, z, r, tall=tall, number=number):
            rim = np.clip((z - tall * 0.8) / (tall * 0.2), 0, 1)
            return r * (1 + 0.03 * np.sin(3 * a + number) * rim + 0.012 * np.sin(7 * a + 2 * number) * rim)
        lathe([(0, 0), (radius, 0), (radius, 0.004), (radius, tall * 0.6), (radius * 0.995, tall - 0.003), (radius * 0.95, tall), (radius * 0.86, tall - 0.003), (radius * 0.7, tall - 0.009), (0.004, tall - 0.0105), (0, tall - 0.0105)], wax, 96, (x, y, 0), 4, melt)
        top = tall - 0.0105
        tube(curve_through([(x, y, top), (x + 0.0004, y, top + 0.006), (x + 0.0022, y, top + 0.0105)], 5), 0.0009, wick)
        flame = material("flame", lambda g: {"Surface": g.node("Emission", {0: g.ramp(g.fit(g.node("SeparateXYZ", {0: g.coords("Object")}, out=2), 0, 0.027), [(0, "#3a4fb0"), (0.16, "#ff9a3a"), (0.5, "#ffd08a"), (1, "#ff9a40")]), 1: 9.0})})
        fire = lathe([(0, 0), (0.0026, 0.003), (0.0037, 0.0085), (0.0027, 0.0165), (0.001, 0.023), (0, 0.0265)], flame, 32, (x + 0.0018, y, top + 0.0055), 6)
        fire.visible_shadow = False
        lamp((x + 0.0018, y, top + 0.018), 0.32, 0.007, "#ff9c4a")
    boards = wood("#4a3222", "#2b1b10", 2, 0.35, (0.9, 12, 12), 0.2)
    for number in range(7):
        box((2, 0.14, 0.03), boards, (0.2 * number, -0.36 + number * 0.142, -0.0155), 0.002)
    box((4, 0.05, 3), plaster("#3d3a38", relief=0.003, scale=8), (0, 0.62, 0.6), 0)
    ambient("#3a4054", 0.1)
    camera((0.05, -0.62, 0.2), (-0.006, 0.0, 0.085), 62, 2.8, (0.0, -0.03, 0.08))


@shot("capsules", (1, 1), samples=10, bounces=3, key=0.22, quality=77)
def capsules():
    radius, half = 0.0033, 0.0085
    random = np.random.default_rng(13)
    kinds = []
    for one, other in (("#f2ede4", "#d2442f"), ("#f0ebe2", "#f0ebe2"), ("#f2c14e", "#f2ede4"), ("#f2ede4", "#2f7f8e")):
        shell = material(
            "capsule",
            lambda g, one=one, other=other: {"Base Color": g.mix(g.fit(g.node("SeparateXYZ", {0: g.coords("Object")}, out=2), 0.0006, 0.0007), one, other), "Roughness": g.fit(g.noise(200, 3), 0.3, 0.7, (0.14, 0.28))},
            coat_weight=0.5, subsurface_weight=0.2, subsurface_radius=(0.003, 0.002, 0.002), subsurface_scale=1,
        )
        a = np.linspace(0, math.pi / 2, 10)
        lower = [(radius * 0.95 * math.sin(t), -half + radius * (1 - math.cos(t))) for t in a]
        upper = [(radius * math.sin(t), half - radius * (1 - math.cos(t))) for t in a[::-1]]
        profile = [*lower, (radius * 0.95, 0.0004), (radius, 0.0007), *upper]
        kinds.append(hide(lathe(profile, shell, 48, smooth_profile=0)))
    falling = []
    for number in range(90):
        at = (random.normal(-0.006, 0.026), random.normal(0.012, 0.026), 0.01 + 0.0013 * number)
        thing = again(kinds[(0, 0, 1, 0, 2, 3)[random.integers(6)]], at, random.uniform(0, 360, 3))
        thing.hide_render = False
        falling.append(thing)
    card = material("card", lambda g: {"Normal": g.bump(g.noise(900, 3), 0.00012)}, base_color="#3f7fb4", roughness=0.7)
    table = box((1.2, 1.2, 0.02), card, (0, 0, -0.01), 0)
    simple = lathe([(0, -half), (radius * 0.7, -half * 0.9), (radius, -half * 0.65), (radius, half * 0.65), (radius * 0.7, half * 0.9), (0, half)], None, 14, smooth_profile=0)
    let_fall(falling, [table], simple, 110, 0.7, 0.0)
    sun(42, -52, 4.2, "#fff4e4", 1.0)
    ambient("#dfe9f4", 0.3)
    camera((0.012, -0.02, 0.34), (0.012, -0.012, 0), 68, 8, (0, 0, 0.004))


@shot("raked-gravel", (3, 2), samples=10, bounces=2, key=0.25, warmth=0.06, quality=77)
def gravel():
    rocks = [(-0.42, 0.28, 0.2), (-0.16, 0.42, 0.11), (0.62, -0.25, 0.13)]
    x, y = places(5.0, 4.8, 1250, 1200, (0, 1.0))
    near = np.full_like(x, 9.0)
    for a, b, r in rocks:
        near = np.minimum(near, np.hypot(x - a, (y - b) * 1.1) - r)
    lines = y + 0.01 * value_noise(x * 0.9, y * 0.9, 4)
    ringed = np.clip((0.42 - near) / 0.02, 0, 1)
    phase = np.where(ringed > 0.5, near, lines)
    z = 0.0125 * (np.abs(np.sin(phase * math.pi / 0.07)) ** 0.8) * np.where(np.abs(near - 0.42) < 0.012, 0.3, 1)
    z = z + 0.0024 * fractal(x * 34, y * 34, 3, 0.6, 9) + 0.0016 * np.random.default_rng(2).normal(0, 1, x.shape)
    sand = material("gravel", lambda g: {"Base Color": g.mix(g.fit(g.cells(95, out="Color"), 0.2, 0.9), "#cfc6b6", "#a39a8b"), "Normal": g.bump(g.cells(95), 0.006)}, roughness=0.9, specular_ior_level=0.2)
    grid(np.stack([x, y, z], axis=-1), sand)
    rock = stone("#6d6a66", "#45433f", "#8f8c84", 0.8, 2.2, 0.01)
    for number, (a, b, r) in enumerate(rocks):
        def rough(p, number=number):
            n = p / np.linalg.norm(p, axis=1, keepdims=True)
            bump = 1 + 0.22 * fractal(n[:, 0] * 1.7 + n[:, 2] * 1.3 + 5 * number, n[:, 1] * 1.7 - n[:, 2], 5, 0.5, 40 + number)
            return p * bump[:, None]
        thing = shape_by(ball(r, rock, detail=6, scale=(1.15, 0.85, 0.8)), rough)
        thing.location, thing.rotation_euler = (a, b, r * 0.3), (0, 0, 0.7 * number)
    sun(16, -68, 4.8, "#ffddb0", 0.6)
    sky(16, -68, 0.07)
    camera((0.25, -1.75, 1.3), (0.05, 0.0, 0.0), 47, 8)
