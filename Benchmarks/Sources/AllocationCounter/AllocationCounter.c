// Counts what the process allocates: on glibc an executable's own `malloc` stands before the
// library's, for the Swift runtime, too.

#include "AllocationCounter.h"

#include <stdlib.h>

#ifdef __GLIBC__

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);

static _Atomic int64_t count;

void *malloc(size_t size) {
  __atomic_fetch_add((int64_t *)&count, 1, __ATOMIC_RELAXED);
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  __atomic_fetch_add((int64_t *)&count, 1, __ATOMIC_RELAXED);
  return __libc_calloc(number, size);
}

int64_t allocation_count(void) { return __atomic_load_n((int64_t *)&count, __ATOMIC_RELAXED); }

#else

int64_t allocation_count(void) { return -1; }

#endif
