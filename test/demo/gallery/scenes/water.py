"""The sea."""
import math

import bpy

from kit.graph import fog, material
from kit.picture import shot
from kit.shapes import mesh
from kit.studio import camera, put, sky, sun


def ocean(size, across, resolution, wind, height, chop, stuff, seed=1, seconds=2.0, direction=0.0, smallest=0.01, middle=(0, 0), calm=0.0):
    thing = mesh("sea", [(0, 0, 0)], [], stuff)
    thing.location = (middle[0], middle[1], 0)
    waves = thing.modifiers.new("ocean", "OCEAN")
    waves.geometry_mode = "GENERATE"
    waves.repeat_x = waves.repeat_y = across
    waves.resolution = waves.viewport_resolution = resolution
    waves.spatial_size = size
    waves.size = 1
    waves.wind_velocity, waves.wave_scale, waves.choppiness = wind, height, chop
    waves.wave_scale_min = smallest
    waves.random_seed, waves.time = seed, seconds
    waves.wave_alignment, waves.wave_direction = calm, direction
    waves.depth = 200
    modifier = thing.modifiers.new("smooth", "NODES") if False else None
    del modifier
    return thing


def deep(tone="#0a2a33", density=0.0, air="#c9cfd4", rough=0.04, ripples=0.0, height=3):
    return material(
        "sea water",
        lambda g: {
            "Normal": g.bump(g.noise(9, 5, 0.6), ripples) if ripples else g.node("NewGeometry", out="Normal"),
            **({"Fog": (fog(g, density, height), air)} if density else {}),
        },
        base_color=tone,
        roughness=rough,
        ior=1.333,
    )


@shot("evening-swell", (3, 2), samples=16, bounces=3, key=0.15)
def evening_swell():
    ocean(90, 5, 15, 11, 0.9, 1.1, deep("#072730", 0.0009, "#caa58c", 0.2, 0.05), seed=4, middle=(-225, 2))
    sun(5, 6, 2.2, "#ffb070", 0.8)
    sky(5, 6, 0.2, dust=2.5)
    camera((0, 0, 2.6), (0, 60, 1.2), 40)


@shot("open-sea-noon", (4, 3), samples=16, bounces=3, key=0.2, quality=77)
def open_sea():
    ocean(60, 5, 15, 7, 0.6, 1.0, deep("#06303f", 0.0006, "#b9cfdf", 0.05, 0.012), seed=9, middle=(-150, 2))
    sun(38, 120, 4.0)
    sky(38, 120, 0.16, dust=0.8)
    camera((0, 0, 4.5), (0, 60, 2.0), 35)
