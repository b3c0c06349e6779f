import { defineContract } from '#shared/endpoint.ts'
import { noBody } from '#shared/fields/responses.ts'
import { passkeyOptions } from './passkeys.schemas.ts'
import {
  codeReauthenticationBody,
  passkeyReauthenticationBody,
  passwordReauthenticationBody,
  reauthenticationMethods,
} from './reauthentication.schemas.ts'

// Re-authentication permits, for ten minutes in this session, the API calls whose contract requires it (`proof`).
// Users of every account status may re-authenticate, because pending users can request erasure, too.

export const readReauthenticationMethods = defineContract({
  access: 'signed-in',
  answer: reauthenticationMethods,
})

export const reauthenticateByPassword = defineContract({
  access: 'signed-in',
  beforeTerms: true,
  body: passwordReauthenticationBody,
  answer: 'nothing',
})

export const reauthenticateByCode = defineContract({
  access: 'signed-in',
  beforeTerms: true,
  body: codeReauthenticationBody,
  answer: 'nothing',
})

export const requestOwnPasskeyOptions = defineContract({
  access: 'signed-in',
  beforeTerms: true,
  body: noBody,
  answer: passkeyOptions,
})

export const reauthenticateByPasskey = defineContract({
  access: 'signed-in',
  beforeTerms: true,
  body: passkeyReauthenticationBody,
  answer: 'nothing',
})
