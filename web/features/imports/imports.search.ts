import { importKinds } from '#shared/constants.ts'
import { choice, number, searchReader, word } from '#web/lib/search.ts'

export const readImportsSearch = searchReader({ page: number })

export const readImportSearch = searchReader({
  attention: choice(['yes']),
  kind: choice(importKinds),
  search: word,
  page: number,
})
export type ImportSearch = ReturnType<typeof readImportSearch>
