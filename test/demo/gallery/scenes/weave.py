"""Thread, rope, cane and cloth."""
import math

import numpy as np

from kit.graph import material
from kit.nature import fractal, hang, places, value_noise
from kit.picture import shot
from kit.shapes import again, ball, box, curve_through, floor, grid, hide, lathe, mesh, shape_by, soften, thicken, tube
from kit.studio import ambient, area, camera, sky, softly_lit, sun
from kit.stuff import ceramic, glossy, linen, metal, plaster, stone, wood


def strands(line, around, turns, count, radius, stuff, side=None, wobble=0.0, seed=0):
    """A yarn or rope along a line, made of `count` strands wound around it."""
    line = np.asarray(line, dtype=float)
    tangent = np.gradient(line, axis=0)
    tangent /= np.linalg.norm(tangent, axis=1, keepdims=True)
    up = np.array(side if side is not None else (0, 0, 1.0))
    across = np.cross(tangent, up)
    across /= np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-9)
    over = np.cross(across, tangent)
    length = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))])
    for strand in range(count):
        turn = 2 * math.pi * (strand / count + turns * length / length[-1])
        jog = 1 + wobble * value_noise(length / around, np.full_like(length, strand * 3.7), seed)
        points = line + around * jog[:, None] * (np.cos(turn)[:, None] * across + np.sin(turn)[:, None] * over)
        tube(points, radius, stuff, sides=3)


@shot("coil-of-rope", (1, 1), samples=10, bounces=2, key=0.19, quality=77)
def coil():
    hemp = material(
        "hemp",
        lambda g: {"Base Color": g.mix(g.fit(g.noise(900, 4, 0.7), 0.3, 0.72), "#8a6c46", "#d9bd8c"), "Normal": g.bump(g.noise(1100, 4, 0.7), 0.0012)},
        roughness=0.95, sheen_weight=0.3, specular_ior_level=0.1,
    )
    thick = 0.0122
    turn = np.linspace(0, 2 * math.pi * 8.2, 1500)
    radius = 0.012 + thick * 2.02 * turn / (2 * math.pi)
    wave = 0.0012 * value_noise(turn * 1.3, radius * 40, 4)
    line = np.stack([(radius + wave) * np.cos(turn), (radius + wave) * np.sin(turn), 0.012 + 0.002 * value_noise(turn * 0.8, turn * 0.1, 6)], axis=-1)
    strands(line, 0.0062, np.sum(np.linalg.norm(np.diff(line, axis=0), axis=1)) / 0.052, 3, 0.0066, hemp, wobble=0.05)
    end = line[-1] + np.array([0, 0, 0.0])
    random = np.random.default_rng(3)
    heading = line[-1] - line[-4]
    heading /= np.linalg.norm(heading)
    tail = curve_through([end, end + heading * 0.05 + (0.008, 0.0, 0.0), end + heading * 0.12 + (0.04, 0.01, 0), end + heading * 0.2 + (0.12, 0.0, 0), end + heading * 0.26 + (0.3, 0.0, 0)], 40)
    strands(tail, 0.0062, np.sum(np.linalg.norm(np.diff(tail, axis=0), axis=1)) / 0.052, 3, 0.0066, hemp, wobble=0.05)
    deck = wood("#8f8a82", "#5c5751", 2.6, 0.75, (1.0, 14, 14))
    for number in range(-5, 6):
        box((2, 0.118, 0.03), deck, (0.2 * number, number * 0.122, -0.016), 0.003)
    sun(38, -60, 4.6, "#fff0d8", 0.6)
    sky(38, -60, 0.13)
    camera((0.02, -0.1, 0.86), (0.02, 0.0, 0.0), 58, 8)


