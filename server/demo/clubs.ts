import type { clubs } from '#server/db/schema/core.ts'
import { findTimeZoneOfCity, getMainTimeZone } from '#shared/countries/country-time-zones.ts'
import { getStartOfMonth } from '#shared/time/kuala-lumpur-calendar.ts'
import { places } from './places.ts'
import type { Random } from './seeded-random.ts'

export type DemoClub = typeof clubs.$inferInsert & { id: number; timeZone: string; createdAt: Date }

const descriptions = [
  'Tempat pelajar baharu bertanya, berkenalan dan mendapat kawan seperjuangan.',
  'Usrah mingguan, sukan hujung minggu dan bantuan mencari rumah sewa.',
  'Menghimpun pelajar dan pekerja Malaysia di bandar ini sejak bertahun-tahun.',
  'Aktif dengan program kebudayaan, kerjaya dan khidmat masyarakat.',
  'Kelab kecil yang mesra; semua aktiviti terbuka kepada ahli dari kelab lain.',
]

/** Generates the demo clubs. The first club of a city is named after the city, the others after their university. */
export function generateClubs(random: Random, now: Date): DemoClub[] {
  const thisMonth = getStartOfMonth(now)
  const usedCities = new Set<string>()
  return places
    .flatMap(place =>
      place.campuses.slice(0, place.clubs).map(([city, university], index) => {
        const isNew = index >= place.clubs - place.foundedThisMonth
        const name = `Kelab Perantau ${usedCities.has(city) ? university : city}`
        usedCities.add(city)
        const createdAt = isNew
          ? random.dateBetween(thisMonth, now)
          : random.dateBetween(getStartOfMonth(now, -60), getStartOfMonth(now, -26))
        const timeZone = findTimeZoneOfCity(place.country, city) ?? getMainTimeZone(place.country)
        return {
          name,
          country: place.country,
          city,
          timeZone,
          university,
          description: random.pick(descriptions),
          createdAt,
        }
      }),
    )
    .map((club, index) => ({ ...club, id: index + 1, isActive: true, updatedAt: club.createdAt }))
}
