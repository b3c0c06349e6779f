import {
  createChoiceReader,
  createSearchParameterReader,
  readOwnPath,
} from '#web/lib/form/search-parameters.ts'

export const readRegisterSearch = createSearchParameterReader({
  form: createChoiceReader(['full', 'quick']),
  redirect: readOwnPath,
})
