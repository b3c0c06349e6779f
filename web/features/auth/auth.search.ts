import { googleSignInNotices } from '#shared/constants.ts'
import { createChoiceReader, createSearchReader, readOwnPath } from '#web/lib/form/search-parameters.ts'

export const readLinkGoogleSearch = createSearchReader({ redirect: readOwnPath })

export const readReauthenticatedSearch = createSearchReader({
  google: createChoiceReader(googleSignInNotices),
})

export const readLoginSearch = createSearchReader({
  redirect: readOwnPath,
  google: createChoiceReader(googleSignInNotices),
  notice: createChoiceReader(['erased']),
})
