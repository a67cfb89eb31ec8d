// Counts what a thread allocates: on glibc an executable's own `malloc` stands before the
// library's, for the Swift runtime, too.

#include "AllocationCounter.h"

#include <errno.h>
#include <stdlib.h>

#ifdef __GLIBC__

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_memalign(size_t, size_t);

// Of this thread, so that threads do not get into each other's way.
static _Thread_local int64_t count;

void *malloc(size_t size) {
  count++;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count++;
  return __libc_calloc(number, size);
}

// Memory that Swift allocates for a pointer, and not for an object.
int posix_memalign(void **place, size_t alignment, size_t size) {
  count++;
  *place = __libc_memalign(alignment, size);
  return *place ? 0 : ENOMEM;
}

int64_t allocation_count(void) { return count; }

#else

int64_t allocation_count(void) { return -1; }

#endif
