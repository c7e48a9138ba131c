"""Small things in close-up."""
import math

import numpy as np

from kit.graph import material
from kit.nature import let_fall
from kit.picture import shot
from kit.shapes import again, aligned, ball, box, curve_through, floor, grid, hide, lathe, mesh, shape_by, sweep, tube
from kit.studio import ambient, area, camera, lamp, softly_lit, sun
from kit.stuff import ceramic, clear, glossy, linen, marble, metal, plaster, stone, wood


@shot("glazed-tiles", (1, 1), samples=14, bounces=3, key=0.15)
def tiles():
    random = np.random.default_rng(8)
    glaze = material(
        "glaze",
        lambda g: {
            "Base Color": g.mix(g.fit(g.noise(14, 4, 0.6), 0.3, 0.7), g.ramp(g.own(), [(0, "#0f4a4d"), (0.3, "#1d6d6b"), (0.6, "#3a938a"), (0.85, "#14555c"), (1, "#0c3447")]), g.ramp(g.own(), [(0, "#2f7f78"), (1, "#124e57")])),
            "Normal": g.bump(g.noise(18, 3), 0.004, 1.0, g.bump(g.noise(120, 2), 0.0003)),
            "Roughness": g.fit(g.noise(25, 4), 0.35, 0.75, (0.05, 0.22)),
        },
        coat_weight=0.4,
    )
    box((3, 3, 0.02), plaster("#b7ac9c", relief=0.001, scale=80), (0, 0, -0.013), 0)
    pattern = hide(box((0.0975, 0.0975, 0.012), glaze, (0, 0, 0), 0.0022, segments=3))
    for i in range(-9, 10):
        for j in range(-9, 10):
            at = (i * 0.1 + random.normal(0, 0.0006), j * 0.1 + random.normal(0, 0.0006), random.normal(0, 0.0011))
            again(pattern, at, (random.normal(0, 0.9), random.normal(0, 0.9), random.normal(0, 0.5))).hide_render = False
    area((-0.9, 1.3, 0.8), (0, 0.1, 0), (0.35, 1.1), 20, "#fff1df")
    area((1.6, 0.3, 1.0), (0, 0, 0), (0.6, 0.6), 4, "#bcd3ff")
    ambient("#a7b6c2", 0.14)
    camera((0.1, -0.62, 0.72), (0.02, -0.02, 0), 52, 4, (0.0, -0.08, 0))


@shot("colored-pencils", (3, 2), samples=14, bounces=3, key=0.25)
def pencils():
    tones = ["#b3261e", "#d9542b", "#ea9a2e", "#f0c93b", "#8fae3c", "#3c8a52", "#1f7f86", "#2a6cb0", "#2b3f94", "#5b3a94", "#93357f", "#c4476b", "#7c4a2b", "#2b2a2a"]
    random = np.random.default_rng(2)
    paint = [glossy(tone, 0.22, 0.5) for tone in tones]
    lead = [material("lead", base_color=tone, roughness=0.55) for tone in tones]
    cedar = wood("#d9a873", "#b27c49", 40, 0.7, (1, 1, 8))
    for number in range(14):
        shift = random.normal(0, 0.0035) - 0.006 * math.sin(number * 0.55)
        hexagon = lambda r, z: [(r * math.cos(k * math.pi / 3), r * math.sin(k * math.pi / 3), z) for k in range(6)]
        rings, parts = [], []
        x = (number - 6.5) * 0.0072
        # Sharpening cuts a cone out of six flat sides: their edges become scallops.
        side = 48
        angle = np.linspace(0, 2 * math.pi, side, endpoint=False)
        flat = 0.0036 * math.cos(math.pi / 6) / np.cos((angle % (math.pi / 3)) - math.pi / 6)
        cone = lambda z: 0.0036 * (0.019 - z) / 0.017
        start = np.maximum(0.019 - flat * 0.017 / 0.0036, -0.005)
        circle = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
        ring = lambda radius, height: np.column_stack([circle * np.reshape(radius, (-1, 1)), np.broadcast_to(height, side)])
        body = grid([ring(flat * 1.0, -0.17), ring(flat, start)], paint[number], False, (False, True))
        wooden = grid([ring(flat, start), *[ring(np.minimum(cone(z), flat), np.maximum(z, start)) for z in (0.004, 0.007, 0.0105)]], cedar, True, (False, True))
        tip = grid([ring(cone(0.0105), 0.0105), ring(cone(0.0145), 0.0145), ring(cone(0.0178), 0.0178), ring(0.00001, 0.0183)], lead[number], True, (False, True))
        spin = math.radians(30 + random.choice([0, 60, 120]))
        for part in (body, wooden, tip):
            part.rotation_euler = (-math.pi / 2, spin, 0)
            part.rotation_euler.rotate_axis("Z", 0)
            part.location = (x, shift, 0.0034)
        del rings, parts, hexagon
    box((1, 1, 0.02), material("card", lambda g: {"Normal": g.bump(g.noise(900, 3), 0.0002)}, base_color="#e9e2d4", roughness=0.9), (0, 0, -0.01), 0)
    area((-0.25, 0.16, 0.16), (0, 0, 0), (0.12, 0.2), 1.1, "#fff3e2")
    ambient("#b9c4d4", 0.16)
    camera((0.052, 0.088, 0.05), (-0.004, -0.002, 0.002), 60, 11, (-0.004, 0.008, 0.003))


