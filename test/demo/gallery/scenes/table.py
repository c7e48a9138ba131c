"""Things on tables: bread, cherries, cups, chess."""
import math

import numpy as np

from kit.graph import material
from kit.nature import fractal, let_fall, places, value_noise
from kit.picture import shot
from kit.shapes import again, aligned, ball, box, curve_through, floor, grid, hide, lathe, shape_by, soften, tube
from kit.studio import ambient, area, camera, lamp, softly_lit, sun
from kit.stuff import ceramic, clear, concrete, glass, glossy, linen, marble, metal, plaster, stone, wood
from scenes.still_life import vessel


def boards(stuff, width=0.14, count=9, length=2.2):
    for number in range(count):
        box((width - 0.002, length, 0.03), stuff, ((number - count / 2 + 0.5) * width, 0.13 * (number % 3), -0.015 + 0.0003 * (number % 2)), 0.0015)


@shot("bread-on-linen", (4, 3), samples=20, bounces=3, key=0.2, stops=0.15, quality=77)
def bread():
    """A round loaf with the flour rings of its basket, scored once before baking."""
    rows, columns = 620, 900
    t = np.linspace(0, 1, rows)[:, None]
    around = np.linspace(0, 2 * np.pi, columns, endpoint=False)[None, :]
    lean = math.radians(128) * t**0.85
    wide = 0.118 * np.sin(np.minimum(lean, math.pi / 2)) ** 0.92 * np.where(lean > math.pi / 2, np.sin(lean) ** 0.6, 1)
    wide = wide * (1 + 0.025 * np.sin(around * 2 + 0.6) + 0.012 * np.sin(around * 3 + 2))
    high = np.where(np.cos(lean) > 0, 0.066 * np.maximum(np.cos(lean), 0) ** 0.9, 0.05 * np.cos(lean))
    x, y = wide * np.cos(around), wide * np.sin(around)
    surface = np.stack([x, y, high + 0 * x], axis=-1)
    normal = np.stack([x / 0.118, y / 0.118, high / 0.05 + 0 * x], axis=-1)
    normal /= np.maximum(np.linalg.norm(normal, axis=-1, keepdims=True), 1e-6)
    lumps = 0.004 * fractal(x * 17, y * 17 + high * 15, 4, 0.5, 3) + 0.0007 * fractal(x * 150, y * 150 + high * 120, 4, 0.6, 8)

    # The cut is a crescent: the dough rose out of it, and one of its edges stood up.
    along = np.clip(1 - (x / 0.094) ** 2, 0, 1)
    off = y + 0.016 - 1.5 * x**2 + 0.004 * value_noise(x * 45, 0 * x, 6) + 0.0012 * value_noise(x * 260, 0 * x, 7)
    half = 0.021 * along**0.7 + 1e-4
    inside = np.clip((half - np.abs(off)) / np.where(off < 0, 0.009, 0.003), 0, 1) * (high > 0) * (along > 0)
    strands = fractal(x * 90 + off * 70, off * 75, 5, 0.62, 12)
    pulled = 0.004 * np.clip(1 - ((off + 0.25 * half) / (0.75 * half)) ** 2, 0, 1) - 0.006 * np.clip(off / half, 0, 1) ** 1.5
    lip = np.exp(-(((off - half - 0.0025) / np.where(off > half + 0.0025, 0.011, 0.0026)) ** 2)) * along**0.6 * (high > 0)
    lip = lip * (1 + 0.35 * value_noise(x * 70, 0 * x, 4))
    height = lumps * (1 - 0.6 * inside) + inside * (pulled + 0.0009 * strands) + 0.0095 * lip
    surface = surface + normal * height[:, :, None]
    surface[:, :, 1] -= 0.008 * lip**1.5

    # The basket's coil left flour where it touched.
    out = np.hypot(x, y + 0.006) + 0.0016 * fractal(x * 30, y * 30, 3, 0.5, 31)
    coil = 0.5 + 0.5 * np.cos(out / 0.0128 * 2 * np.pi)
    dust = fractal(x * 120, y * 120 + high * 80, 5, 0.7, 21)
    flour = np.clip(1.5 * coil**0.8 - 0.55 + 0.55 * dust, 0, 1) * np.clip((high + 0.012) / 0.02, 0, 1) * (1 - inside) * np.clip(1 - 1.1 * lip, 0, 1)
    bake = 0.48 + 0.26 * fractal(x * 12, y * 12 + high * 14, 5, 0.55, 5) + 0.45 * lip - 0.3 * np.clip(-high / 0.03, 0, 1)
    crumb = inside * (0.72 + 0.3 * strands)
    crust = np.clip(np.stack([bake, crumb, 0.86 * flour], axis=-1), 0, 1)

    def build(g):
        baked, torn, white = (g.node("SeparateColor", {0: g.picture(crust, data=True)}, out=number) for number in range(3))
        fine, grit = g.noise(260, 6, 0.65), g.noise(1300, 3, 0.6)
        blisters = g.fit(g.cells(240), 0.0, 0.32, (1, 0))
        tone = g.ramp(baked, [(0, "#b08a63"), (0.35, "#8f6240"), (0.65, "#643f27"), (1, "#301a10")])
        tone = g.mix(g.math("MULTIPLY", blisters, 0.35), tone, "#b0845a")
        tone = g.mix(torn, tone, g.mix(g.fit(fine, 0.3, 0.7), "#a8794c", "#d3b189"))
        dusty = g.math("MULTIPLY", white, g.fit(fine, 0.3, 0.55, (0.55, 1)))
        relief = g.math("ADD", g.math("MULTIPLY", blisters, 0.5), g.math("ADD", fine, g.math("MULTIPLY", grit, 0.35)))
        return {
            "Base Color": g.mix(dusty, tone, "#ede3d2"),
            "Normal": g.bump(relief, 0.0013),
            "Roughness": g.mix(dusty, g.fit(fine, 0.3, 0.7, (0.42, 0.62)), "#f4f4f4"),
        }

    loaf = grid(surface, material("crust", build, specular_ior_level=0.35), closed=(False, True))
    loaf.location, loaf.rotation_euler = (0, 0.01, 0.034), (0, 0, math.radians(-14))
    x, y = places(1.9, 1.7, 640, 600)
    bend = 0.25 * fractal(x * 1.7, y * 1.7, 2, 0.5, 2)
    fold = 0.024 * (1 - np.abs(value_noise((x + bend) * 3.1 + 1.4 * y, (y + bend) * 2.2 - 1.1 * x, 11)) * 2.4) + 0.005 * fractal(x * 7 + 9 * bend, y * 6, 3, 0.45, 5)
    near = np.clip((np.hypot(x, y - 0.01) - 0.09) / 0.12, 0, 1)
    grid(np.stack([x, y, np.clip(fold, -0.012, 0.03) * near], axis=-1), linen("#cfc6b6", 2000, 0.00028))
    crust_bits = material("crumbs", lambda g: {"Base Color": g.mix(g.own(), "#7d5231", "#cfae80"), "Normal": g.bump(g.noise(2500, 3), 0.0006)}, roughness=0.85)
    ragged = lambda p: p * (1 + 0.75 * fractal(p[:, :1] * 620 + p[:, 2:] * 300, p[:, 1:2] * 620, 3, 0.6, 3))
    crumbs = hide(shape_by(ball(0.0016, crust_bits, detail=3), ragged))
    random = np.random.default_rng(8)
    for _ in range(70):
        away, way = 0.125 + random.exponential(0.035), random.uniform(-2.9, 0.2)
        again(crumbs, (away * math.cos(way), away * math.sin(way), 0.0035), random.uniform(0, 360, 3), tuple(random.exponential(0.4) * random.uniform(0.4, 1, 3) + 0.12)).hide_render = False
    area((-0.85, 0.22, 0.46), (0, 0, 0.03), (0.45, 0.6), 15, "#fff0da")
    ambient("#9aa5b4", 0.17)
    camera((0.06, -0.55, 0.4), (0.0, 0.0, 0.028), 66, 5.6, (0.0, -0.07, 0.07))


