"""Shader graphs as expressions: every method adds a node and returns its socket."""
import bpy
import numpy as np


def color(text):
    """Linear RGBA of an sRGB color such as '#c8b090'."""
    channels = [int(text[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels] + [1.0]


class Graph:
    def __init__(self, tree):
        self.tree = tree
        tree.nodes.clear()

    def set(self, socket, value):
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, socket)
        elif isinstance(value, str):
            socket.default_value = color(value)
        elif hasattr(socket, "default_value"):
            length = len(socket.default_value) if hasattr(socket.default_value, "__len__") else 0
            socket.default_value = list(value)[:length] if length and hasattr(value, "__len__") else value

    def node(self, kind, inputs=None, out=0, **settings):
        node = self.tree.nodes.new(f"ShaderNode{kind}")
        for name, value in settings.items():
            setattr(node, name, value)
        for name, value in (inputs or {}).items():
            if value is not None:
                self.set(node.inputs[name], value)
        return node.outputs[out] if len(node.outputs) else node

    def coords(self, of="Object", scale=(1, 1, 1), turn=(0, 0, 0)):
        at = self.node("TexCoord", out=of)
        if tuple(scale) == (1, 1, 1) and tuple(turn) == (0, 0, 0):
            return at
        return self.node("Mapping", {"Vector": at, "Scale": scale, "Rotation": turn})

    def noise(self, scale, detail=4, rough=0.5, at=None, distort=0.0):
        inputs = {"Scale": scale, "Detail": detail, "Roughness": rough, "Distortion": distort}
        return self.node("TexNoise", {**inputs, "Vector": at or self.coords()}, out=0)

    def cells(self, scale, at=None, feature="F1", out="Distance", random=1.0):
        inputs = {"Vector": at or self.coords(), "Scale": scale, "Randomness": random}
        return self.node("TexVoronoi", inputs, out=out, feature=feature)

    def bands(self, scale, at=None, distort=0.0, detail=2, direction="X", kind="BANDS"):
        inputs = {"Vector": at or self.coords(), "Scale": scale, "Distortion": distort, "Detail": detail}
        way = {"bands_direction": direction} if kind == "BANDS" else {"rings_direction": direction}
        return self.node("TexWave", inputs, out=1, wave_type=kind, **way)

    def math(self, operation, one, other=0.0):
        return self.node("Math", {0: one, 1: other}, operation=operation)

    def fit(self, value, low, high, to=(0, 1)):
        inputs = {"Value": value, "From Min": low, "From Max": high, "To Min": to[0], "To Max": to[1]}
        return self.node("MapRange", inputs)

    def mix(self, share, one, other, blend="MIX"):
        node = self.tree.nodes.new("ShaderNodeMix")
        node.data_type, node.blend_type = "RGBA", blend
        for socket, value in zip((node.inputs[0], node.inputs[6], node.inputs[7]), (share, one, other)):
            self.set(socket, value)
        return node.outputs[2]

    def ramp(self, value, stops):
        """Colors along a value: [(0, '#000000'), (1, '#ffffff')]."""
        node = self.tree.nodes.new("ShaderNodeValToRGB")
        elements = node.color_ramp.elements
        while len(elements) < len(stops):
            elements.new(0.5)
        for element, (at, tone) in zip(elements, stops):
            element.position = at
            element.color = color(tone)
        self.set(node.inputs[0], value)
        return node.outputs[0]

    def bump(self, height, distance, strength=1.0, under=None):
        """@param distance in meters between height 0 and 1"""
        return self.node("Bump", {"Height": height, "Distance": distance, "Strength": strength, "Normal": under})

    def picture(self, pixels, at=None, data=False):
        """@param pixels rows of RGB or of single values from 0 to 1, the lowest row first"""
        pixels = np.asarray(pixels, dtype=np.float32)
        if pixels.ndim == 2:
            pixels = np.repeat(pixels[:, :, None], 3, axis=2)
        height, width, _ = pixels.shape
        image = bpy.data.images.new("drawn", width, height, float_buffer=True)
        image.colorspace_settings.name = "Non-Color" if data else "Linear Rec.709"
        image.pixels.foreach_set(np.dstack([pixels, np.ones((height, width), np.float32)]).ravel())
        return self.node("TexImage", {"Vector": at or self.coords("UV")}, image=image)

    def own(self, low=0.0, high=1.0):
        """A number that differs between objects."""
        return self.fit(self.node("ObjectInfo", out="Random"), 0, 1, (low, high))


def material(name, build=None, **values):
    """
    A principled material; `build(graph)` answers further inputs by name ('Base Color', 'Normal' …), a 'Surface' of its
    own, or as 'Fog' the share and the light of the air before it.
    """
    made = bpy.data.materials.new(name)
    graph = Graph(made.node_tree)
    shader = graph.tree.nodes.new("ShaderNodeBsdfPrincipled")
    output = graph.tree.nodes.new("ShaderNodeOutputMaterial")
    graph.tree.links.new(shader.outputs[0], output.inputs[0])
    named = {key.replace("_", " ").title().replace("Ior", "IOR"): value for key, value in values.items()}
    for key, value in {**named, **(build(graph) if build else {})}.items():
        if key == "Displacement":
            graph.tree.links.new(value, output.inputs["Displacement"])
        elif key == "Surface":
            graph.tree.links.new(value, output.inputs["Surface"])
        elif key == "Fog":
            share, light = value
            air = graph.node("Emission", {0: light, 1: 1.0})
            graph.tree.links.new(graph.node("MixShader", {0: share, 1: shader.outputs[0], 2: air}), output.inputs[0])
        else:
            graph.set(shader.inputs[key], value)
    return made


def fog(graph, density, camera_height, falloff=None, base=0.0):
    """The share of light lost to the air on the way here: even, or thinner with height by `falloff` meters."""
    way = graph.node("CameraData", out="View Distance")
    depth = graph.math("MULTIPLY", way, density)
    if falloff:
        height = graph.node("SeparateXYZ", {0: graph.node("NewGeometry", out="Position")}, out=2)
        at_camera = float(np.exp(-(camera_height - base) / falloff))
        at_point = graph.math("EXPONENT", graph.math("MULTIPLY", graph.math("SUBTRACT", height, base), -1 / falloff))
        rise = graph.math("DIVIDE", graph.math("SUBTRACT", height, camera_height + 0.013), falloff)
        mean = graph.math("DIVIDE", graph.math("SUBTRACT", at_camera, at_point), rise)
        depth = graph.math("MULTIPLY", depth, mean)
    return graph.math("SUBTRACT", 1.0, graph.math("EXPONENT", graph.math("MULTIPLY", depth, -1.0)))
