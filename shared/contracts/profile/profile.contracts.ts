import * as z from 'zod/mini'
import { defineContract } from '#shared/endpoint.ts'
import { messageResponse, noBody } from '#shared/fields/responses.ts'
import { profile, profileBody, termsBody, unmasking } from './profile.schemas.ts'

export const readProfile = defineContract({ access: 'signed-in', answer: profile })

export const listUnmaskings = defineContract({
  access: 'signed-in',
  answer: z.array(unmasking),
})

export const updateProfile = defineContract({
  access: 'signed-in',
  body: profileBody,
  answer: 'nothing',
})

/** Accepts the current terms of use. Accounts of every status may call it, because all users must accept new terms. */
export const acceptTerms = defineContract({
  access: 'signed-in',
  beforeTerms: true,
  body: termsBody,
  answer: 'nothing',
})

export const resubmitApplication = defineContract({
  access: 'signed-in',
  body: noBody,
  answer: messageResponse,
})
