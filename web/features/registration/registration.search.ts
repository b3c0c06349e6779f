import { createChoiceReader, createSearchReader, readOwnPath } from '#web/lib/form/search-parameters.ts'

export const readRegisterSearch = createSearchReader({
  form: createChoiceReader(['full', 'quick']),
  redirect: readOwnPath,
})
