"""Walls, stairs, windows, and the light on them."""
import math

import bpy
import numpy as np

from kit.graph import material
from kit.nature import fractal, value_noise
from kit.picture import shot
from kit.shapes import again, ball, box, floor, grid, hide, lathe, mesh, tube
from kit.studio import ambient, area, camera, lamp, sky, softly_lit, sun
from kit.stuff import concrete, glossy, metal, plaster, stone, wood


@shot("spiral-stairwell", (2, 3), samples=16, bounces=4, key=0.17)
def spiral():
    white, treads = plaster("#e6e1d8", relief=0.001), stone("#b9b2a6", "#9a9388", "#d6d0c4", 0.5, 2)
    turns, steps = 5, 20
    rise, inner, outer = 0.165, 0.75, 2.0
    total = turns * steps
    for number in range(total):
        a, b = (2 * math.pi * (number + k) / steps for k in (0, 1.02))
        z = number * rise
        corners = lambda height: [(r * math.cos(t), r * math.sin(t), height) for r, t in [(inner, a), (outer, a), (outer, (a + b) / 2), (outer, b), (inner, b), (inner, (a + b) / 2)]]
        points = corners(z) + corners(z - 0.2)
        faces = [(0, 1, 2, 3, 4, 5), (11, 10, 9, 8, 7, 6)] + [(k, (k + 6), (k + 1) % 6 + 6, (k + 1) % 6) for k in range(6)]
        mesh("step", points, faces, treads, False)
    angle = np.linspace(0, 2 * math.pi * turns, total * 4)
    height = angle / (2 * math.pi) * steps * rise
    ring = lambda radius, lift: np.stack([radius * np.cos(angle), radius * np.sin(angle), height + lift], axis=-1)
    grid([ring(inner, -0.34), ring(inner, 0.12), ring(inner - 0.04, 0.12), ring(inner - 0.04, -0.34), ring(inner, -0.34)], white)
    tube(ring(inner - 0.02, 0.92), 0.022, wood("#6d4528", "#4a2d18", 3, 0.3, coat=0.4))
    steel = metal("#2b2b2c", 0.4)
    for number in range(0, total * 4, 3):
        x, y, z = ring(inner - 0.02, 0)[number]
        tube([(x, y, z + 0.1), (x, y, z + 0.92)], 0.007, steel, sides=2)
    circle = np.linspace(0, 2 * math.pi, 96)
    grid([np.stack([outer * np.cos(circle), outer * np.sin(circle), np.full(96, z)], axis=-1) for z in (-1.5, 20)], white)
    floor(stone("#8f8579", "#6b6258", "#b7ada0", 0.4, 1.5), 6, -0.2)
    lamp((0, 0, -0.1 + 0.4), 12, 0.3, "#ffb15e")
    for number in range(turns):
        t = 2.2 + 0.5 * number
        area((1.97 * math.cos(t), 1.97 * math.sin(t), 2.4 + number * 3.3), (0, 0, 1.6 + number * 3.3), (0.7, 1.5), 70, "#dfe9ff" if number % 2 else "#fff0da")
    area((0, 0, 19), (0, 0, 0), 3, 200, "#dfe8f5")
    ambient("#cfd6e0", 0.06)
    camera((0.06, -0.16, 17.6), (0.0, 0.05, 0), 22)


