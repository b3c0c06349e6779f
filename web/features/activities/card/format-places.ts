import { activitiesText as text } from '#texts/activities.ts'

/** Formats how many people take part and, if there is a limit, how many can. */
export const formatPlaces = (taken: number, most: number | null): string =>
  most === null ? text.placesUnlimited({ taken }) : text.places({ taken, most })
