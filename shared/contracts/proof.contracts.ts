import { contract } from '#shared/endpoint.ts'
import { noBody } from './answers.ts'
import { passkeyOptions } from './passkeys.ts'
import { codeProofBody, passkeyProofBody, passwordProofBody, proofWays } from './proof.ts'

// Re-authentication opens the calls whose contract has `proof` for ten minutes in this session.
// Open to accounts of every status, because pending users can request erasure too.

export const readProof = contract({ access: 'signed-in', answer: proofWays })

export const proveByPassword = contract({
  access: 'signed-in',
  beforeTerms: true,
  body: passwordProofBody,
  answer: 'nothing',
})

export const proveByCode = contract({
  access: 'signed-in',
  beforeTerms: true,
  body: codeProofBody,
  answer: 'nothing',
})

export const askForOwnPasskey = contract({
  access: 'signed-in',
  beforeTerms: true,
  body: noBody,
  answer: passkeyOptions,
})

export const proveByPasskey = contract({
  access: 'signed-in',
  beforeTerms: true,
  body: passkeyProofBody,
  answer: 'nothing',
})
