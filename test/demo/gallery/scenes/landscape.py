"""Sand, hills, and what the weather does with them."""
import numpy as np

from kit.graph import fog, material
from kit.nature import crowns, fan, fractal, value_noise
from kit.picture import shot
from kit.shapes import again, grid, hide, mesh
from kit.studio import ambient, camera, sky, sun, world


def dune_heights(x, y, seed):
    bend = fractal(x / 160, y / 160, 3, seed=seed + 40)
    ridge = 1 - np.abs(value_noise(x / 150 + 0.9 * bend, y / 95 + 0.6 * bend, seed)) * 1.9
    small = 1 - np.abs(value_noise(x / 44 + 0.7 * bend, y / 30 + 0.4 * bend, seed + 5)) * 1.9
    height = 17 * np.clip(ridge, 0, 1) ** 1.7 + 3.2 * np.clip(small, 0, 1) ** 1.5 * np.clip(1.2 - ridge, 0, 1)
    return height + 0.5 * fractal(x / 26, y / 26, 3, seed=seed + 9)


def dunes(seed, tone, ripple, heat, lean=0.75, field=(7, 2400)):
    x, y = fan(*field, 64, 640, 760)
    z = dune_heights(x, y, seed)
    sand = material(
        "sand",
        lambda g: {
            "Base Color": g.mix(g.noise(0.05, 6), tone, heat),
            "Normal": g.bump(
                g.bands(2.1, g.coords(turn=(0, 0, 0.5)), 3.2, 3), ripple, 1.0,
                g.bump(g.noise(400, 2), 0.0035),
            ),
            "Fog": (fog(g, 0.00035, 10), "#d9b59a"),
        },
        roughness=0.85,
        diffuse_roughness=0.6,
        specular_ior_level=0.2,
    )
    grid(np.stack([x + lean * z, y + 0.2 * z, z], axis=-1), sand)
    return z


@shot("dunes-low-sun", (3, 2), samples=16, bounces=3, key=0.24, stops=0.1)
def low_sun():
    dunes(3, "#c98f5c", 0.03, "#b9783f")
    sun(11, 78, 5.0, "#ffcf97", 0.6)
    sky(11, 78, 0.14, dust=2.0)
    camera((0, 0, 21), (0, 120, 8), 42)




def hills(seed, spacing=9, tree=11):
    x, y = fan(120, 9000, 60, 1100, 1100)
    far = np.hypot(x, y)
    rise = np.clip((far - 250) / 5500, 0, 1)
    land = fractal(x / 1500, y / 900, 6, 0.45, seed, ridged=True)
    z = 40 + 170 * (land - 0.3) + 420 * rise**1.2 * np.clip(land + 0.5, 0.3, 2)
    wood = crowns(x + 3 * value_noise(x / 20, y / 20, 1), y, spacing, seed)
    thin = np.clip(value_noise(x / 90, y / 90, seed + 3) * 2 + 1.3, 0, 1)
    return x, y, z + tree * wood * thin


