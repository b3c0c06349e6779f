import { createAllowedValueParser, createUrlQueryParser } from '#web/lib/form/search-parameters.ts'

/** Tabs of the announcements page: announcements received by the user ('mine') or managed by the user ('managed'). */
export const announcementTabs = ['mine', 'managed'] as const
export type AnnouncementTab = (typeof announcementTabs)[number]

/** URL parameter that opens the dialog for a new announcement. */
export const readAnnouncementsSearch = createUrlQueryParser({
  tab: createAllowedValueParser(announcementTabs),
  create: createAllowedValueParser(['yes']),
})
