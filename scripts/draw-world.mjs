// npm run draw-world: draws the analytics map from the public-domain outlines of Natural Earth (world-atlas).
// The result is stored in the repository, so that the browser needs no map library.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { geoCentroid, geoNaturalEarth1, geoPath } from 'd3-geo'
import { feature, merge } from 'topojson-client'

const require = createRequire(import.meta.url)
const atlases = {
  '110m': require.resolve('world-atlas/countries-110m.json'),
  '50m': require.resolve('world-atlas/countries-50m.json'),
  '10m': require.resolve('world-atlas/countries-10m.json'),
}
const readAtlas = scale => JSON.parse(readFileSync(atlases[scale], 'utf8'))
const codes = JSON.parse(readFileSync(new URL('../shared/countries/iso-codes.json', import.meta.url), 'utf8'))
/** Countries of the application by their numeric code, which is the id of a shape. */
const countriesByNumber = new Map(Object.entries(codes).map(([country, [, , number]]) => [number, country]))

const topology = readAtlas('110m')
const antarctica = '010'
const shapes = topology.objects.countries.geometries.filter(({ id }) => id !== antarctica)

/** Longitude and latitude of countries without a shape in any of the atlases. */
const points = {
  Antarctica: [0, -70],
  'Bouvet Island': [3.4, -54.4],
  'Caribbean Netherlands': [-68.3, 12.2],
  'Christmas Island': [105.7, -10.5],
  'Cocos (Keeling) Islands': [96.9, -12.2],
  'French Guiana': [-53.1, 3.9],
  Gibraltar: [-5.35, 36.14],
  Guadeloupe: [-61.6, 16.2],
  Martinique: [-61, 14.6],
  Mayotte: [45.2, -12.8],
  Réunion: [55.5, -21.1],
  'Svalbard and Jan Mayen': [16, 78],
  Tokelau: [-171.8, -9.2],
  Tuvalu: [179.2, -8.5],
  'United States Outlying Islands': [166.6, 19.3],
}
const size = { width: 960, height: 440 }
/** Distance of a circle from the edge of the map. */
const margin = 6

const projection = geoNaturalEarth1().fitSize(
  [size.width, size.height],
  feature(topology, { type: 'GeometryCollection', geometries: shapes }),
)
const drawAbsolutePath = geoPath(projection).digits(1)

const convertToTenths = text => Math.round(Number(text) * 10)
const formatTenths = tenths => String(tenths / 10).replace(/^(-?)0\./, '$1.')

/** Draws a path with coordinates relative to the previous point, which compresses to half the size. */
function drawPath(shape) {
  let [x, y] = [0, 0]
  const rings = drawAbsolutePath(shape).split('Z').filter(Boolean)
  const drawRing = ring => {
    const steps = ring
      .slice(1)
      .split('L')
      .map(point => point.split(',').map(convertToTenths))
      .map(([nextX, nextY]) => {
        const step = [nextX - x, nextY - y]
        ;[x, y] = [nextX, nextY]
        return step
      })
    const [[startX, startY]] = steps
    // Closing a ring of points returns the pen to the start of the ring, from which the next relative move is counted.
    const offsets = steps.slice(1)
    for (const [stepX, stepY] of offsets) {
      x -= stepX
      y -= stepY
    }
    const lines = offsets
      .filter(([stepX, stepY]) => stepX !== 0 || stepY !== 0)
      .map(step => step.map(formatTenths).join(' ').replace(' -', '-'))
    // A ring smaller than a tenth of a unit is left out, because it would have no lines.
    const outline = lines.length > 0 ? `l${lines.join(' ').replaceAll(' -', '-')}` : ''
    return `m${formatTenths(startX)},${formatTenths(startY)}${outline}z`
  }
  return rings.map(drawRing).join('')
}
const clampToRange = (value, limit) => Math.min(limit - margin, Math.max(margin, Math.round(value)))
const projectPoint = ([x, y]) => ({ x: clampToRange(x, size.width), y: clampToRange(y, size.height) })

const outlines = Object.fromEntries(
  shapes
    .filter(({ id }) => countriesByNumber.has(id))
    .map(shape => [countriesByNumber.get(shape.id), { path: drawPath(feature(topology, shape)) }]),
)

/** In the more detailed atlases, finds the centre of a country that is too small for an outline on this map. */
function findCentre(number) {
  for (const scale of ['50m', '10m']) {
    const atlas = readAtlas(scale)
    const shape = atlas.objects.countries.geometries.find(({ id }) => id === number)
    if (shape) return geoCentroid(feature(atlas, shape))
  }
  return undefined
}

const countries = Object.fromEntries(
  Object.entries(codes).map(([country, [, , number]]) => {
    if (outlines[country]) return [country, outlines[country]]
    const centre = points[country] ?? findCentre(number)
    if (!centre) throw new Error(`No outline and no position of ${country}`)
    return [country, projectPoint(projection(centre))]
  }),
)
/** Land that belongs to none of the countries, according to this atlas. */
const land = drawPath(
  merge(
    topology,
    shapes.filter(({ id }) => !countriesByNumber.has(id)),
  ),
)
const file = new URL('../web/features/analytics/world.json', import.meta.url)
writeFileSync(file, `${JSON.stringify({ ...size, land, countries }, null, 2)}\n`)
console.log(`▸ ${file.pathname}`)
