// npm run draw-world: the map of the analytics, drawn once from Natural Earth's public-domain outlines (world-atlas) and
// kept in the repository, so that the browser loads finished lines and no library for maps.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { geoNaturalEarth1, geoPath } from 'd3-geo'
import { feature, merge } from 'topojson-client'

const require = createRequire(import.meta.url)
const topology = JSON.parse(readFileSync(require.resolve('world-atlas/countries-110m.json'), 'utf8'))
const shapes = topology.objects.countries

/** Our countries by the name that the outlines have for them. */
const ours = {
  'United Kingdom': 'United Kingdom',
  Australia: 'Australia',
  'United States of America': 'United States',
  Japan: 'Japan',
  'South Korea': 'South Korea',
  Germany: 'Germany',
  France: 'France',
  Canada: 'Canada',
  'New Zealand': 'New Zealand',
  China: 'China',
  Indonesia: 'Indonesia',
}
/** Too small for an outline at this size: a point, by its longitude and latitude. */
const points = { Singapore: [103.82, 1.35] }
/** Where the middle of an outline is not where people would point: Alaska, Guyana and the like pull it away. */
const middles = { 'United States': [-98, 39], France: [2.5, 46.6], Canada: [-106, 57] }

const nameOf = ({ properties }) => properties.name
const rest = shapes.geometries.filter(shape => !ours[nameOf(shape)] && nameOf(shape) !== 'Antarctica')
const size = { width: 960, height: 440 }
const land = merge(topology, rest)
const everything = feature(topology, {
  type: 'GeometryCollection',
  geometries: shapes.geometries.filter(shape => nameOf(shape) !== 'Antarctica'),
})
const projection = geoNaturalEarth1().fitSize([size.width, size.height], everything)
const draw = geoPath(projection).digits(1)
const round = ([x, y]) => ({ x: Math.round(x), y: Math.round(y) })

const countries = Object.fromEntries(
  shapes.geometries
    .filter(shape => ours[nameOf(shape)])
    .map(shape => {
      const country = ours[nameOf(shape)]
      const outline = feature(topology, shape)
      const middle = middles[country] ? projection(middles[country]) : draw.centroid(outline)
      return [country, { path: draw(outline), ...round(middle) }]
    }),
)
for (const [country, place] of Object.entries(points)) {
  countries[country] = { path: null, ...round(projection(place)) }
}
const sorted = Object.fromEntries(Object.entries(countries).sort(([a], [b]) => a.localeCompare(b)))
const file = new URL('../web/features/analytics/world.json', import.meta.url)
writeFileSync(file, `${JSON.stringify({ ...size, land: draw(land), countries: sorted }, null, 2)}\n`)
console.log(`▸ ${file.pathname}`)
