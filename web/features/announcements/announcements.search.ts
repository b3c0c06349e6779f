import { choice, searchReader } from '#web/lib/search.ts'

/** Those sent to oneself, or those one looks after. */
export const announcementTabs = ['mine', 'managed'] as const
export type AnnouncementTab = (typeof announcementTabs)[number]

export const readAnnouncementsSearch = searchReader({ tab: choice(announcementTabs) })
