import { number, searchReader } from '#web/lib/search.ts'

/** The other of the two. */
export const readMergeSearch = searchReader({ with: number })
