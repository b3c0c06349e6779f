import { activitiesText as text } from '#texts/activities.ts'

/** Formats the number of participants of an activity and, if there is a limit, the number of places. */
export const formatPlaces = (taken: number, most: number | null): string =>
  most === null ? text.placesUnlimited({ taken }) : text.places({ taken, most })
