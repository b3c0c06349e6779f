import { contract } from '#shared/endpoint.ts'
import { card, checkBody, checked, clubCards, clubCardsBody, clubCardsParams, publicKeys } from './cards.ts'

/** One's own, signed anew. */
export const readCard = contract({ access: 'cards.own', answer: card })

/** A club's, to print; which ones were made for whom is recorded. */
export const printCards = contract({
  access: 'cards.print',
  params: clubCardsParams,
  body: clubCardsBody,
  answer: clubCards,
})

export const listPublicKeys = contract({ access: 'public', answer: publicKeys })

/** Whether what a code says still stands. Only for what we have signed: nobody asks for a number that they made up. */
export const checkToken = contract({
  access: 'public',
  body: checkBody,
  answer: checked,
})
