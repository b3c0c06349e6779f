import { contract } from '#shared/endpoint.ts'
import { noBody } from './answers.ts'
import { passkeyOptions } from './passkeys.ts'
import { codeProofBody, passkeyProofBody, passwordProofBody, proofWays } from './proof.ts'

// Who one is, once more: for ten minutes the calls that ask for it (`proof`) are then open in this session. Whatever
// the account's status: also who waits may be erased.

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
