import {
  createAllowedValueReader,
  createSearchParameterReader,
  readOwnPath,
} from '#web/lib/form/search-parameters.ts'

export const readRegisterSearch = createSearchParameterReader({
  form: createAllowedValueReader(['full', 'quick']),
  redirect: readOwnPath,
})
