#pragma once

#include <stdint.h>

/// How many pieces of memory this thread has asked for, or -1 where they cannot be counted.
int64_t allocation_count(void);
