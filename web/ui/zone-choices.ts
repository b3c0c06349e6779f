import { type Country, countries } from '#shared/constants.ts'
import { countryZones, homeZone, townOf } from '#shared/zones.ts'

const choice = (zone: string) => ({ value: zone, label: townOf(zone) })

/** Places to set a clock by, those of a country first where one is named; behind them the rest of the world. */
export function zoneChoices(present?: string, country?: Country) {
  const order = country ? [country, ...countries.filter(one => one !== country)] : countries
  const groups = [
    ...order.map(name => ({ group: name as string, items: countryZones[name].map(choice) })),
    { group: 'Malaysia', items: [choice(homeZone)] },
  ]
  const known = new Set(groups.flatMap(({ items }) => items.map(({ value }) => value)))
  const others = new Set([...(present ? [present] : []), ...Intl.supportedValuesOf('timeZone')])
  const rest = [...others].filter(zone => !known.has(zone) && zone.includes('/'))
  const items = rest.map(zone => ({ value: zone, label: `${townOf(zone)} (${zone.split('/')[0]})` }))
  return [...groups, { group: 'Lain-lain', items }]
}
