import {
  createAllowedValueParser,
  createUrlQueryParser,
  readDate,
  readPositiveInteger,
} from '#web/lib/form/search-parameters.ts'

export const groupTabs = ['all', 'club', 'country', 'global', 'custom'] as const
export type GroupTab = (typeof groupTabs)[number]

/** Search parameters of the chat screen: open group, linked message and tab of the group list. */
export const readCommunicationSearch = createUrlQueryParser({
  group: readPositiveInteger,
  message: readPositiveInteger,
  tab: createAllowedValueParser(groupTabs),
})

/** URL parameters of the message search: group, sender, first day and last day. */
export const readMessageSearch = createUrlQueryParser({
  group: readPositiveInteger,
  person: readPositiveInteger,
  from: readDate,
  to: readDate,
})

/**
 * Terms and filters of a message search. The terms `q` are kept in the history entry and never in the URL,
 * because browsers send a page's URL to the server on every reload and as the referrer of requests.
 */
export type MessageSearchInput = ReturnType<typeof readMessageSearch> & { q?: string | undefined }
