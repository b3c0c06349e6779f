import { googleSignInNotices } from '#shared/constants.ts'
import {
  createChoiceReader,
  createSearchParameterReader,
  readOwnPath,
} from '#web/lib/form/search-parameters.ts'

export const readLinkGoogleSearch = createSearchParameterReader({ redirect: readOwnPath })

export const readReauthenticatedSearch = createSearchParameterReader({
  google: createChoiceReader(googleSignInNotices),
})

export const readLoginSearch = createSearchParameterReader({
  redirect: readOwnPath,
  google: createChoiceReader(googleSignInNotices),
  notice: createChoiceReader(['erased']),
})
