// npm run list-time-zones: lists the time zones of every country from the time zone database of this machine.
// If several zones of a country show the same time from now on, only the most populous zone is listed.
// The list is stored in the repository, so that all servers and browsers offer the same time zones.
import { readFileSync, writeFileSync } from 'node:fs'

const codes = JSON.parse(readFileSync(new URL('../shared/countries/iso-codes.json', import.meta.url), 'utf8'))

/** Zones of countries for which the database lists many regions, most populous zone first. */
const chosenZones = {
  AU: 'Australia/Sydney Australia/Brisbane Australia/Adelaide Australia/Darwin Australia/Perth',
  US: 'America/New_York America/Chicago America/Denver America/Phoenix America/Los_Angeles America/Anchorage Pacific/Honolulu',
  CA: 'America/Toronto America/Winnipeg America/Regina America/Edmonton America/Vancouver America/Halifax America/St_Johns',
  NZ: 'Pacific/Auckland',
  CN: 'Asia/Shanghai',
  // The database orders these zones from west to east.
  BR: 'America/Sao_Paulo America/Manaus America/Rio_Branco America/Noronha',
  RU: 'Europe/Moscow Europe/Kaliningrad Europe/Samara Asia/Yekaterinburg Asia/Omsk Asia/Novosibirsk Asia/Irkutsk Asia/Yakutsk Asia/Vladivostok Asia/Magadan Asia/Kamchatka',
  CL: 'America/Santiago America/Punta_Arenas Pacific/Easter',
  UA: 'Europe/Kyiv',
  // Uninhabited islands have no zone of their own.
  BV: 'Europe/Oslo',
  HM: 'Indian/Kerguelen',
}

/** Lines of zone.tab: country code, coordinates, zone, comment. The most populous zone of a country comes first. */
const zoneLines = readFileSync('/usr/share/zoneinfo/zone.tab', 'utf8')
  .split('\n')
  .filter(line => line && !line.startsWith('#'))
  .map(line => line.split('\t'))

/** Describes the offsets of a zone in each of the next 110 weeks, which include two clock changes per year. */
function describeOffsets(zone) {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  const week = 7 * 86_400_000
  const getOffset = (_, index) => format.format(new Date(Date.now() + index * week)).split('GMT')[1]
  return Array.from({ length: 110 }, getOffset).join(' ')
}

function listZones(code) {
  if (chosenZones[code]) return chosenZones[code].split(' ')
  const zones = zoneLines.filter(([lineCode]) => lineCode === code).map(([, , zone]) => zone)
  const known = new Map()
  for (const zone of zones) {
    const offsets = describeOffsets(zone)
    if (!known.has(offsets)) known.set(offsets, zone)
  }
  return [...known.values()]
}

const lines = Object.entries(codes).map(
  ([country, [code]]) =>
    `  ${JSON.stringify(country)}: ${JSON.stringify(listZones(code)).replaceAll(',', ', ')}`,
)
const file = new URL('../shared/countries/time-zones.json', import.meta.url)
writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`)
console.log(`▸ ${file.pathname}`)
