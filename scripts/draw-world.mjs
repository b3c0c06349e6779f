// npm run draw-world: draws the analytics map from the public-domain outlines of Natural Earth (world-atlas).
// The result is stored in the repository, so that the browser loads finished paths and no map library.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { geoNaturalEarth1, geoPath } from 'd3-geo'
import { feature, merge } from 'topojson-client'

const require = createRequire(import.meta.url)
const topology = JSON.parse(readFileSync(require.resolve('world-atlas/countries-110m.json'), 'utf8'))
const shapes = topology.objects.countries

/** Countries of the application, by their name in world-atlas. */
const countryNames = {
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
/** Countries too small for an outline at this size, as a point of longitude and latitude. */
const points = { Singapore: [103.82, 1.35] }
/** Label positions for countries whose centroid is misleading, for example because of Alaska or French Guiana. */
const labelPositions = { 'United States': [-98, 39], France: [2.5, 46.6], Canada: [-106, 57] }

const getShapeName = ({ properties }) => properties.name
const otherShapes = shapes.geometries.filter(
  shape => !countryNames[getShapeName(shape)] && getShapeName(shape) !== 'Antarctica',
)
const size = { width: 960, height: 440 }
const land = merge(topology, otherShapes)
const allShapes = feature(topology, {
  type: 'GeometryCollection',
  geometries: shapes.geometries.filter(shape => getShapeName(shape) !== 'Antarctica'),
})
const projection = geoNaturalEarth1().fitSize([size.width, size.height], allShapes)
const drawPath = geoPath(projection).digits(1)
const roundPoint = ([x, y]) => ({ x: Math.round(x), y: Math.round(y) })

const countries = Object.fromEntries(
  shapes.geometries
    .filter(shape => countryNames[getShapeName(shape)])
    .map(shape => {
      const country = countryNames[getShapeName(shape)]
      const outline = feature(topology, shape)
      const labelPosition = labelPositions[country]
        ? projection(labelPositions[country])
        : drawPath.centroid(outline)
      return [country, { path: drawPath(outline), ...roundPoint(labelPosition) }]
    }),
)
for (const [country, coordinates] of Object.entries(points)) {
  countries[country] = { path: null, ...roundPoint(projection(coordinates)) }
}
const sorted = Object.fromEntries(Object.entries(countries).sort(([a], [b]) => a.localeCompare(b)))
const file = new URL('../web/features/analytics/world.json', import.meta.url)
writeFileSync(file, `${JSON.stringify({ ...size, land: drawPath(land), countries: sorted }, null, 2)}\n`)
console.log(`▸ ${file.pathname}`)