@shot("bicycle-shadow", (3, 2), samples=14, bounces=2, key=0.26)
def bicycle():
    wall = plaster("#d9b48c", relief=0.0035, scale=7)
    box((14, 0.2, 6), wall, (0, 0.1, 3), 0)
    paving = stone("#a89a8a", "#85786a", "#c4b8a8", 0.8, 0.9, 0.004)
    for column in range(-14, 15):
        for row in range(7):
            wide = 0.6
            box((wide - 0.008, 0.4 - 0.008, 0.06), paving, (column * wide + (row % 2) * 0.3, -0.2 - row * 0.4, -0.03 + 0.001 * ((column * 7 + row * 3) % 4)), 0.004, segments=2)
    box((14, 0.03, 0.14), plaster("#8d7259", relief=0.003), (0, -0.015, 0.07), 0.004)
    dark = material("paint", base_color="#16181a", roughness=0.4)
    y = -1.2
    wheels = [(-0.52, 0.34), (0.52, 0.34)]
    for x, z in wheels:
        turn = np.linspace(0, 2 * math.pi, 72, endpoint=False)
        tube([(x + 0.325 * math.cos(t), y, z + 0.325 * math.sin(t)) for t in turn], 0.016, dark, True)
        for k in range(18):
            t = 2 * math.pi * k / 18
            tube([(x, y, z), (x + 0.32 * math.cos(t), y, z + 0.32 * math.sin(t))], 0.0022, dark, sides=1)
        tube([(x, y - 0.04, z), (x, y + 0.04, z)], 0.02, dark)
    pedal, seat, head, fork = (-0.06, 0.29), (-0.2, 0.84), (0.34, 0.82), (0.38, 0.7)
    for line in ([pedal, seat], [seat, head], [pedal, fork], [wheels[0], pedal], [wheels[0], (-0.185, 0.76)], [head, fork, wheels[1]], [seat, (-0.215, 0.93)], [head, (0.325, 0.93)]):
        tube([(a, y, b) for a, b in line], 0.014, dark)
    tube([(0.325, y, 0.93), (0.40, y, 0.96), (0.40, y - 0.2, 0.97), (0.25, y - 0.24, 0.96)], 0.011, dark)
    tube([(0.325, y, 0.93), (0.40, y, 0.96), (0.40, y + 0.2, 0.97), (0.25, y + 0.24, 0.96)], 0.011, dark)
    ball(0.13, dark, (-0.21, y, 0.945), 4, (1.05, 0.55, 0.28))
    turn = np.linspace(0, 2 * math.pi, 40, endpoint=False)
    tube([(pedal[0] + 0.095 * math.cos(t), y, pedal[1] + 0.095 * math.sin(t)) for t in turn], 0.006, dark, True)
    tube([(pedal[0] - 0.11, y - 0.06, pedal[1] + 0.13), pedal[:1] + (y - 0.06,) + pedal[1:], pedal[:1] + (y + 0.06,) + pedal[1:], (pedal[0] + 0.11, y + 0.06, pedal[1] - 0.13)], 0.009, dark)
    for sx, sz, sy in ((-0.11, 0.13, -0.1), (0.11, -0.13, 0.1)):
        box((0.09, 0.07, 0.02), dark, (pedal[0] + sx, y + sy, pedal[1] + sz), 0.004)
    for thing in bpy.context.scene.objects:
        if thing.data.materials and thing.data.materials[0] == dark:
            thing.visible_camera = False
    sun(10, 214, 5.5, "#ffcf98", 0.53)
    sky(10, 214, 0.12)
    camera((0.95, -4.4, 1.3), (0.8, 0, 0.74), 50)


@shot("white-arches", (2, 3), samples=16, bounces=4, key=0.3)
def arches():
    lime = plaster("#efe9de", relief=0.003, scale=6)
    depth = 0.7
    span, height, radius = 2.6, 2.3, 0.95
    for bay in range(-2, 6):
        x0 = bay * span
        turn = np.linspace(0, math.pi, 40)
        inside = [(x0 + radius, 0.0), *[(x0 + radius * math.cos(t), height + radius * math.sin(t)) for t in turn], (x0 - radius, 0.0)]
        outside = [(x0 + span / 2, 0.0), *[(x0 + span / 2 * max(-1, min(1, 1.5 * math.cos(t))), 4.6 if 0.5 < t < math.pi - 0.5 else 0.0 + 4.6 * min(1, t / 0.5, (math.pi - t) / 0.5)) for t in turn], (x0 - span / 2, 0.0)]
        front = np.array([(x, 0, z) for x, z in inside])
        rim = np.array([(x, 0, z) for x, z in outside])
        back, back_rim = front + (0, depth, 0), rim + (0, depth, 0)
        grid([rim, front], lime, False)
        grid([front, back], lime, True)
        grid([back, back_rim], lime, False)
    box((30, depth + 0.1, 0.16), lime, (0, depth / 2, 4.66), 0.03)
    box((40, 12, 0.2), stone("#d2c2aa", "#b5a48c", "#e0d3c0", 0.8, 0.6, 0.004), (0, 3, -0.1), 0)
    box((40, 0.4, 5.2), plaster("#d97f54", relief=0.003, scale=6), (0, 3.6, 2.6), 0)
    box((40, 3.2, 0.15), lime, (0, 2.0, 4.66), 0)
    sun(43, 212, 6, "#fff0d6")
    sky(43, 212, 0.16, dust=0.6)
    camera((-2.9, -6.4, 1.6), (1.1, 0, 2.35), 40, shift=(0, 0.02))


