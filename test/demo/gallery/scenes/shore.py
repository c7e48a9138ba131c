"""By the water: a jetty in mist, a beach from above."""
import math

import numpy as np

from kit.graph import color, fog, material
from kit.nature import fractal, places
from kit.picture import shot
from kit.shapes import again, box, floor, grid, hide, lathe, mesh, tube
from kit.studio import ambient, camera, sky, softly_lit, sun, world
from kit.stuff import concrete, stone, wood


def still_water(tone, air, density, height, ripples=0.01, scale=1.2):
    """Water in a long exposure: reflective, with its waves smoothed away."""
    return material(
        "still water",
        lambda g: {
            "Normal": g.bump(g.noise(scale, 3, 0.5, g.coords("Object", (1, 0.35, 1))), ripples),
            **({"Fog": (fog(g, density, height), air)} if density else {}),
        },
        base_color=tone,
        roughness=0.09,
        ior=1.333,
    )


def hazy(top, horizon, strength=1.0, reach=0.5):
    """A veiled sky, brightest where it meets the water."""

    def build(g):
        height = g.node("SeparateXYZ", {0: g.coords("Generated")}, out=2)
        return g.ramp(g.fit(height, -0.02, reach), [(0, horizon), (1, top)]), strength

    world(build)


@shot("jetty-in-mist", (2, 3), samples=10, bounces=3, key=0.42, saturation=0.9)
def jetty():
    air = "#c9d2d9"
    density = 0.016
    plank = material(
        "plank",
        lambda g: {"Base Color": g.mix(g.fit(g.noise(9, 5, 0.6, g.coords("Object", (1, 12, 1))), 0.3, 0.7), g.mix(g.own(), "#6e675f", "#8b8379"), "#463f38"), "Normal": g.bump(g.noise(14, 5, 0.6, g.coords("Object", (1, 14, 1))), 0.004), "Fog": (fog(g, density, 2), air)},
        roughness=0.7,
    )
    random = np.random.default_rng(2)
    for number in range(230):
        y = number * 0.19 - 1
        box((1.72 + random.normal(0, 0.012), 0.172, 0.045), plank, (random.normal(0, 0.008), y, 0.82 + random.normal(0, 0.003)), 0.006, (random.normal(0, 0.35), random.normal(0, 0.35), random.normal(0, 0.25)), 2)
    for side in (-0.7, 0.7):
        box((0.12, 44, 0.16), plank, (side, 21, 0.71), 0.01)
        for number in range(15):
            y = number * 3.0 + 0.6
            tube([(side * 1.32, y, -1.5), (side * 1.32 + random.normal(0, 0.02), y, 1.5 + random.normal(0, 0.05))], 0.085, plank, sides=6)
            tube([(side * 1.32, y, -1.5), (side * 1.32, y, 0.16)], 0.09, material("wet", lambda g: {"Base Color": "#2c2926", "Fog": (fog(g, density, 2), air)}, roughness=0.3), sides=6)
    floor(still_water("#2f3a42", air, density, 2, 0.02, 0.8), 4000)
    hazy("#b6c4cf", air, 1.0, 0.6)
    sun(24, 160, 0.8, "#ffe8cc", 8)
    camera((0.12, -1.9, 2.35), (0.0, 14, 0.55), 32)


@shot("parasols-from-above", (4, 5), samples=10, bounces=2, key=0.34, quality=77)
def parasols():
    random = np.random.default_rng(14)
    x, y = places(30, 36, 760, 900)
    steps = np.zeros_like(x)
    for _ in range(2600):
        a, b = random.uniform(-14, 14), random.uniform(-16, 17)
        i, j = int((b + 18) / 36 * 899), int((a + 15) / 30 * 759)
        steps[max(0, i - 2) : i + 3, max(0, j - 2) : j + 3] -= random.uniform(0.004, 0.02)
    z = 0.05 * fractal(x / 3, y / 3, 4, 0.5, 3) + 0.012 * fractal(x * 2.4, y * 2.4, 3, 0.6, 8) + steps
    sand = material("beach", lambda g: {"Base Color": g.mix(g.fit(g.noise(0.6, 6, 0.6), 0.35, 0.7), "#dcc29a", "#cbac80"), "Normal": g.bump(g.noise(30, 4), 0.01)}, roughness=0.9, specular_ior_level=0.15)
    grid(np.stack([x, y, z], axis=-1), sand)
    pole, towel_z = wood("#c9b08a", "#a98c62", 3, 0.5), 0.1
    kinds = [("#f2ede2", "#c8432f"), ("#f4efe4", "#2d6f8e"), ("#f1e9d8", "#e0a02c"), ("#f5f0e6", "#f0e7d4"), ("#f2ece0", "#2f7f6a")]
    for row in range(-3, 4):
        for column in range(-2, 3):
            at_x, at_y = column * 3.5 + (row % 2) * 1.2 - 0.6 + random.normal(0, 0.25), row * 3.2 + random.normal(0, 0.22)
            if random.uniform() < 0.1:
                continue
            light, dark = kinds[random.choice([0, 1, 2, 3, 4, 3, 1])]
            cloth = material("canvas", lambda g: {"Base Color": g.mix(g.fit(g.bands(0.5, g.coords("UV", (16, 1, 1)), 0), 0.49, 0.51), light, dark), "Normal": g.bump(g.noise(60, 3), 0.003)}, roughness=0.9)
            def ribs(a, height, radius):
                return radius * (1 - 0.045 * np.abs(np.sin(4 * a)))
            top = lathe([(0, 0.5), (0.1, 0.49), (0.6, 0.32), (1.12, 0.05), (1.15, -0.06)], cloth, 96, smooth_profile=4, wobble=ribs)
            tilt = (random.normal(0, 5), random.normal(0, 5), random.uniform(0, 90))
            top.location, top.rotation_euler = (at_x, at_y, 1.95), tuple(math.radians(a) for a in tilt)
            tube([(at_x, at_y, 0), (at_x, at_y, 2.4)], 0.025, pole)
            for way in (-1, 1):
                if random.uniform() < 0.35:
                    continue
                tone = random.choice(["#e8e2d4", "#d9694e", "#4f8fa8", "#f0c860", "#f3efe6", "#8fae9c"])
                turn = random.normal(0, 9)
                lx, ly = at_x + way * 1.05 + random.normal(0, 0.1), at_y - 0.75 + random.normal(0, 0.15)
                u, v = places(0.72, 1.75, 24, 48)
                cloth_z = 0.09 + 0.02 * fractal(u * 5, v * 4 + lx, 3, 0.5, 6)
                towel = grid(np.stack([u, v, cloth_z], axis=-1), material("towel", lambda g: {"Base Color": g.mix(g.fit(g.bands(1.2, g.coords("UV", (1, 6, 1)), 0, 2, "Y"), 0.8, 0.82), tone, "#f2ede2"), "Normal": g.bump(g.noise(220), 0.004)}, roughness=1))
                towel.location, towel.rotation_euler = (lx, ly, 0), (0, 0, math.radians(turn))
    sun(34, 68, 5, "#fff0d8")
    sky(34, 68, 0.14)
    camera((0, 0, 26), (0, 0.001, 0), 58, roll=12)