@shot("cherries-in-porcelain", (4, 5), samples=16, bounces=4, key=0.15)
def cherries():
    skin = material(
        "cherry",
        lambda g: {"Base Color": g.mix(g.fit(g.noise(30, 3), 0.35, 0.7), g.mix(g.own(), "#6b0a12", "#a01420"), "#3b050b"), "Roughness": g.fit(g.noise(70, 3), 0.3, 0.7, (0.1, 0.22))},
        coat_weight=0.3, subsurface_weight=0.15, subsurface_radius=(0.004, 0.001, 0.001), subsurface_scale=1,
    )
    stalk = material("stalk", lambda g: {"Base Color": g.mix(g.noise(90), "#5e7a2e", "#8a7a3e")}, roughness=0.6)
    size = 0.0118
    profile = [(0, 0.72), (0.12, 0.75), (0.4, 0.92), (0.75, 0.8), (1.0, 0.2), (0.93, -0.4), (0.55, -0.86), (0.15, -0.95), (0, -0.94)]
    fruit = hide(lathe([(r * size, z * size) for r, z in profile], skin, 48, smooth_profile=6))
    bowl = vessel([(0.03, 0), (0.034, 0.006), (0.06, 0.022), (0.075, 0.045)], ceramic("#f0ece4", 0.12, 0.0003, None, 0.5), (0, 0, 0), 0.0032)
    marble_ = box((1.4, 1.2, 0.03), marble("#e9e6e0", "#8a8680", 0.22, 3), (0, 0, -0.015), 0.002)
    random = np.random.default_rng(6)
    falling = []
    for number in range(44):
        turn = random.uniform(0, 360, 3) * (0.1, 0.1, 1) + (random.normal(0, 35), random.normal(0, 35), 0)
        thing = again(fruit, (random.uniform(-0.03, 0.03), random.uniform(-0.03, 0.03), 0.04 + 0.0065 * number), turn)
        thing.hide_render = False
        falling.append(thing)
    for at in ((0.1, -0.055), (0.122, -0.03), (-0.10, -0.05)):
        thing = again(fruit, (*at, 0.02), (random.normal(0, 30), random.normal(0, 30), 0))
        thing.hide_render = False
        falling.append(thing)
    let_fall(falling, [bowl, marble_], ball(size * 0.98, detail=2), 120, 0.5, 0.0)
    for number, thing in enumerate(falling):
        if number % 3 and number < 44:
            continue
        up = np.array(thing.matrix_world.to_3x3() @ __import__("mathutils").Vector((0, 0, 1)))
        if up[2] < 0.1:
            continue
        foot = np.array(thing.matrix_world.translation) + up * size * 0.68
        bend = random.normal(0, 0.012, 3)
        tip = foot + up * 0.034 + bend
        tube(curve_through([foot, foot + up * 0.014 + bend * 0.1, foot + up * 0.026 + bend * 0.5, tip], 6), 0.0007, stalk, radii=[1.0] * 18 + [1.7])
    area((-0.5, 0.35, 0.42), (0, 0, 0.03), (0.35, 0.5), 7, "#fff6ea")
    softly_lit("#e8eef4", "#9aa2aa", 0.16)
    camera((0.06, -0.36, 0.25), (0.01, -0.002, 0.026), 72, 5.0, (0, -0.035, 0.05))