def bean():
    """A roasted coffee bean: half an ellipsoid with its furrow."""
    roast = material(
        "roast",
        lambda g: {
            "Base Color": g.mix(g.noise(300, 4, 0.6), g.mix(g.own(), "#2b1509", "#4a2812"), "#1a0c05"),
            "Normal": g.bump(g.noise(700, 4), 0.0004),
            "Roughness": g.fit(g.noise(250, 3), 0.3, 0.7, (0.28, 0.5)),
        },
    )
    thing = ball(1, roast, detail=4)

    def move(p):
        flat = np.where(p[:, 2] > 0, p[:, 2], p[:, 2] * 0.42)
        furrow = np.exp(-((p[:, 1] + 0.08 * np.sin(p[:, 0] * 3)) / 0.11) ** 2) * (p[:, 2] < 0.0) * np.clip(1.1 - np.abs(p[:, 0]), 0, 1)
        return np.stack([p[:, 0] * 0.0056, p[:, 1] * 0.0041 * (1 - 0.06 * p[:, 0]), (flat * 0.0033) + 0.0011 * furrow], axis=-1)

    return shape_by(thing, move)


@shot("coffee-beans", (3, 2), samples=14, bounces=3, key=0.11)
def coffee():
    pattern = hide(bean())
    random = np.random.default_rng(5)
    falling = []
    for number in range(260):
        at = (random.uniform(-0.062, 0.062), random.uniform(-0.05, 0.05), 0.008 + 0.00042 * number)
        thing = again(pattern, at, random.uniform(0, 360, 3))
        thing.hide_render = False
        falling.append(thing)
    board = wood("#4b3626", "#2d1f15", 3, 0.6)
    tray = [box((0.6, 0.6, 0.02), board, (0, 0, -0.01), 0)]
    walls = [hide(box(size, None, at, 0)) for size, at in [((0.2, 0.02, 0.4), (0, 0.067, 0.2)), ((0.2, 0.02, 0.4), (0, -0.067, 0.2)), ((0.02, 0.2, 0.4), (0.08, 0, 0.2)), ((0.02, 0.2, 0.4), (-0.08, 0, 0.2))]]
    simple = shape_by(ball(1, detail=1), lambda p: np.stack([p[:, 0] * 0.0056, p[:, 1] * 0.0041, np.where(p[:, 2] > 0, 0.0033, 0.0014) * p[:, 2]], axis=-1))
    let_fall(falling, [*tray, *walls], simple, 110, 0.4, 0.0)
    area((-0.2, 0.18, 0.14), (0, 0, 0), (0.1, 0.16), 1.0, "#ffe7c9")
    area((0.25, 0.1, 0.2), (0, 0, 0), (0.1, 0.1), 0.25, "#bcd2ff")
    ambient("#8a7f78", 0.06)
    camera((0.012, -0.105, 0.078), (0.0, -0.004, 0.006), 75, 3.5, (0.0, -0.014, 0.012))