def fir(stuff, seed, height=22.0):
    """A fir with drooping branches, each a ragged blade: enough from a distance. Returns one shape."""
    random = np.random.default_rng(seed)
    points, faces = [], []

    def blade(root, tip, wide, sag):
        """A strip from root to tip, bent down, its edges uneven."""
        start = len(points)
        side = np.array([-(tip - root)[1], (tip - root)[0], 0.0])
        side *= wide / max(np.linalg.norm(side), 1e-9)
        for t, share in ((0, 0.35), (0.35, 1.0), (0.7, 0.75), (1, 0.05)):
            middle = root + (tip - root) * t - np.array([0, 0, sag * t * t])
            droop = np.array([0, 0, 0.45 * wide * share])
            points.extend([middle - side * share * random.uniform(0.6, 1.2) - droop, middle, middle + side * share * random.uniform(0.6, 1.2) - droop])
        for row in range(3):
            for column in range(2):
                a = start + 3 * row + column
                faces.append((a, a + 1, a + 4, a + 3))

    level = 0.06 * height
    while level < height * 0.99:
        share = 1 - level / height
        reach = height * (0.02 + 0.2 * share**0.85)
        for number in range(max(4, round(5 + 8 * share))):
            way, long_ = random.uniform(0, 2 * np.pi), reach * random.uniform(0.55, 1.12)
            root = np.array([0, 0, level + random.normal(0, 0.012 * height)])
            out = np.array([np.cos(way), np.sin(way), 0.0]) * long_
            blade(root, root + out + (0, 0, long_ * (0.25 - 0.55 * share)), 0.30 * long_ + 0.12, 0.22 * long_)
        level += height * random.uniform(0.018, 0.034) * (0.55 + share)
    for way in np.linspace(0, np.pi, 3)[:2]:
        start = len(points)
        reach = np.array([np.cos(way), np.sin(way), 0]) * height * 0.012
        points.extend([-reach, reach, np.array([0, 0, height * 1.02])])
        faces.append((start, start + 1, start + 2))
    return mesh("fir", points, faces, stuff)


@shot("fog-between-hills", (2, 3), samples=20, bounces=2, key=0.3, stops=0.2, saturation=1.15, look="AgX - High Contrast")
def fog_between_hills():
    """Wooded ridges one behind the other, morning fog in the valleys between them."""
    eye = 370

    def land(x, y):
        bend = 420 * fractal(x / 1900, y / 1900, 3, 0.5, 11)
        crest = 0.5 + 0.5 * np.cos((y + bend + 0.28 * x) / 620 * 2 * np.pi)
        high = 150 + 0.055 * np.clip(y, 0, 5200) + 75 * fractal(x / 700, y / 1000, 4, 0.45, 5)
        return high * (0.22 + 0.78 * crest**1.2) + 9 * fractal(x / 90, y / 90, 4, 0.5, 8)

    def air(g):
        """Thick below, thin above; its upper side is uneven."""
        uneven = g.math("MULTIPLY", g.math("SUBTRACT", g.noise(0.0022, 6, 0.6, g.node("NewGeometry", out="Position")), 0.5), 1.6)
        share = fog(g, 0.0042, eye, falloff=37, base=105)
        thin = fog(g, 0.00011, eye)
        both = g.math("SUBTRACT", 1.0, g.math("MULTIPLY", g.math("SUBTRACT", 1.0, share), g.math("SUBTRACT", 1.0, thin)))
        return g.math("MINIMUM", g.math("MAXIMUM", g.math("ADD", both, g.math("MULTIPLY", g.math("MULTIPLY", share, g.math("SUBTRACT", 1.0, share)), uneven)), 0.0), 1.0)

    def lit(g):
        """Warmer toward the sun, which is on the right."""
        return g.mix(g.node("SeparateXYZ", {0: g.coords("Window")}, out=0), [0.92, 1.04, 1.2, 1], [1.35, 1.16, 0.98, 1])

    needles = material(
        "needles",
        lambda g: {"Base Color": g.mix(g.own(), g.mix(g.own(), "#1c2b1d", "#27361f"), "#3b3f22"), "Fog": (air(g), lit(g))},
        roughness=0.8, specular_ior_level=0.2,
    )
    ground = material("ground", lambda g: {"Base Color": g.mix(g.noise(0.02, 4), "#161f14", "#29301c"), "Fog": (air(g), lit(g))}, roughness=1, specular_ior_level=0)
    x, y = fan(150, 9000, 30, 400, 900)
    grid(np.stack([x, y, land(x, y)], axis=-1), ground)
    trees = [hide(fir(needles, seed)) for seed in range(7)]
    random = np.random.default_rng(6)
    count = 16_000
    away = 170 * (4600 / 170) ** random.uniform(0, 1, count) ** 0.8
    angle = np.radians(random.uniform(-13, 13, count))
    at_x, at_y = away * np.sin(angle), away * np.cos(angle)
    up = land(at_x, at_y)
    dense = value_noise(at_x / 130, at_y / 130, 3) + random.normal(0, 0.25, count)
    for number in np.nonzero((dense > -0.55) & (up > 90))[0]:
        size = random.uniform(0.55, 1.15) * (0.85 + 0.3 * dense[number])
        tree = again(trees[number % 7], (at_x[number], at_y[number], up[number] - 1), (random.normal(0, 1.5), random.normal(0, 1.5), random.uniform(0, 360)), (size * random.uniform(0.85, 1.1), size, size))
        tree.hide_render = False
    sun(13, 74, 6.0, "#ffcf9c", 1.0)
    sky(13, 74, 0.14, haze=1.2, dust=3.0)
    camera((0, 0, eye), (0, 1500, 210), 60)