@shot("espresso-from-above", (1, 1), samples=14, bounces=4, key=0.13)
def espresso():
    boards(wood("#5f4029", "#3a2415", 2.2, 0.42, (12, 0.9, 12)), 0.13)
    white = ceramic("#ece7de", 0.14, 0.0003, None, 0.4)
    vessel([(0.03, 0.004), (0.034, 0.002), (0.05, 0.006), (0.07, 0.013), (0.076, 0.0165)], white, (0, 0, 0), 0.0035, 160)
    vessel([(0.018, 0.009), (0.022, 0.011), (0.032, 0.03), (0.0365, 0.05), (0.0372, 0.064)], white, (0, 0, 0), 0.0032, 160)
    handle = [(0.034, 0.056), (0.047, 0.058), (0.055, 0.048), (0.051, 0.034), (0.037, 0.028), (0.031, 0.027)]
    line = curve_through([(x * 0.8, -x * 0.6, z) for x, z in handle], 8)
    tube(line, 0.0036, white, sides=8)
    size = 700
    x, y = np.meshgrid(np.linspace(-1, 1, size), np.linspace(-1, 1, size))
    turned = np.arctan2(y, x) + 1.6 * np.hypot(x, y)
    swirl_x, swirl_y = np.hypot(x, y) * np.cos(turned), np.hypot(x, y) * np.sin(turned)
    bent = fractal(swirl_x * 2.2, swirl_y * 2.2, 5, 0.55, 4)
    stripes = np.abs(np.sin(6 * np.hypot(x, y) + 4.5 * bent))
    crema = np.clip(0.45 + 0.35 * bent + 0.25 * stripes - 0.35 * np.hypot(x, y) ** 6, 0, 1)

    def build(g):
        at = g.node("Mapping", {"Vector": g.coords("Object"), "Scale": (15.2, 15.2, 1), "Location": (0.5, 0.5, 0)})
        map_ = g.picture(crema, at, data=True)
        bubbles = g.fit(g.cells(900), 0.0, 0.3, (1, 0))
        return {"Base Color": g.ramp(map_, [(0, "#2b1206"), (0.4, "#7a441a"), (0.7, "#b5793a"), (1, "#d8a765")]), "Normal": g.bump(bubbles, 0.00025, 0.6)}

    lathe([(0, 0.055), (0.032, 0.055), (0.0333, 0.0553), (0.034, 0.0562)], material("crema", build, roughness=0.28, subsurface_weight=0.2, subsurface_radius=(0.003, 0.0015, 0.0008), subsurface_scale=1), 96, (0, 0, 0), 0)
    steel = metal("#cfcac2", 0.14)
    spoon = grid([[(0.0085 * math.sqrt(max(0, 1 - t * t)) * s, 0.014 * t, -0.0035 * (1 - s * s) * math.sqrt(max(0, 1 - t * t))) for s in np.linspace(-1, 1, 17)] for t in np.linspace(-1, 1, 25)], steel)
    spoon.location, spoon.rotation_euler = (-0.056, -0.018, 0.0205), (0.1, 0, 0.5)
    soften(spoon, 1).modifiers.new("thick", "SOLIDIFY").thickness = 0.0008
    angle = 0.5
    tube([(-0.056 - (0.013 + t * 0.085) * math.sin(-angle + math.pi) * -1, -0.018 + (0.013 + t * 0.085) * math.cos(angle), 0.0212 - 0.004 * t + 0.006 * t * t) for t in np.linspace(0, 1, 20)], 0.0031, steel, radii=1 - 0.35 * np.sin(np.pi * np.linspace(0, 1, 20)))
    sugar = material("sugar", lambda g: {"Normal": g.bump(g.noise(1800, 3), 0.0012)}, base_color="#e9dcc4", roughness=0.6, subsurface_weight=0.4, subsurface_radius=(0.004, 0.003, 0.002), subsurface_scale=1)
    box((0.0135, 0.0135, 0.0125), sugar, (-0.012, -0.058, 0.0205), 0.0009, (0, 0, 20))
    box((0.0135, 0.0135, 0.0125), sugar, (0.008, -0.0605, 0.0207), 0.0009, (0, 0, -12))
    area((-0.45, 0.4, 0.4), (0, 0, 0), (0.35, 0.35), 5, "#ffefd8")
    ambient("#93a4bd", 0.08)
    camera((0.005, -0.06, 0.52), (0.004, -0.002, 0.02), 72, 5.6, (0, 0, 0.055))