@shot("glass-facade", (2, 3), samples=14, bounces=4, key=0.2, quality=77)
def facade():
    random = np.random.default_rng(1)
    pane = material(
        "pane",
        lambda g: {"Base Color": g.ramp(g.own(), [(0, "#0b1820"), (0.8, "#142731"), (0.9, "#3a3f3d"), (1, "#1c3038")]), "Normal": g.bump(g.noise(0.5, 2), 0.02)},
        roughness=0.03,
        specular_ior_level=1.0,
        coat_weight=0.6,
    )
    steel, slab = metal("#9fa4a8", 0.35), concrete("#b7b9ba")
    pattern = hide(box((1.46, 0.04, 3.3), pane, (0, 0, 0), 0.004, segments=1))
    for floor_ in range(22):
        for column in range(-14, 15):
            if column == 14 or column == -14:
                continue
            again(pattern, (column * 1.5, 0, 1.9 + floor_ * 3.9), (random.normal(0, 0.35), 0, random.normal(0, 0.35))).hide_render = False
        box((42, 0.3, 0.5), slab, (0, 0.06, floor_ * 3.9), 0.02)
    for column in range(-14, 15):
        box((0.07, 0.34, 86), steel, (column * 1.5 + 0.75, -0.12, 43), 0.01)
    # Buildings across the street, to be reflected.
    stones = concrete("#c9a98a")
    for number in range(7):
        tall = (34, 52, 26, 61, 40, 30, 48)[number]
        box((9, 14, tall), stones, (-36 + number * 11, -52, tall / 2), 0.1)
    sun(36, 228, 5, "#ffe6c2")
    sky(36, 228, 0.15, dust=1.2)
    camera((-9.5, -13, 1.7), (2.5, 0, 23), 30, roll=-9)


@shot("concrete-steps", (4, 5), samples=14, bounces=4, key=0.16)
def steps():
    gray = concrete("#aaa69f", 0.0018)
    for number in range(16):
        box((3.2, 0.6, 0.17), gray, (0, number * 0.3, number * 0.17 + 0.0), 0.006)
    box((0.35, 9, 7), gray, (-1.78, 2, 2), 0.01)
    box((0.35, 9, 7), gray, (1.78, 2, 2), 0.01)
    box((6, 0.4, 7), gray, (0, 5.2, 5.9), 0.01)
    box((6, 3, 0.4), gray, (0, -1.7, -0.28), 0)
    sun(65, 104, 6.0, "#ffe9cc")
    sky(65, 104, 0.10)
    tube([(-1.55, 0.2 + t * 4.4, 0.95 + t * 2.5) for t in np.linspace(0, 1, 3)], 0.021, metal("#3d3a37", 0.35))
    for t in (0.1, 0.5, 0.9):
        tube([(-1.61, 0.2 + t * 4.4, 0.9 + t * 2.5), (-1.55, 0.2 + t * 4.4, 0.95 + t * 2.5)], 0.01, metal("#3d3a37", 0.35), sides=2)
    camera((0.55, -3.2, 1.35), (-0.15, 2.2, 1.75), 36)


def chair(stuff, cushion, at, turn):
    """A plain lounge chair made of bent wood."""
    parts = []
    for side in (-0.32, 0.32):
        parts.append(tube([(side, -0.36, 0.0), (side, -0.33, 0.5), (side, 0.0, 0.56), (side, 0.36, 0.5), (side, 0.42, 0.0)], 0.02, stuff))
    parts.append(box((0.62, 0.66, 0.13), cushion, (0, 0.0, 0.36), 0.045, (6, 0, 0), 6))
    parts.append(box((0.62, 0.14, 0.6), cushion, (0, 0.33, 0.66), 0.05, (-18, 0, 0), 6))
    parts.append(box((0.62, 0.05, 0.03), stuff, (0, -0.3, 0.3), 0.008))
    parts.append(box((0.62, 0.05, 0.03), stuff, (0, 0.34, 0.38), 0.008))
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    for part in parts:
        x, y, z = part.location
        part.location = (at[0] + x * c - y * s, at[1] + x * s + y * c, z)
        part.rotation_euler.z += math.radians(turn)
    return parts


