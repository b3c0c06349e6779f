import {
  createChoiceReader,
  createSearchReader,
  readDate,
  readPositiveInteger,
  readText,
} from '#web/lib/form/search-parameters.ts'

export const groupTabs = ['all', 'club', 'country', 'global', 'custom'] as const
export type GroupTab = (typeof groupTabs)[number]

/** Search parameters of the chat screen: open group, linked message and tab of the group list. */
export const readCommunicationSearch = createSearchReader({
  group: readPositiveInteger,
  message: readPositiveInteger,
  tab: createChoiceReader(groupTabs),
})

/** Search parameters of the message search: terms, group, sender and first and last day. */
export const readMessageSearch = createSearchReader({
  q: readText,
  group: readPositiveInteger,
  person: readPositiveInteger,
  from: readDate,
  to: readDate,
})
export type MessageSearchParams = ReturnType<typeof readMessageSearch>
