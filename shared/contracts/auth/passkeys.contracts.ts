import * as z from 'zod/mini'
import { defineContract } from '#shared/endpoint.ts'
import { idParam } from '#shared/fields/query-parameters.ts'
import { noBody } from '#shared/fields/responses.ts'
import { currentUser } from './auth.schemas.ts'
import {
  newPasskeyBody,
  ownPasskey,
  passkeyNameBody,
  passkeyOptions,
  passkeySignInBody,
} from './passkeys.schemas.ts'
import { reauthenticationBody } from './password.schemas.ts'

/** Returns WebAuthn options for a passkey sign-in without a user name, because the passkey identifies its owner. */
export const requestPasskeyOptions = defineContract({
  access: 'public',
  body: noBody,
  answer: passkeyOptions,
})

export const finishPasskeySignIn = defineContract({
  access: 'public',
  body: passkeySignInBody,
  answer: currentUser,
})

export const listPasskeys = defineContract({
  access: 'account.manage',
  answer: z.array(ownPasskey),
})

export const requestNewPasskeyOptions = defineContract({
  access: 'account.manage',
  proof: true,
  body: reauthenticationBody,
  answer: passkeyOptions,
})

export const addPasskey = defineContract({
  access: 'account.manage',
  body: newPasskeyBody,
  answer: ownPasskey,
  status: 201,
})

export const renamePasskey = defineContract({
  access: 'account.manage',
  params: z.object({ id: idParam }),
  body: passkeyNameBody,
  answer: 'nothing',
})

export const removePasskey = defineContract({
  access: 'account.manage',
  proof: true,
  params: z.object({ id: idParam }),
  body: reauthenticationBody,
  answer: 'nothing',
})
