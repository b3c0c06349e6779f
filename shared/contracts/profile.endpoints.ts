import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { messageAnswer, noBody } from './answers.ts'
import { profile, profileBody, termsBody, unmasking } from './profile.ts'

export const readProfile = endpoint('GET', '/api/profile', { access: 'signed-in', answer: profile })

export const listUnmaskings = endpoint('GET', '/api/profile/unmaskings', {
  access: 'signed-in',
  answer: z.array(unmasking),
})

export const updateProfile = endpoint('PUT', '/api/profile', {
  access: 'signed-in',
  body: profileBody,
  answer: 'nothing',
})

/** Open to every account: whoever is asked may be anybody. */
export const acceptTerms = endpoint('POST', '/api/profile/terms', {
  access: 'signed-in',
  beforeTerms: true,
  body: termsBody,
  answer: 'nothing',
})

export const applyAgain = endpoint('POST', '/api/profile/apply-again', {
  access: 'signed-in',
  body: noBody,
  answer: messageAnswer,
})
