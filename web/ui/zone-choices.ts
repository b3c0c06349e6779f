import { type Country, countries } from '#shared/constants.ts'
import { countryZones, homeZone, townOf } from '#shared/zones.ts'

const toChoice = (zone: string) => ({ value: zone, label: townOf(zone) })

/** Lists time zones for a select field: the given country's first, then other countries, then all others. */
export function zoneChoices(selected?: string, country?: Country) {
  const order = country ? [country, ...countries.filter(candidate => candidate !== country)] : countries
  const groups = [
    ...order.map(name => ({ group: name as string, items: countryZones[name].map(toChoice) })),
    { group: 'Malaysia', items: [toChoice(homeZone)] },
  ]
  const known = new Set(groups.flatMap(({ items }) => items.map(({ value }) => value)))
  const others = new Set([...(selected ? [selected] : []), ...Intl.supportedValuesOf('timeZone')])
  const remaining = [...others].filter(zone => !known.has(zone) && zone.includes('/'))
  const items = remaining.map(zone => ({ value: zone, label: `${townOf(zone)} (${zone.split('/')[0]})` }))
  return [...groups, { group: 'Lain-lain', items }]
}
