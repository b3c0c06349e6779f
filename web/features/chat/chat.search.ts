import { choice, day, number, searchReader, word } from '#web/lib/search.ts'

export const tabs = ['all', 'club', 'country', 'global', 'custom'] as const
export type Tab = (typeof tabs)[number]

/** The conversation that is open, the message in it that a link leads to, and the part of the list beside it. */
export const readCommunicationSearch = searchReader({ group: number, message: number, tab: choice(tabs) })

/** Words, and where, of whom and when they were said. */
export const readMessageSearch = searchReader({ q: word, group: number, person: number, from: day, to: day })
export type MessageSearchAddress = ReturnType<typeof readMessageSearch>