@shot("chess-endgame", (3, 2), samples=16, bounces=4, key=0.075)
def chess():
    light, dark = wood("#d9b27c", "#b58852", 20, 0.28, coat=0.3), wood("#5a3220", "#341a0e", 20, 0.28, coat=0.3)
    for i in range(8):
        for j in range(8):
            box((0.0499, 0.0499, 0.02), (light, dark)[(i + j) % 2 == 0], ((i - 3.5) * 0.05, (j - 3.5) * 0.05, -0.01), 0.0004, segments=1)
    box((0.47, 0.47, 0.018), dark, (0, 0, -0.0105), 0.003)
    ivory, ebony = wood("#e6cfa2", "#d0ae78", 30, 0.22, coat=0.5), glossy("#171210", 0.2, 0.5)
    pawn = [(0, 0), (0.0158, 0), (0.0162, 0.004), (0.0135, 0.008), (0.0118, 0.0105), (0.0085, 0.02), (0.0062, 0.031), (0.0105, 0.0335), (0.0062, 0.0362), (0.0088, 0.041), (0.0093, 0.046), (0.0064, 0.0525), (0, 0.0545)]
    queen = [(0, 0), (0.0195, 0), (0.02, 0.006), (0.0165, 0.011), (0.0135, 0.016), (0.009, 0.035), (0.0075, 0.055), (0.0128, 0.0585), (0.0085, 0.062), (0.0105, 0.0655), (0.0088, 0.068), (0.0118, 0.078), (0.0138, 0.083), (0.0102, 0.0838), (0.005, 0.087), (0.0042, 0.0915), (0, 0.0935)]
    king = queen[:10] + [(0.0088, 0.068), (0.0128, 0.082), (0.0105, 0.0865), (0.004, 0.09), (0, 0.0905)]
    bishop = pawn[:6] + [(0.0068, 0.04), (0.0112, 0.043), (0.007, 0.046), (0.0098, 0.054), (0.0086, 0.062), (0.0035, 0.069), (0.0038, 0.0725), (0, 0.0745)]
    at = lambda file, rank, jog=0.0: ((file - 3.5) * 0.05 + jog, (rank - 3.5) * 0.05 - jog * 0.6, 0)
    for profile, stuff, places_ in ((pawn, ivory, [(2, 2), (6, 1), (7, 2)]), (pawn, ebony, [(1, 5), (5, 6), (6, 5)]), (queen, ivory, [(4, 3)]), (bishop, ivory, [(1, 1)]), (bishop, ebony, [(2, 6)])):
        for number, (file, rank) in enumerate(places_):
            lathe(profile, stuff, 72, at(file, rank, 0.002 * (number - 1)), 5)
    for place, stuff, turn in ((at(5, 1), ivory, 0), (at(3, 6), ebony, 0)):
        lathe(king, stuff, 72, place, 5)
        box((0.0125, 0.0035, 0.0036), stuff, (place[0], place[1], 0.0985), 0.0008)
        box((0.0036, 0.0035, 0.0135), stuff, (place[0], place[1], 0.097), 0.0008)
    floor(wood("#3b281b", "#20140c", 1.5, 0.4), 6, -0.0195)
    area((-0.55, 0.5, 0.5), (0, 0, 0.03), (0.3, 0.4), 9, "#ffd9a8")
    area((0.7, 0.1, 0.35), (0, 0, 0), (0.2, 0.5), 1.4, "#8fb0ff")
    ambient("#20242c", 0.2)
    camera((-0.19, -0.36, 0.125), (0.005, 0.01, 0.04), 66, 5.6, (0.025, -0.025, 0.05))


