import { defineContract } from '#shared/endpoint.ts'
import {
  checkTokenBody,
  checkTokenResponse,
  clubCards,
  clubCardsBody,
  clubCardsParams,
  membershipCardData,
  publicKeys,
} from './cards.schemas.ts'

/** Returns the caller's membership card with a newly signed token. */
export const readCard = defineContract({ access: 'cards.own', answer: membershipCardData })

/** Issues the membership cards of a club for printing, and records an audit event. */
export const printCards = defineContract({
  access: 'cards.print',
  params: clubCardsParams,
  body: clubCardsBody,
  answer: clubCards,
})

export const listPublicKeys = defineContract({ access: 'public', answer: publicKeys })

/**
 * Checks the scanned token of a membership card against current data. For a token without a valid signature the
 * response reveals nothing.
 */
export const checkToken = defineContract({
  access: 'public',
  body: checkTokenBody,
  answer: checkTokenResponse,
})
