import { searchReader, word } from '#web/lib/search.ts'

export const readHelpSearch = searchReader({ guide: word, search: word })
