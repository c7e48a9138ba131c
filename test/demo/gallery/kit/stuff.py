"""Household materials, none of them flawless."""
from .graph import material


def plaster(tone="#e4ddd2", rough=0.9, relief=0.0015, scale=14):
    return material(
        "plaster",
        lambda g: {
            "Base Color": g.mix(g.fit(g.noise(1.7, 6), 0.35, 0.7), tone, g.mix(0.16, tone, "#5c5044")),
            "Normal": g.bump(g.noise(scale, 8, 0.62), relief, 1.0, g.bump(g.noise(1.5, 3), 0.006)),
        },
        roughness=rough,
        specular_ior_level=0.25,
    )


def linen(tone="#cfc4b0", thread=1400, relief=0.0004, sheen=0.3):
    def build(g):
        at = g.coords("UV")
        warp = g.bands(thread / 6.28, at, 1.2, 2, "X")
        weft = g.bands(thread / 6.28, at, 1.2, 2, "Y")
        weave = g.math("MULTIPLY", warp, weft)
        slub = g.noise(60, 3, 0.6, g.node("Mapping", {"Vector": at, "Scale": (1, 14, 1)}))
        dark = g.mix(0.35, tone, "#4a4032")
        return {
            "Base Color": g.mix(g.fit(weave, 0, 0.6), dark, g.mix(g.fit(slub, 0.35, 0.75), tone, g.mix(0.25, tone, "#ffffff"))),
            "Normal": g.bump(g.math("ADD", weave, g.math("MULTIPLY", slub, 0.7)), relief),
        }

    return material("linen", build, roughness=0.95, sheen_weight=sheen, specular_ior_level=0.15)


def wood(tone="#9a6b42", dark="#5f3c21", grain=1.0, rough=0.5, along=(1, 14, 14), coat=0.0):
    def build(g):
        at = g.coords("Object", tuple(a * grain for a in along))
        rings = g.bands(1.4, at, 5.0, 4, "Y")
        pores = g.noise(26, 4, 0.7, g.coords("Object", tuple(a * grain * 2.5 for a in along)))
        stripes = g.mix(g.fit(rings, 0.1, 0.9), dark, tone)
        return {
            "Base Color": g.mix(g.fit(pores, 0.42, 0.62), g.mix(0.6, stripes, dark), stripes),
            "Roughness": g.fit(pores, 0.3, 0.7, (rough + 0.12, rough - 0.05)),
            "Normal": g.bump(pores, 0.0006),
        }

    return material("wood", build, coat_weight=coat, coat_roughness=0.12)


def stone(tone="#8d8a84", dark="#55524e", speck="#c9c4ba", rough=0.6, scale=1.0, relief=0.002):
    def build(g):
        cloud, fine = g.noise(5 * scale, 8, 0.65), g.noise(90 * scale, 6, 0.7)
        body = g.mix(g.fit(cloud, 0.35, 0.68), dark, tone)
        return {
            "Base Color": g.mix(g.fit(fine, 0.55, 0.72), body, speck),
            "Roughness": g.fit(fine, 0.3, 0.7, (rough + 0.1, rough - 0.1)),
            "Normal": g.bump(g.math("ADD", g.math("MULTIPLY", cloud, 2), fine), relief),
        }

    return material("stone", build)


def marble(tone="#ece9e4", vein="#77736e", rough=0.18, scale=1.0):
    def build(g):
        at = g.coords("Object", (scale, scale * 1.7, scale))
        bent = g.noise(2.2, 6, 0.6, at)
        line = g.fit(g.math("ABSOLUTE", g.math("SUBTRACT", bent, 0.5)), 0, 0.05, (1, 0))
        faint = g.fit(g.math("ABSOLUTE", g.math("SUBTRACT", g.noise(5, 8, 0.65, at), 0.48)), 0, 0.035, (0.5, 0))
        share = g.math("MULTIPLY", g.math("MAXIMUM", line, faint), g.fit(g.noise(1.6, 3, 0.5, at), 0.35, 0.75))
        return {"Base Color": g.mix(share, tone, vein), "Roughness": g.fit(g.noise(30, 4), 0.3, 0.7, (rough, rough + 0.12))}

    return material("marble", build, subsurface_weight=0.15, subsurface_radius=(0.004, 0.004, 0.004), subsurface_scale=1)


def concrete(tone="#a5a29c", relief=0.002, rough=0.85):
    def build(g):
        cloud, fine = g.noise(0.9, 8, 0.6), g.noise(40, 6, 0.7)
        pores = g.fit(g.cells(34), 0.0, 0.12, (0.0, 1.0))
        body = g.mix(g.fit(cloud, 0.3, 0.72), g.mix(0.35, tone, "#4c4a46"), tone)
        return {
            "Base Color": g.mix(g.fit(fine, 0.3, 0.8), g.mix(0.15, body, "#3c3a36"), body),
            "Normal": g.bump(g.math("ADD", fine, g.math("MULTIPLY", pores, 0.8)), relief),
        }

    return material("concrete", build, roughness=rough, specular_ior_level=0.3)


def ceramic(tone="#e8e2d6", rough=0.35, relief=0.0006, specks=None, coat=0.0):
    def build(g):
        low = g.noise(20, 4)
        inputs = {"Normal": g.bump(low, relief), "Roughness": g.fit(g.noise(60, 4), 0.3, 0.7, (rough - 0.06, rough + 0.1))}
        body = g.mix(g.fit(g.noise(9, 5), 0.35, 0.7), tone, g.mix(0.14, tone, "#6b5236"))
        if specks:
            body = g.mix(g.fit(g.cells(260), 0.10, 0.2, (0.8, 0.0)), body, specks)
        return {**inputs, "Base Color": body}

    return material("ceramic", build, coat_weight=coat, coat_roughness=0.05)


def glass(tone="#ffffff", rough=0.0, ior=1.5):
    return material(
        "glass",
        lambda g: {"Surface": clear(g, tone, rough, ior)},
    )


def clear(g, tone, rough, ior):
    """Glass that lets shadow rays pass, because refracted light costs more than it adds."""
    bends = g.node("BsdfGlass", {0: tone, 1: rough, 2: ior})
    passes = g.node("BsdfTransparent", {0: g.mix(0.12, tone, "#202020")})
    return g.node("MixShader", {0: g.node("LightPath", out="Is Shadow Ray"), 1: bends, 2: passes})


def metal(tone="#d8d3c8", rough=0.25, brushed=0.0):
    def build(g):
        smear = g.noise(7, 5)
        return {"Roughness": g.fit(smear, 0.3, 0.7, (max(rough - 0.07, 0.02), rough + 0.1)), "Normal": g.bump(g.noise(300, 2), 0.00002)}

    return material("metal", build, base_color=tone, metallic=1.0, anisotropic=brushed)


def glossy(tone, rough=0.3, coat=0.0, sub=0.0):
    """Paint, plastic, lacquer."""
    return material(
        "glossy",
        lambda g: {"Roughness": g.fit(g.noise(45, 4), 0.3, 0.7, (max(rough - 0.05, 0.02), rough + 0.08))},
        base_color=tone,
        coat_weight=coat,
        coat_roughness=0.08,
        subsurface_weight=sub,
        subsurface_radius=(0.006, 0.004, 0.003),
        subsurface_scale=1.0,
    )
