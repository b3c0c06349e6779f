import { contract } from '#shared/endpoint.ts'
import { card, checkBody, checked, clubCards, clubCardsBody, clubCardsParams, publicKeys } from './cards.ts'

/** Returns the caller's membership card with a newly signed token. */
export const readCard = contract({ access: 'cards.own', answer: card })

/** Issues the membership cards of a club for printing, with an audit event. */
export const printCards = contract({
  access: 'cards.print',
  params: clubCardsParams,
  body: clubCardsBody,
  answer: clubCards,
})

export const listPublicKeys = contract({ access: 'public', answer: publicKeys })

/** Checks a scanned token against current data. Tokens without a valid signature reveal nothing. */
export const checkToken = contract({
  access: 'public',
  body: checkBody,
  answer: checked,
})
