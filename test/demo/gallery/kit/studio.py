"""The studio: an empty scene in meters, its lights and sky, and the camera."""
import math

import bpy
from mathutils import Vector

from .graph import Graph, color


def empty():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.world = bpy.data.worlds.new("world")
    ambient("#000000", 0)
    return scene


def aim(thing, at):
    direction = Vector(at) - thing.location
    thing.rotation_euler = direction.to_track_quat("-Z", "Y").to_euler()


def put(data, name, at=(0, 0, 0)):
    thing = bpy.data.objects.new(name, data)
    thing.location = at
    bpy.context.scene.collection.objects.link(thing)
    return thing


def camera(at, look, lens=50, fstop=None, focus=None, shift=(0, 0), roll=0):
    """@param lens in mm on a full frame @param focus a point in the scene, by default the one looked at"""
    data = bpy.data.cameras.new("camera")
    data.lens, data.clip_start, data.clip_end = lens, 0.002, 100_000
    data.shift_x, data.shift_y = shift
    thing = put(data, "camera", at)
    aim(thing, look)
    if roll:
        thing.rotation_euler.rotate_axis("Z", math.radians(roll))
    if fstop:
        data.dof.use_dof = True
        data.dof.aperture_fstop = fstop
        forward = (Vector(look) - Vector(at)).normalized()
        data.dof.focus_distance = (Vector(focus or look) - Vector(at)).dot(forward)
        data.dof.aperture_blades = 9
    bpy.context.scene.camera = thing
    return thing


def area(at, look, size, watts, tint="#ffffff", spread=180):
    data = bpy.data.lights.new("area", "AREA")
    data.shape = "RECTANGLE"
    data.size, data.size_y = size if isinstance(size, tuple) else (size, size)
    data.energy, data.color, data.spread = watts, color(tint)[:3], math.radians(spread)
    thing = put(data, "area", at)
    aim(thing, look)
    return thing


def sun(elevation, azimuth, strength=4.0, tint="#fff1dc", angle=0.53):
    """@param azimuth in degrees from +Y to +X, where the light comes from"""
    data = bpy.data.lights.new("sun", "SUN")
    data.energy, data.color, data.angle = strength, color(tint)[:3], math.radians(angle)
    thing = put(data, "sun")
    up, round_ = math.radians(elevation), math.radians(azimuth)
    thing.location = (math.cos(up) * math.sin(round_), math.cos(up) * math.cos(round_), math.sin(up))
    aim(thing, (0, 0, 0))
    return thing


def lamp(at, watts, radius=0.02, tint="#ffb46b"):
    data = bpy.data.lights.new("lamp", "POINT")
    data.energy, data.color, data.shadow_soft_size = watts, color(tint)[:3], radius
    return put(data, "lamp", at)


def world(build):
    """@param build from a graph to a color socket and a strength"""
    tree = bpy.context.scene.world.node_tree
    graph = Graph(tree)
    tone, strength = build(graph)
    background = tree.nodes.new("ShaderNodeBackground")
    output = tree.nodes.new("ShaderNodeOutputWorld")
    graph.set(background.inputs[0], tone)
    graph.set(background.inputs[1], strength)
    tree.links.new(background.outputs[0], output.inputs[0])


def ambient(tone="#ffffff", strength=0.3):
    world(lambda graph: (color(tone), strength))


def sky(elevation, azimuth, strength=0.15, disc=False, haze=1.0, dust=1.0):
    """A clear sky. @param azimuth as in `sun`"""

    def build(graph):
        tree = graph.tree
        node = tree.nodes.new("ShaderNodeTexSky")
        node.sky_type = "MULTIPLE_SCATTERING"
        node.sun_disc = disc
        node.sun_elevation, node.sun_rotation = math.radians(elevation), math.radians(azimuth)
        node.air_density, node.aerosol_density = haze, dust
        return node.outputs[0], strength

    world(build)


def softly_lit(top="#ffffff", horizon="#b8c4d0", strength=0.6):
    """A room's light: brighter from above."""

    def build(graph):
        height = graph.node("SeparateXYZ", {0: graph.coords("Generated")}, out=2)
        return graph.ramp(graph.fit(height, -0.3, 1), [(0, horizon), (1, top)]), strength

    world(build)
