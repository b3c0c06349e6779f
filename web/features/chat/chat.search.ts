import { choice, day, number, searchReader, word } from '#web/lib/search.ts'

export const tabs = ['all', 'club', 'country', 'global', 'custom'] as const
export type Tab = (typeof tabs)[number]

/** Search parameters of the chat screen: open group, linked message and tab of the group list. */
export const readCommunicationSearch = searchReader({ group: number, message: number, tab: choice(tabs) })

/** Search parameters of the message search: terms, group, sender and first and last day. */
export const readMessageSearch = searchReader({ q: word, group: number, person: number, from: day, to: day })
export type MessageSearchAddress = ReturnType<typeof readMessageSearch>
