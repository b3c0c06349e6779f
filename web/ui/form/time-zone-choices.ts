import { type Country, firstCountries } from '#shared/countries/countries.ts'
import { getCountryName } from '#shared/countries/country-names.ts'
import { listTimeZones } from '#shared/countries/country-time-zones.ts'
import { getCityOfTimeZone } from '#shared/time/time-zones.ts'
import { timeZoneText } from '#texts/form-fields.ts'

const buildTimeZoneChoice = (zone: string) => ({ value: zone, label: getCityOfTimeZone(zone) })

/**
 * Lists time zones for a select: first those of the given country, then those of the first release's countries and of
 * headquarters, then all others.
 */
export function listTimeZoneChoices(selected?: string, country?: Country) {
  const order = new Set<Country>([...(country ? [country] : []), ...firstCountries, 'Malaysia'])
  const groups = [...order].map(name => ({
    group: getCountryName(name),
    items: listTimeZones(name).map(buildTimeZoneChoice),
  }))
  const known = new Set(groups.flatMap(({ items }) => items.map(({ value }) => value)))
  const others = new Set([...(selected ? [selected] : []), ...Intl.supportedValuesOf('timeZone')])
  const remaining = [...others].filter(zone => !known.has(zone) && zone.includes('/'))
  const items = remaining.map(zone => ({
    value: zone,
    label: `${getCityOfTimeZone(zone)} (${zone.split('/')[0]})`,
  }))
  return [...groups, { group: timeZoneText.others, items }]
}
