"""Makes tests/golden/gguf_types.json: random blocks of every GGUF type that is read, dequantised by the gguf package.

    python3 -m venv /tmp/golden && /tmp/golden/bin/pip install gguf numpy
    /tmp/golden/bin/python scripts/make_golden_gguf.py tests/golden
"""

import importlib.metadata
import json
import os
import sys

import numpy
from gguf import GGML_QUANT_SIZES, GGMLQuantizationType, quants

# Where the fp16 numbers of a block lie; random bytes there could be infinite or NaN.
HALVES = {"Q4_0": [0], "Q4_1": [0, 2], "Q5_0": [0], "Q5_1": [0, 2], "Q8_0": [0],
          "Q4_K": [0, 2], "Q5_K": [0, 2], "Q6_K": [208]}


def blocks_of(name, rng):
    if name == "F32":
        return rng.normal(size=8).astype("<f4").view(numpy.uint8)
    if name == "F16":
        return rng.normal(size=8).astype("<f2").view(numpy.uint8)
    if name == "BF16":
        return numpy.ascontiguousarray(rng.normal(size=8).astype("<f4").view("<u2")[1::2]).view(numpy.uint8)
    elements, size = GGML_QUANT_SIZES[GGMLQuantizationType[name]]
    blocks = rng.integers(0, 256, size=(1 if elements == 256 else 2, size), dtype=numpy.uint8)
    for at in HALVES[name]:
        blocks[:, at:at + 2] = rng.normal(size=(len(blocks), 1)).astype("<f2").view(numpy.uint8)
    return blocks.reshape(-1)


def main():
    rng = numpy.random.default_rng(1)
    types = {}
    for name in ["F32", "F16", "BF16", *HALVES]:
        data = blocks_of(name, rng)
        values = quants.dequantize(data, GGMLQuantizationType[name]).reshape(-1)
        assert values.dtype == numpy.float32 and numpy.isfinite(values).all()
        types[name] = {"number": int(GGMLQuantizationType[name]), "bytes": data.tobytes().hex(),
                       "values": [float(f"{v:.9g}") for v in values]}
    with open(os.path.join(sys.argv[1], "gguf_types.json"), "w") as out:
        json.dump({"gguf": importlib.metadata.version("gguf"), "types": types}, out)
        out.write("\n")


main()
