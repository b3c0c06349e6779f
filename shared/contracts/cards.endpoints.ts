import { endpoint } from '#shared/endpoint.ts'
import { card, checkBody, checked, clubCards, clubCardsBody, clubCardsParams, publicKeys } from './cards.ts'

/** One's own, signed anew. */
export const readCard = endpoint('GET', '/api/card', { access: 'cards.own', answer: card })

/** A club's, to print; which ones were made for whom is recorded. */
export const printCards = endpoint('POST', '/api/clubs/:id/cards', {
  access: 'cards.print',
  params: clubCardsParams,
  body: clubCardsBody,
  answer: clubCards,
})

export const listPublicKeys = endpoint('GET', '/api/verify/keys', { access: 'public', answer: publicKeys })

/** Whether what a code says still stands. Only for what we have signed: nobody asks for a number that they made up. */
export const checkToken = endpoint('POST', '/api/verify', {
  access: 'public',
  body: checkBody,
  answer: checked,
})
