import { createChoiceReader, createSearchReader, readOwnPath } from '#web/lib/search.ts'

export const readRegisterSearch = createSearchReader({
  form: createChoiceReader(['full', 'quick']),
  redirect: readOwnPath,
})
