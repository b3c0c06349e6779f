import * as z from 'zod/mini'
import { contract } from '#shared/endpoint.ts'
import { messageAnswer, noBody } from './answers.ts'
import { profile, profileBody, termsBody, unmasking } from './profile.ts'

export const readProfile = contract({ access: 'signed-in', answer: profile })

export const listUnmaskings = contract({
  access: 'signed-in',
  answer: z.array(unmasking),
})

export const updateProfile = contract({
  access: 'signed-in',
  body: profileBody,
  answer: 'nothing',
})

/** Accepts the current terms. Open to accounts of every status, because all must accept new terms. */
export const acceptTerms = contract({
  access: 'signed-in',
  beforeTerms: true,
  body: termsBody,
  answer: 'nothing',
})

export const applyAgain = contract({
  access: 'signed-in',
  body: noBody,
  answer: messageAnswer,
})