@shot("ridges-at-dusk", (2, 3), samples=16, bounces=2, key=0.2, stops=0.15, warmth=0.03)
def ridges_at_dusk():
    x, y, z = hills(21)
    firs = material(
        "firs",
        lambda g: {"Base Color": "#1d2420", "Fog": (fog(g, 0.0005, 420, falloff=220, base=60), "#9a92a8")},
        roughness=0.9,
        specular_ior_level=0.1,
    )
    grid(np.stack([x, y, z], axis=-1), firs)
    sun(3, 25, 0.6, "#ff9a5c", 1.0)
    sky(2.0, 25, 0.3, dust=2.0)
    camera((0, 0, 420), (0, 1600, 330), 70)


@shot("stars-over-the-ridge", (2, 3), samples=10, bounces=2, key=0.07)
def stars():
    x, y, z = hills(57, 8, 13)
    firs = material("firs", lambda g: {"Base Color": "#0c100f", "Fog": (fog(g, 0.0004, 300, falloff=160, base=60), "#1f2a3a")}, roughness=0.95)
    grid(np.stack([x, y, z], axis=-1), firs)

    def build(g):
        at = g.coords("Generated")
        height = g.node("SeparateXYZ", {0: at}, out=2)
        night = g.ramp(g.fit(height, -0.02, 0.75), [(0, "#5b5a66"), (0.12, "#31415c"), (0.5, "#131f36"), (1, "#0a1222")])
        cells = g.cells(150, at)
        lit = g.cells(150, at, out="Color")
        own = g.node("SeparateColor", {0: lit})
        share = g.math("POWER", own, 9.0)
        dots = g.math("MULTIPLY", g.fit(cells, 0.05, 0.12, (1, 0)), g.math("MULTIPLY", share, 5.0))
        small = g.math("MULTIPLY", g.fit(g.cells(420, at), 0.05, 0.2, (1, 0)), g.math("POWER", g.node("SeparateColor", {0: g.cells(420, at, out="Color")}), 5.0))
        # The Milky Way runs diagonally over the valley.
        band = g.node("SeparateXYZ", {0: g.coords("Generated", turn=(0.25, 0.55, 0.15))}, out=0)
        cloud = g.noise(3.2, 8, 0.62, at)
        veil = g.math("MULTIPLY", g.fit(g.math("ABSOLUTE", g.math("ADD", band, g.math("MULTIPLY", g.math("SUBTRACT", cloud, 0.5), 0.25))), 0.0, 0.22, (1, 0)), g.fit(cloud, 0.38, 0.7))
        light = g.mix(g.math("MULTIPLY", veil, 0.15), night, "#aeb4c8")
        stars_ = g.math("ADD", dots, g.math("MULTIPLY", small, g.math("ADD", 0.35, veil)))
        return g.mix(1.0, light, g.mix(g.math("MINIMUM", stars_, 1.0), "#000000", "#fff6e8"), "ADD"), 0.35

    world(build)
    camera((0, 0, 300), (0, 1500, 640), 26)
