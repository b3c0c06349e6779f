import { createSearchReader, readText } from '#web/lib/search.ts'

export const readHelpSearch = createSearchReader({ guide: readText, search: readText })
