import { createUrlQueryParser, readPositiveInteger } from '#web/lib/form/search-parameters.ts'

/** Reads the URL parameter `with`: the id of the second account of a merge. */
export const readMergeSearch = createUrlQueryParser({ with: readPositiveInteger })