@shot("rain-on-the-window", (2, 3), samples=24, bounces=8, key=0.085)
def rain():
    random = np.random.default_rng(9)
    drop = material("drop", lambda g: {"Surface": clear(g, "#ffffff", 0.0, 1.33)})
    patterns = []
    for kind in range(7):
        seed = int(random.integers(1000))
        thing = ball(1, drop, detail=4)

        def move(p, seed=seed):
            angle = np.arctan2(p[:, 1], p[:, 0])
            out = 1 + 0.16 * np.sin(2 * angle + seed) + 0.09 * np.sin(3 * angle + 2 * seed)
            sag = 1 + 0.12 * (p[:, 1] < 0) * np.abs(p[:, 1])
            flat = np.where(p[:, 2] > 0, p[:, 2] * 0.52, 0.0)
            return np.stack([p[:, 0] * out, p[:, 1] * out * sag, flat], axis=-1)

        patterns.append(hide(shape_by(thing, move)))
    taken = []
    for radius, count in ((0.0042, 60), (0.0024, 200), (0.0012, 620), (0.0006, 1100)):
        for _ in range(count):
            r = radius * random.uniform(0.7, 1.25)
            x, y = random.uniform(-0.11, 0.11), random.uniform(-0.15, 0.15)
            if all((x - a) ** 2 + (y - b) ** 2 > (r + c) ** 2 * 1.5 for a, b, c in taken):
                taken.append((x, y, r))
                thing = again(patterns[random.integers(7)], (x, 0, y), (90, 0, 0), (r, r * random.uniform(1, 1.15), r))
                thing.hide_render = False
    tones = ["#ff9a3c", "#ffb765", "#ffd9a0", "#ff5a3c", "#ffe8c8", "#6fb4ff", "#ff7a2f", "#ff3b30", "#62d0a0"]
    lights = [material("light", base_color="#000000", emission_color=tone, emission_strength=11) for tone in tones]
    for number in range(90):
        depth = random.uniform(5, 16)
        at = (random.normal(0, 0.24) * depth, depth, random.normal(-0.06, 0.13) * depth)
        ball(0.035 * depth / 9 * random.uniform(0.6, 1.3), lights[min(int(random.exponential(2.2)), 8)], at, 2)
    for number in range(14):
        depth = 15
        box((random.uniform(1, 3), 0.5, random.uniform(3, 9)), material("house", base_color="#141a26", roughness=1, emission_color="#141c30", emission_strength=0.5), (random.uniform(-8, 8), depth + 4 + number * 0.6, -2), 0)
    area((0, -0.6, 0.5), (0, 0, 0), 0.6, 0.06, "#ffe0b8")
    softly_lit("#22365c", "#c98555", 0.55)
    camera((0, -0.42, 0), (0, 0, 0), 85, 9, (0, 0, 0.0))


