// CUDA's runtime API. Everything is synchronous: streams and events are there, but a call returns when its work is
// done.
#pragma once

#include "cuset/array.h"
#include "cuset/device.h"
#include "cuset/error.h"
#include "cuset/function.h"
#include "cuset/memory.h"
#include "cuset/memory_pool.h"
#include "cuset/stream.h"
#include "cuset/symbol.h"
#include "cuset/texture.h"
