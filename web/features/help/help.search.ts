import { createSearchParameterReader, readText } from '#web/lib/form/search-parameters.ts'

export const readHelpSearch = createSearchParameterReader({ guide: readText, search: readText })