@shot("tea-by-the-window", (3, 2), samples=16, bounces=4, key=0.06)
def tea():
    boards(wood("#6b4a31", "#412a19", 2.0, 0.4, (0.9, 12, 12)), 0.16, 9, 2.4)
    box((6, 0.1, 3), plaster("#4a4f4c", relief=0.002, scale=9), (0, 1.3, 1), 0)
    speckled = ceramic("#cfc3ae", 0.45, 0.001, "#3d2f22", 0.15)
    vessel([(0.03, 0), (0.036, 0.002), (0.042, 0.02), (0.044, 0.05), (0.043, 0.078)], speckled, (0, 0, 0), 0.004, 160)
    line = curve_through([(x, 0.3 * x - 0.012, z) for x, z in ((0.042, 0.064), (0.06, 0.066), (0.072, 0.048), (0.064, 0.026), (0.042, 0.018))], 8)
    tube(line, 0.0048, speckled, sides=8)
    lathe([(0, 0.064), (0.0398, 0.064)], glass("#8a4a1a", 0.02, 1.33), 96, (0, 0, 0), 0)
    lathe([(0, 0.058), (0.0395, 0.058)], material("tea", base_color="#4a1f08", roughness=0.1), 96, (0, 0, 0), 0)
    vessel([(0.03, 0), (0.06, 0.004), (0.085, 0.028), (0.088, 0.056), (0.07, 0.084), (0.04, 0.094)], ceramic("#2d3033", 0.4, 0.0012, None, 0.2), (-0.27, 0.16, 0), 0.004, 128)
    lathe([(0, 0.094), (0.041, 0.095), (0.038, 0.1), (0.012, 0.106), (0.008, 0.112), (0.012, 0.12), (0, 0.124)], ceramic("#2d3033", 0.4, 0.0012), 96, (-0.27, 0.16, 0), 0)
    tube(curve_through([(-0.19, 0.155, 0.04), (-0.165, 0.153, 0.055), (-0.152, 0.152, 0.085), (-0.14, 0.151, 0.1)], 8), 0.009, ceramic("#2d3033", 0.4), radii=np.linspace(1.5, 0.8, 25), sides=8)
    handle = [(-0.35, 0.162, 0.075), (-0.39, 0.163, 0.08), (-0.405, 0.164, 0.055), (-0.385, 0.163, 0.025), (-0.355, 0.162, 0.03)]
    tube(curve_through(handle, 8), 0.007, ceramic("#2d3033", 0.4), sides=8)
    area((-0.9, 0.85, 0.6), (0, 0.05, 0.06), (0.5, 0.8), 24, "#fff0d8")
    area((1.2, -0.6, 0.8), (0, 0, 0.05), (0.6, 0.6), 1.2, "#a9c2e6")
    ambient("#5b6670", 0.06)
    camera((0.06, -0.72, 0.19), (-0.035, 0.05, 0.098), 58, 3.2, (0, -0.04, 0.06))
