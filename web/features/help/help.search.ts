import { createUrlQueryParser, readText } from '#web/lib/form/search-parameters.ts'

export const readHelpSearch = createUrlQueryParser({ guide: readText, search: readText })
