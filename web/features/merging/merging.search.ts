import { createSearchReader, readPositiveInteger } from '#web/lib/form/search-parameters.ts'

/** Reads `with`: the id of the second account of a merge. */
export const readMergeSearch = createSearchReader({ with: readPositiveInteger })
