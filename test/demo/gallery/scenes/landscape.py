"""Sand, hills, and what the weather does with them."""
import numpy as np

from kit.graph import fog, material
from kit.nature import crowns, fan, fractal, value_noise
from kit.picture import shot
from kit.shapes import grid
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


@shot("fog-between-hills", (3, 2), samples=14, bounces=2, key=0.26, saturation=0.9)
def fog_between_hills():
    x, y, z = hills(34, 6, 9)
    firs = material(
        "firs",
        lambda g: {
            "Base Color": g.mix(g.noise(0.012, 3), "#1f2c1a", "#464c2a"),
            "Fog": (fog(g, 0.0013, 400, falloff=135, base=60), "#cdd2d6"),
        },
        roughness=0.9,
        specular_ior_level=0.1,
    )
    grid(np.stack([x, y, z], axis=-1), firs)
    sun(12, 62, 4.5, "#ffd2a0", 1.5)
    sky(12, 62, 0.12, haze=1.2, dust=3.0)
    camera((0, 0, 400), (0, 1500, 300), 62)


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
        # The milky way lies askew over the valley.
        band = g.node("SeparateXYZ", {0: g.coords("Generated", turn=(0.25, 0.55, 0.15))}, out=0)
        cloud = g.noise(3.2, 8, 0.62, at)
        veil = g.math("MULTIPLY", g.fit(g.math("ABSOLUTE", g.math("ADD", band, g.math("MULTIPLY", g.math("SUBTRACT", cloud, 0.5), 0.25))), 0.0, 0.22, (1, 0)), g.fit(cloud, 0.38, 0.7))
        light = g.mix(g.math("MULTIPLY", veil, 0.15), night, "#aeb4c8")
        stars_ = g.math("ADD", dots, g.math("MULTIPLY", small, g.math("ADD", 0.35, veil)))
        return g.mix(1.0, light, g.mix(g.math("MINIMUM", stars_, 1.0), "#000000", "#fff6e8"), "ADD"), 0.35

    world(build)
    camera((0, 0, 300), (0, 1500, 640), 26)
