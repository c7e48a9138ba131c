"""Natural shapes made with numpy: noise, heights, and simulated cloth and falling objects."""
import bpy
import numpy as np


def value_noise(x, y, seed=0):
    """Smooth noise from -1 to 1 at arrays of points, one bump per unit."""
    random = np.random.default_rng(seed)
    size = 256
    angle = random.uniform(0, 2 * np.pi, (size, size))
    gx, gy = np.cos(angle), np.sin(angle)
    x0, y0 = np.floor(x).astype(int), np.floor(y).astype(int)
    fx, fy = x - x0, y - y0
    u, v = (f * f * f * (f * (f * 6 - 15) + 10) for f in (fx, fy))

    def corner(dx, dy):
        i, j = (x0 + dx) % size, (y0 + dy) % size
        return gx[i, j] * (fx - dx) + gy[i, j] * (fy - dy)

    low = corner(0, 0) * (1 - u) + corner(1, 0) * u
    high = corner(0, 1) * (1 - u) + corner(1, 1) * u
    return (low * (1 - v) + high * v) * 1.5


def fractal(x, y, octaves=6, gain=0.5, seed=0, ridged=False):
    total, weight, scale = np.zeros_like(x, dtype=float), 1.0, 1.0
    for octave in range(octaves):
        layer = value_noise(x * scale + 17.3 * octave, y * scale - 9.1 * octave, seed + octave)
        total += weight * ((1 - np.abs(layer) * 2) if ridged else layer)
        weight *= gain
        scale *= 2.03
    return total


def places(width, depth, columns, rows, middle=(0, 0)):
    """Two arrays, x and y, of an evenly spaced field."""
    x = np.linspace(-width / 2, width / 2, columns) + middle[0]
    y = np.linspace(-depth / 2, depth / 2, rows) + middle[1]
    return np.meshgrid(x, y)


def fan(near, far, degrees, columns, rows):
    """Two arrays, x and y, of a field before a camera at 0 that looks along +Y: finer where it is nearer."""
    distance = np.geomspace(near, far, rows)[:, None]
    angle = np.radians(np.linspace(-degrees / 2, degrees / 2, columns))[None, :]
    return distance * np.sin(angle), distance * np.cos(angle)


def crowns(x, y, spacing, seed=0):
    """Heights from 0 to 1 of a forest seen from a distance: a cone around each of many scattered points."""
    random = np.random.default_rng(seed)
    jitter = random.uniform(0.1, 0.9, (512, 512, 2))
    tall = random.uniform(0.45, 1, (512, 512))
    i, j = np.floor(x / spacing).astype(int), np.floor(y / spacing).astype(int)
    best = np.zeros_like(x)
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            a, b = (i + dx) % 512, (j + dy) % 512
            away = np.hypot((i + dx + jitter[a, b, 0]) - x / spacing, (j + dy + jitter[a, b, 1]) - y / spacing)
            best = np.maximum(best, tall[a, b] * (1 - away / 0.75))
    return best


def step_to(frame):
    scene = bpy.context.scene
    scene.frame_start, scene.frame_end = 1, frame
    if scene.rigidbody_world:
        scene.rigidbody_world.point_cache.frame_end = frame
    for number in range(1, frame + 1):
        scene.frame_set(number)


def let_fall(things, still, simple, frames=90, friction=0.6, bounce=0.1):
    """
    Drops things onto what stands still, and leaves them where they came to rest.
    @param simple a thing of the same form with few points, which falls in their place
    """
    forms = [thing.data for thing in things]
    for thing in things:
        thing.data = simple.data
    simple.hide_render = True
    scene = bpy.context.scene
    bpy.ops.rigidbody.world_add()
    scene.rigidbody_world.substeps_per_frame = 8
    scene.rigidbody_world.solver_iterations = 10
    scene.rigidbody_world.collection = bpy.data.collections.new("falling")
    for thing in [*things, *still]:
        scene.rigidbody_world.collection.objects.link(thing)
    for thing in [*things, *still]:
        body = thing.rigid_body
        falls = thing not in still
        body.type = "ACTIVE" if falls else "PASSIVE"
        body.collision_shape = "CONVEX_HULL" if falls else "MESH"
        body.friction, body.restitution = friction, bounce
        body.use_margin, body.collision_margin = True, 0.0002
        body.linear_damping = body.angular_damping = 0.3
    step_to(frames)
    graph = bpy.context.evaluated_depsgraph_get()
    rests = [thing.evaluated_get(graph).matrix_world.copy() for thing in things]
    bpy.ops.rigidbody.world_remove()
    for thing, rest, form in zip(things, rests, forms):
        thing.matrix_world, thing.data = rest, form
    return things


def drape(cloth, over, frames=60, stiffness=8, mass=0.25, gap=0.003, quality=8, itself=True):
    """Drops a cloth over objects, and keeps its final shape."""
    for thing in over:
        collision = thing.modifiers.new("collision", "COLLISION")
        thing.collision.thickness_outer = gap
        thing.collision.cloth_friction = 20
        del collision
    modifier = cloth.modifiers.new("cloth", "CLOTH")
    settings = modifier.settings
    settings.quality, settings.mass = quality, mass
    settings.tension_stiffness = settings.compression_stiffness = settings.shear_stiffness = stiffness
    settings.bending_stiffness = 0.05
    modifier.collision_settings.use_self_collision = itself
    modifier.collision_settings.distance_min = gap
    modifier.collision_settings.self_distance_min = gap
    modifier.point_cache.frame_end = frames
    keep(cloth, frames)
    for thing in over:
        thing.modifiers.remove(thing.modifiers["collision"])
    return cloth


def hang(cloth, held, frames=90, stiffness=12, bending=0.6, mass=0.3, gap=0.004, quality=7):
    """
    Lets a cloth hang from some of its points, and keeps the shape it has in the end.
    @param held whether a point is one of them, for each
    """
    pins = cloth.vertex_groups.new(name="pins")
    pins.add([int(number) for number in np.nonzero(held)[0]], 1.0, "ADD")
    modifier = cloth.modifiers.new("cloth", "CLOTH")
    settings = modifier.settings
    settings.quality, settings.mass, settings.vertex_group_mass = quality, mass, pins.name
    settings.tension_stiffness = settings.compression_stiffness = settings.shear_stiffness = stiffness
    settings.bending_stiffness, settings.air_damping = bending, 3
    modifier.collision_settings.use_self_collision = True
    modifier.collision_settings.self_distance_min = gap
    modifier.point_cache.frame_end = frames
    keep(cloth, frames)


def keep(cloth, frames):
    """Steps to a frame and applies the cloth's shape at that frame."""
    step_to(frames)
    shaped = bpy.data.meshes.new_from_object(cloth.evaluated_get(bpy.context.evaluated_depsgraph_get()))
    cloth.modifiers.clear()
    cloth.data = shaped
    shaped.shade_smooth()
