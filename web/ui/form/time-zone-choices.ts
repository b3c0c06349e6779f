import { type Country, countries } from '#shared/constants.ts'
import { countryTimeZones, getZoneCity, headquartersTimeZone } from '#shared/time/time-zones.ts'
import { timeZoneText } from '#texts/form-fields.ts'

const toChoice = (zone: string) => ({ value: zone, label: getZoneCity(zone) })

/** Lists time zones for a select field: the given country's first, then other countries, then all others. */
export function listTimeZoneChoices(selected?: string, country?: Country) {
  const order = country ? [country, ...countries.filter(candidate => candidate !== country)] : countries
  const groups = [
    ...order.map(name => ({ group: name as string, items: countryTimeZones[name].map(toChoice) })),
    { group: 'Malaysia', items: [toChoice(headquartersTimeZone)] },
  ]
  const known = new Set(groups.flatMap(({ items }) => items.map(({ value }) => value)))
  const others = new Set([...(selected ? [selected] : []), ...Intl.supportedValuesOf('timeZone')])
  const remaining = [...others].filter(zone => !known.has(zone) && zone.includes('/'))
  const items = remaining.map(zone => ({
    value: zone,
    label: `${getZoneCity(zone)} (${zone.split('/')[0]})`,
  }))
  return [...groups, { group: timeZoneText.others, items }]
}
