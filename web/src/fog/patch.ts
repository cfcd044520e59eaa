/** Patches in the dialect `splice`: `[start, n, ...n values]` repeated, ascending. */

/** The list after a patch. The old list is left as it was; a patch without changes gives the old list itself. */
export function applyPatch(list: Int32Array, patch: readonly number[]): Int32Array {
  if (patch.length === 0) return list;
  const length = patchedLength(patch);
  const next = length > list.length ? lengthened(list, length) : list.slice();
  for (let at = 0; at < patch.length; ) {
    const start = patch[at]!;
    const count = patch[at + 1]!;
    for (let i = 0; i < count; i++) next[start + i] = patch[at + 2 + i]!;
    at += 2 + count;
  }
  return next;
}

function lengthened(list: Int32Array, length: number): Int32Array {
  const next = new Int32Array(length);
  next.set(list);
  return next;
}

/** How long the list must be so that the patch fits into it. */
function patchedLength(patch: readonly number[]): number {
  let longest = 0;
  for (let at = 0; at < patch.length; at += 2 + (patch[at + 1] ?? 0)) {
    const start = patch[at];
    const count = patch[at + 1];
    if (start === undefined || count === undefined || start < 0 || count < 0 || at + 2 + count > patch.length) {
      throw new RangeError(`a patch of ${patch.length} numbers breaks off at ${at}`);
    }
    longest = Math.max(longest, start + count);
  }
  return longest;
}
