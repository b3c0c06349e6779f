import * as z from 'zod/mini'
import { contract } from '#shared/endpoint.ts'
import { noBody } from './answers.ts'
import { currentUser } from './auth.ts'
import { newPasskeyBody, ownPasskey, passkeyEntryBody, passkeyNameBody, passkeyOptions } from './passkeys.ts'
import { proofBody } from './password.ts'
import { idParam } from './query.ts'

/** Options for a sign-in without a user name: the passkey identifies its owner. */
export const askForPasskey = contract({
  access: 'public',
  body: noBody,
  answer: passkeyOptions,
})

export const enterByPasskey = contract({
  access: 'public',
  body: passkeyEntryBody,
  answer: currentUser,
})

export const listPasskeys = contract({
  access: 'account.manage',
  answer: z.array(ownPasskey),
})

export const beginPasskey = contract({
  access: 'account.manage',
  proof: true,
  body: proofBody,
  answer: passkeyOptions,
})

export const addPasskey = contract({
  access: 'account.manage',
  body: newPasskeyBody,
  answer: ownPasskey,
  status: 201,
})

export const namePasskey = contract({
  access: 'account.manage',
  params: z.object({ id: idParam }),
  body: passkeyNameBody,
  answer: 'nothing',
})

export const removePasskey = contract({
  access: 'account.manage',
  proof: true,
  params: z.object({ id: idParam }),
  body: proofBody,
  answer: 'nothing',
})
