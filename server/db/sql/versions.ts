// SQL for records (activities and announcements) whose title may be stored in two languages.
import { type SQL, sql } from 'drizzle-orm'
import { activities } from '#server/db/schema/activities.ts'
import type { announcements } from '#server/db/schema/announcements.ts'
import { getLanguage } from '#shared/language/texts.ts'

/** SQL columns from which putTranslationInReaderLanguageFirst picks the title in the reader's language. */
export const activityTitleColumns = {
  title: activities.title,
  language: activities.language,
  secondLanguage: activities.secondLanguage,
  secondTitle: activities.secondTitle,
}

/** SQL equivalent of putTranslationInReaderLanguageFirst: title of an activity or announcement for readers of the current language. */
export function selectTitleInReaderLanguage(
  table: typeof activities | typeof announcements,
): SQL<string | null> {
  return sql`case when ${table.secondLanguage} = ${getLanguage()} then ${table.secondTitle} else ${table.title} end`
}
