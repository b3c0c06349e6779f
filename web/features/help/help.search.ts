import { createSearchReader, readText } from '#web/lib/form/search-parameters.ts'

export const readHelpSearch = createSearchReader({ guide: readText, search: readText })