@shot("reading-corner", (4, 5), samples=16, bounces=4, key=0.15)
def reading():
    oak = wood("#9c7048", "#6f4a2b", 1.2, 0.35, (10, 0.8, 10), 0.15)
    for number in range(26):
        box((0.13, 4.2, 0.02), oak, (-1.9 + number * 0.1315, 0.1 + 0.37 * (number % 3), -0.01 + 0.0003 * (number % 4)), 0.0012, segments=1)
    wall = plaster("#8d9a8c", relief=0.0012, scale=20)
    box((6, 0.1, 3), wall, (0, 0.95, 1.5), 0)
    box((6, 0.02, 0.12), glossy("#e9e6de", 0.4), (0, 0.89, 0.06), 0.004)
    boucle = material(
        "boucle",
        lambda g: {"Normal": g.bump(g.cells(120, feature="SMOOTH_F1"), 0.006), "Base Color": g.mix(g.noise(60, 3), "#d9cdb9", "#efe7d8")},
        roughness=1.0,
        sheen_weight=0.5,
    )
    chair(wood("#7a4f30", "#54341d", 2, 0.35), boucle, (0.15, 0.1), 28)
    # A lamp with a linen shade, a stool with books.
    brass = metal("#b08d57", 0.25)
    tube([(-0.55, 0.6, 0.02), (-0.55, 0.6, 1.32)], 0.009, brass)
    lathe([(0, 0), (0.13, 0), (0.13, 0.012), (0.02, 0.02), (0, 0.02)], brass, 64, (-0.55, 0.6, 0), 0)
    shade = material("shade", lambda g: {"Normal": g.bump(g.noise(300, 2), 0.0005)}, base_color="#f2e3c8", roughness=0.9, emission_color="#ffbe78", emission_strength=1.1)
    lathe([(0.19, 1.2), (0.13, 1.47)], shade, 64, (-0.55, 0.6, 0), 0)
    lamp((-0.55, 0.6, 1.3), 16, 0.05, "#ffb269")
    lathe([(0, 0.4), (0.17, 0.4), (0.175, 0.405), (0.175, 0.425), (0.17, 0.43), (0, 0.43)], oak, 64, (-0.62, 0.02, 0), 0)
    for t in (0.5, 2.6, 4.7):
        tube([(-0.62 + 0.15 * math.cos(t), 0.02 + 0.15 * math.sin(t), 0), (-0.62 + 0.1 * math.cos(t), 0.02 + 0.1 * math.sin(t), 0.41)], 0.014, oak)
    z = 0.43
    for tone, thick, size, turn in (("#2f4b53", 0.032, (0.2, 0.14), 8), ("#b3532f", 0.024, (0.19, 0.135), -6), ("#d8c8a8", 0.028, (0.17, 0.12), 14)):
        box((size[0], size[1], thick - 0.006), glossy("#efe6d3", 0.9), (-0.615, 0.02, z + thick / 2), 0.001, (0, 0, turn))
        for lift in (0.0015, thick - 0.0015):
            box((size[0] + 0.008, size[1] + 0.008, 0.003), glossy(tone, 0.7), (-0.615, 0.02, z + lift), 0.001, (0, 0, turn))
        z += thick
    floor_rug = material("rug", lambda g: {"Normal": g.bump(g.noise(220, 3), 0.004), "Base Color": g.mix(g.bands(2.2, g.coords(), 0.2, 2, "Y"), "#b9a88e", "#cdbfa8")}, roughness=1)
    box((1.9, 1.3, 0.012), floor_rug, (0.1, -0.25, 0.008), 0.004, (0, 0, 4))
    area((2.4, -1.6, 1.7), (0, 0.2, 0.6), (1.1, 1.6), 85, "#e8f0ff")
    ambient("#b9c2cc", 0.07)
    camera((0.12, -2.9, 1.12), (-0.1, 0.2, 0.74), 46, 4, (0, 0.0, 0.6))