@shot("keys-at-night", (3, 2), samples=16, bounces=4, key=0.05, stops=0.4)
def keyboard():
    def cap(width):
        w, d = width / 2, 0.009
        rings = []
        angle = np.linspace(0, 2 * math.pi, 64, endpoint=False)
        power = 0.16
        for z, grow in [(0, 1), (0.001, 1), (0.0055, 0.86), (0.0068, 0.82), (0.0074, 0.77), (0.0075, 0.7)]:
            sx = np.sign(np.cos(angle)) * np.abs(np.cos(angle)) ** power
            sy = np.sign(np.sin(angle)) * np.abs(np.sin(angle)) ** power
            x, y = sx * (w - d * (1 - grow)), sy * d * grow
            rings.append(np.column_stack([x, y, np.full(64, z)]))
        for grow in (0.4, 0.1, 0.0):
            x, y = sx * (w - d * 0.3) * grow, sy * d * 0.7 * grow
            rings.append(np.column_stack([x, y, np.full(64, 0.0075 - 0.0009 * (1 - grow**2))]))
        return hide(grid(rings, plastic, True, (False, True)))

    plastic = material("keys", lambda g: {"Normal": g.bump(g.noise(2500, 2), 0.00004), "Roughness": g.fit(g.noise(50, 4), 0.35, 0.7, (0.38, 0.56))}, base_color="#16171a")
    accent = glossy("#c5502c", 0.45)
    del accent
    pitch = 0.019
    rows = [[1] * 13 + [2], [1.5] + [1] * 12 + [1.5], [1.75] + [1] * 11 + [2.25], [2.25] + [1] * 10 + [2.75], [1.25, 1.25, 1.25, 6.25, 1.25, 1.25, 1.25, 1.25]]
    caps = {}
    for row, widths in enumerate(rows):
        x = -0.142
        for width in widths:
            caps.setdefault(width, cap(width * pitch - 0.001))
            tilt = (6, 3, 0, -3, -4)[row]
            again(caps[width], (x + width * pitch / 2, (2 - row) * pitch, 0.0085 + 0.0006 * abs(row - 2)), (tilt, 0, 0)).hide_render = False
            x += width * pitch
    box((0.302, 0.112, 0.02), metal("#3b3d42", 0.4), (0, 0, -0.0025), 0.003)
    glow = material("glow", base_color="#000000", emission_color="#ff8a3a", emission_strength=1.3)
    box((0.292, 0.1, 0.001), glow, (0, 0, 0.0082), 0)
    floor(wood("#3a2a1f", "#20160f", 2, 0.35, coat=0.2), 3, -0.0125)
    area((-0.35, 0.35, 0.22), (0, 0, 0), (0.3, 0.2), 1.1, "#6f9dff")
    area((0.5, 0.3, 0.25), (0, 0, 0), (0.05, 0.3), 0.5, "#ff9a5a")
    ambient("#0b1020", 0.15)
    camera((-0.115, -0.16, 0.09), (-0.03, -0.005, 0.005), 60, 3.2, (-0.05, -0.022, 0.012))


@shot("paper-waves", (4, 5), samples=16, bounces=4, key=0.3)
def paper_waves():
    tones = ["#f2ede4", "#ece4d6", "#e8d9c6", "#e3c6ac", "#dca98b", "#cf8669", "#b9654c", "#f2ede4", "#efe7da"]
    across = np.linspace(-0.3, 0.3, 260)
    for number in range(26):
        tone = tones[number % len(tones)] if number > 8 else "#f2ede4"
        fibers = material("paper", lambda g: {"Normal": g.bump(g.noise(1500, 3), 0.00008)}, base_color=tone, roughness=0.9, specular_ior_level=0.2)
        depth = np.linspace(0, 0.06, 6)[:, None]
        wave = 0.026 * np.sin(across * 15 + number * 0.21) + 0.013 * np.sin(across * 31 - number * 0.33 + 1)
        height = wave[None, :] + (number - 13) * 0.0135 * (1 + 0.06 * math.sin(number))
        points = np.stack([np.broadcast_to(across, (6, 260)), np.broadcast_to(depth, (6, 260)) * np.ones((1, 260)), height * np.ones((6, 1))], axis=-1)
        thing = grid(points, fibers)
        modifier = thing.modifiers.new("thick", "SOLIDIFY")
        modifier.thickness = 0.0011
    box((1, 0.01, 1), material("back", base_color="#d9c4ae", roughness=1), (0, 0.065, 0), 0)
    area((-0.35, -0.35, 0.55), (0, 0, 0), (0.12, 0.12), 7, "#fff0dc")
    ambient("#dfe6f0", 0.22)
    camera((0.05, -0.62, 0.06), (0.0, 0, 0.0), 90, 5.6, (0, 0.0, 0))