@shot("stack-of-linen", (4, 5), samples=12, bounces=3, key=0.2)
def stack():
    """Folded cloths on a stool: each a long strip that turns back on itself."""
    tones = ["#c9bda8", "#8f9a92", "#e0d8c8", "#a8695a", "#d8cbb2", "#56646c"]
    z = 0.0
    random = np.random.default_rng(8)
    for number, tone in enumerate(tones):
        layers, thick = 4, 0.0068 + random.uniform(0, 0.0012)
        length, deep = 0.31 + random.normal(0, 0.006), 0.22 + random.normal(0, 0.005)
        line = []
        for layer in range(layers):
            h = z + (layer + 0.5) * thick
            xs = np.linspace(-length / 2, length / 2, 50)
            xs = xs if layer % 2 == 0 else xs[::-1]
            line += [(x, h) for x in xs]
            if layer < layers - 1:
                end = xs[-1]
                way = np.sign(end)
                line += [(end + way * thick * 0.62 * math.sin(a), h + thick / 2 * (1 - math.cos(a))) for a in np.linspace(0.4, math.pi - 0.4, 6)]
        line = np.array(line)
        across = np.linspace(-1, 1, 60)
        x = line[:, :1] + 0.0016 * value_noise(line[:, 1:] * 200, across[None, :] * 3 + 0 * line[:, :1], number)
        y = deep / 2 * across[None, :] + 0.002 * value_noise(line[:, :1] * 12, line[:, 1:] * 300, number + 9) * np.ones_like(x)
        sag = 0.0014 * value_noise(x * 14, y * 14, number + 3) - 0.0022 * np.clip(np.abs(across[None, :]) - 0.9, 0, 1) * 10 * 0.3
        cloth = grid(np.stack([x, y, line[:, 1:] + sag], axis=-1), linen(tone, 1700, 0.0005, 0.35))
        cloth.modifiers.new("thick", "SOLIDIFY").thickness = thick * 0.8
        cloth.rotation_euler = (0, 0, math.radians(90 + random.normal(0, 2.2)))
        cloth.location = (random.normal(0, 0.003), random.normal(0, 0.003), 0)
        z += layers * thick + 0.0015
    top = wood("#8f6a47", "#63462d", 2, 0.45, (0.9, 12, 12))
    box((0.42, 0.4, 0.035), top, (0, 0, -0.0195), 0.006)
    for x in (-0.17, 0.17):
        for y in (-0.16, 0.16):
            box((0.04, 0.04, 0.7), top, (x, y, -0.38), 0.004)
    box((4, 0.05, 3), plaster("#cfc5b6", relief=0.002, scale=10), (0, 0.62, 0.4), 0)
    area((-0.9, -0.1, 0.7), (0, 0, 0.08), (0.5, 0.8), 20, "#fff1de")
    softly_lit("#e8edf2", "#a89c8c", 0.18)
    camera((0.2, -0.95, 0.36), (0.0, 0.0, 0.072), 66, 5.6, (0, -0.1, 0.1))


@shot("folds-of-green-cotton", (4, 5), samples=20, bounces=3, key=0.13, quality=77)
def folds():
    """A heavy cloth that hangs from two points: its folds run from one to the other."""
    columns, rows = 100, 86
    u, v = np.meshgrid(np.linspace(-0.5, 0.5, columns), np.linspace(0, 1, rows))
    x, z = 1.05 * u, -1.35 * v
    y = 0.085 * np.sin(u * 2 * math.pi * 4 + 0.6) * np.cos(u * math.pi) + 0.012 * value_noise(u * 5, v * 4, 3)

    def build(g):
        slub = g.noise(90, 4, 0.6, g.node("Mapping", {"Vector": g.coords("UV"), "Scale": (1, 11, 1)}))
        return {
            "Base Color": g.mix(g.fit(slub, 0.35, 0.7), "#27503f", "#38654f"),
            "Normal": g.bump(g.math("ADD", g.noise(1100, 3, 0.6), slub), 0.0003),
        }

    cotton = material("cotton", build, roughness=0.9, sheen_weight=0.22, sheen_tint="#b5cfc0", specular_ior_level=0.15)
    cloth = grid(np.stack([x, y, z], axis=-1), cotton)
    held = (v < 0.012) & (np.abs(u) > 0.47)
    hang(cloth, held.ravel())
    soften(cloth, 2)
    thicken(cloth, 0.0016)
    box((6, 0.1, 4), plaster("#bfb29c", relief=0.0012, scale=12), (0, 0.3, -0.6), 0)
    area((-1.1, -0.6, 0.3), (0, 0, -0.6), (0.7, 1.0), 30, "#fff0dc")
    ambient("#93a0aa", 0.2)
    camera((0.0, -1.6, -0.62), (0.0, 0, -0.69), 62, 8)
