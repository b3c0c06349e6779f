import { endpoint } from '#shared/endpoint.ts'
import { noBody } from './answers.ts'
import { passkeyOptions } from './passkeys.ts'
import { codeProofBody, passkeyProofBody, passwordProofBody, proofWays } from './proof.ts'

// Who one is, once more: for ten minutes the calls that ask for it (`proof`) are then open in this session. Whatever
// the account's status: also who waits may be erased.

export const readProof = endpoint('GET', '/api/auth/proof', { access: 'signed-in', answer: proofWays })

export const proveByPassword = endpoint('POST', '/api/auth/proof/password', {
  access: 'signed-in',
  beforeTerms: true,
  body: passwordProofBody,
  answer: 'nothing',
})

export const proveByCode = endpoint('POST', '/api/auth/proof/code', {
  access: 'signed-in',
  beforeTerms: true,
  body: codeProofBody,
  answer: 'nothing',
})

export const askForOwnPasskey = endpoint('POST', '/api/auth/proof/passkey/options', {
  access: 'signed-in',
  beforeTerms: true,
  body: noBody,
  answer: passkeyOptions,
})

export const proveByPasskey = endpoint('POST', '/api/auth/proof/passkey', {
  access: 'signed-in',
  beforeTerms: true,
  body: passkeyProofBody,
  answer: 'nothing',
})
