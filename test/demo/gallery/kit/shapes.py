"""Shapes in meters: turned, cut, bent, scattered."""
import math

import bmesh
import bpy
import numpy as np
from mathutils import Euler, Matrix, Vector

from .studio import put


def mesh(name, points, faces, stuff=None, smooth=True, at=(0, 0, 0), uv=None):
    data = bpy.data.meshes.new(name)
    data.from_pydata([tuple(p) for p in points], [], [tuple(f) for f in faces])
    if smooth:
        data.shade_smooth()
    if uv is not None:
        layer = data.uv_layers.new()
        corners = np.empty(len(data.loops), dtype=np.int32)
        data.loops.foreach_get("vertex_index", corners)
        layer.data.foreach_set("uv", np.asarray(uv, dtype=np.float32)[corners].ravel())
    if stuff:
        data.materials.append(stuff)
    return put(data, name, at)


def grid(points, stuff=None, smooth=True, closed=(False, False), at=(0, 0, 0), name="surface"):
    """A surface through rows of points, an array of rows x columns x 3."""
    points = np.asarray(points, dtype=float)
    rows, columns, _ = points.shape
    index = np.arange(rows * columns).reshape(rows, columns)
    if closed[0]:
        index = np.vstack([index, index[:1]])
    if closed[1]:
        index = np.hstack([index, index[:, :1]])
    faces = np.stack([index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]], axis=-1).reshape(-1, 4)
    v, u = np.meshgrid(np.linspace(0, 1, rows), np.linspace(0, 1, columns), indexing="ij")
    uv = np.stack([u, v], axis=-1).reshape(-1, 2)
    return mesh(name, points.reshape(-1, 3), faces, stuff, smooth, at, uv)


def curve_through(points, steps=8, closed=False):
    """A smooth line through points (Catmull-Rom)."""
    points = np.asarray(points, dtype=float)
    ends = (points[-1:], points[:2]) if closed else (2 * points[:1] - points[1:2], 2 * points[-1:] - points[-2:-1])
    padded = np.vstack([ends[0], points, ends[1]])
    line = []
    for at in range(len(padded) - 3):
        a, b, c, d = padded[at : at + 4]
        for t in np.linspace(0, 1, steps, endpoint=False):
            line.append(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3))
    return np.array(line if closed else line + [points[-1]])


def lathe(profile, stuff=None, segments=96, at=(0, 0, 0), smooth_profile=6, wobble=None, name="turned"):
    """Turns a profile of (radius, height) around Z. @param wobble (angle, height, radius) -> radius"""
    profile = curve_through(profile, smooth_profile) if smooth_profile else np.asarray(profile, dtype=float)
    angles = np.linspace(0, 2 * math.pi, segments, endpoint=False)
    radius = np.maximum(profile[:, :1], 0) * np.ones(segments)
    height = profile[:, 1:] * np.ones(segments)
    if wobble:
        radius = wobble(angles[None, :], height, radius)
    points = np.stack([radius * np.cos(angles), radius * np.sin(angles), height], axis=-1)
    thing = grid(points, stuff, closed=(False, True), at=at, name=name)
    weld(thing)
    return thing


def weld(thing, within=1e-6):
    work = bmesh.new()
    work.from_mesh(thing.data)
    bmesh.ops.remove_doubles(work, verts=work.verts, dist=within)
    bmesh.ops.recalc_face_normals(work, faces=work.faces)
    work.to_mesh(thing.data)
    work.free()


def box(size, stuff=None, at=(0, 0, 0), bevel=0.002, turn=(0, 0, 0), segments=3):
    """@param size width, depth, height @param at its middle @param turn in degrees"""
    work = bmesh.new()
    bmesh.ops.create_cube(work, size=1, matrix=Matrix.Diagonal((*size, 1)))
    data = bpy.data.meshes.new("box")
    work.to_mesh(data)
    work.free()
    if stuff:
        data.materials.append(stuff)
    data.shade_smooth()
    thing = put(data, "box", at)
    thing.rotation_euler = Euler([math.radians(a) for a in turn])
    if bevel:
        modifier = thing.modifiers.new("bevel", "BEVEL")
        modifier.width, modifier.segments, modifier.harden_normals = bevel, segments, True
    return thing


def floor(stuff, size=50, height=0.0):
    s = size / 2
    return mesh("floor", [(-s, -s, height), (s, -s, height), (s, s, height), (-s, s, height)], [(0, 1, 2, 3)], stuff)


def sweep(stuff, width=6, depth=3, height=3, bend=0.6, back=1.5):
    """A studio's background: floor that bends into a wall, `back` meters behind the middle."""
    bend_line = [(back - bend + bend * math.sin(a), bend - bend * math.cos(a)) for a in np.linspace(0, math.pi / 2, 16)]
    line = [(-depth, 0), *bend_line, (back, height)]
    return grid([[(x, y, z) for y, z in line] for x in np.linspace(-width / 2, width / 2, 3)], stuff)


def tube(points, radius, stuff=None, closed=False, at=(0, 0, 0), sides=4, radii=None):
    """@param radii a factor for each point"""
    data = bpy.data.curves.new("tube", "CURVE")
    data.dimensions, data.bevel_depth, data.bevel_resolution, data.use_fill_caps = "3D", radius, sides, True
    line = data.splines.new("POLY")
    line.points.add(len(points) - 1)
    for number, (point, place) in enumerate(zip(line.points, points)):
        point.co = (*place, 1)
        point.radius = radii[number] if radii is not None else 1
    line.use_cyclic_u = closed
    line.use_smooth = True
    if stuff:
        data.materials.append(stuff)
    return put(data, "tube", at)


def ball(radius, stuff=None, at=(0, 0, 0), detail=5, scale=(1, 1, 1)):
    work = bmesh.new()
    bmesh.ops.create_icosphere(work, subdivisions=detail, radius=radius, matrix=Matrix.Diagonal((*scale, 1)))
    data = bpy.data.meshes.new("ball")
    work.to_mesh(data)
    work.free()
    data.shade_smooth()
    if stuff:
        data.materials.append(stuff)
    return put(data, "ball", at)


def again(thing, at, turn=(0, 0, 0), scale=1.0):
    """Another instance of the same shape. @param turn in degrees"""
    copy = thing.copy()
    copy.location = at
    copy.rotation_euler = Euler([math.radians(a) for a in turn])
    copy.scale = scale if isinstance(scale, tuple) else (scale,) * 3
    bpy.context.scene.collection.objects.link(copy)
    return copy


def hide(thing):
    """Hides the template of `again` from the picture."""
    thing.hide_render = True
    return thing


def soften(thing, levels=2):
    modifier = thing.modifiers.new("soft", "SUBSURF")
    modifier.levels = modifier.render_levels = levels
    return thing


def shape_by(thing, move):
    """Moves every point: `move` takes and returns an array of points."""
    points = np.empty(len(thing.data.vertices) * 3, dtype=np.float32)
    thing.data.vertices.foreach_get("co", points)
    thing.data.vertices.foreach_set("co", np.asarray(move(points.reshape(-1, 3)), dtype=np.float32).ravel())
    thing.data.update()
    return thing


def thicken(thing, thickness, offset=0):
    modifier = thing.modifiers.new("thick", "SOLIDIFY")
    modifier.thickness, modifier.offset = thickness, offset
    return thing


def aligned(thing, normal, spin=0.0):
    """Aligns an object's Z axis with a normal, rotated around it by `spin` radians."""
    thing.rotation_euler = (Vector(normal).to_track_quat("Z", "Y").to_matrix() @ Matrix.Rotation(spin, 3, "Z")).to_euler()
    return thing
