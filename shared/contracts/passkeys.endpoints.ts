import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { noBody } from './answers.ts'
import { currentUser } from './auth.ts'
import { newPasskeyBody, ownPasskey, passkeyEntryBody, passkeyNameBody, passkeyOptions } from './passkeys.ts'
import { proofBody } from './password.ts'
import { idParam } from './query.ts'

/** For whoever may come: nobody is named, and the passkey says whose it is. */
export const askForPasskey = endpoint('POST', '/api/auth/passkey/options', {
  access: 'public',
  body: noBody,
  answer: passkeyOptions,
})

export const enterByPasskey = endpoint('POST', '/api/auth/passkey', {
  access: 'public',
  body: passkeyEntryBody,
  answer: currentUser,
})

export const listPasskeys = endpoint('GET', '/api/account/passkeys', {
  access: 'account.manage',
  answer: z.array(ownPasskey),
})

export const beginPasskey = endpoint('POST', '/api/account/passkeys/options', {
  access: 'account.manage',
  proof: true,
  body: proofBody,
  answer: passkeyOptions,
})

export const addPasskey = endpoint('POST', '/api/account/passkeys', {
  access: 'account.manage',
  body: newPasskeyBody,
  answer: ownPasskey,
  status: 201,
})

export const namePasskey = endpoint('PUT', '/api/account/passkeys/:id', {
  access: 'account.manage',
  params: z.object({ id: idParam }),
  body: passkeyNameBody,
  answer: 'nothing',
})

export const removePasskey = endpoint('DELETE', '/api/account/passkeys/:id', {
  access: 'account.manage',
  proof: true,
  params: z.object({ id: idParam }),
  body: proofBody,
  answer: 'nothing',
})
