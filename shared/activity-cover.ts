// Draws a cover image (SVG) for activities without a picture: a pattern, an emblem and a traditional border.
// The activity's id alone selects colours and shapes, so the cover of an activity never changes.
// Covers of neighbouring activities in a list are chosen to differ. No external service is used.

interface Palette {
  ground: [string, string]
  line: string
  accent: string
  deep: string
}

const palettes: readonly Palette[] = [
  { ground: ['#005e59', '#12807a'], line: '#4dafa7', accent: '#ffca64', deep: '#004844' },
  { ground: ['#fff2d3', '#ffdd9b'], line: '#e3a53a', accent: '#0b6f6a', deep: '#fff8e1' },
  { ground: ['#12304a', '#1f4a69'], line: '#4f7f9f', accent: '#ffb01b', deep: '#0c2437' },
  { ground: ['#d3ebe9', '#a6d7d3'], line: '#4dafa7', accent: '#9a5f00', deep: '#e9f6f5' },
  // Colour palette that a cover image gets only when its neighbours in the list use all other palettes.
  { ground: ['#6b3517', '#94502a'], line: '#c98d5e', accent: '#ffdd9b', deep: '#522710' },
]

/** Background patterns of cover images: SVG paths of tiles of 40 by 40 units. */
const fields: readonly string[] = [
  // Background pattern of a cover image: eight-pointed stars made of two squares.
  'M10 10h20v20h-20zM20 6l14 14l-14 14l-14 -14z',
  // Background pattern of a cover image: zigzag lines of a woven mat.
  'M0 10l10 -10l10 10l10 -10l10 10M0 30l10 -10l10 10l10 -10l10 10',
  // Background pattern of a cover image: flowers with four petals.
  'M20 20q-12 -4 -14 -14q10 2 14 14q4 -12 14 -14q-2 10 -14 14q12 4 14 14q-10 -2 -14 -14q-4 12 -14 14q2 -10 14 -14',
  // Background pattern of a generated cover image: diamond lattice.
  'M20 0l20 20l-20 20l-20 -20zM20 12l8 8l-8 8l-8 -8z',
]

function repeatAroundCentre(count: number, shape: string): string {
  return Array.from({ length: count }, (_, index) => {
    const turn = Math.round((index * 3600) / count) / 10
    return `<g transform="rotate(${turn})">${shape}</g>`
  }).join('')
}

/** Emblems of generated cover images as SVG paths, centred on the origin, at most 78 units in each direction. */
const emblems: readonly ((colours: Palette) => string)[] = [
  ({ line, accent, ground }) =>
    repeatAroundCentre(
      8,
      `<path d="M0 -72q16 30 0 56q-16 -26 0 -56" fill="${ground[1]}" stroke="${accent}"/>`,
    ) +
    repeatAroundCentre(16, `<path d="M0 -76q10 20 0 40" fill="none" stroke="${line}"/>`) +
    `<circle r="15" fill="${accent}"/><circle r="6" fill="${ground[0]}"/>`,
  ({ line, accent, ground }) =>
    repeatAroundCentre(
      2,
      `<path d="M-44 -44h88v88h-88z" transform="rotate(22.5)" fill="none" stroke="${line}" stroke-width="2"/>`,
    ) +
    `<path d="M-42 -42h84v84h-84z" fill="${ground[1]}" stroke="${accent}" stroke-width="2"/>` +
    `<path d="M0 -59l59 59l-59 59l-59 -59z" fill="none" stroke="${accent}" stroke-width="2"/>` +
    `<circle r="22" fill="none" stroke="${accent}" stroke-width="2"/><circle r="9" fill="${accent}"/>`,
  ({ line, accent, ground }) =>
    repeatAroundCentre(24, `<path d="M0 -76v16" stroke="${line}" stroke-width="3"/>`) +
    `<path d="M0 -54l30 34l-30 34l-30 -34z" fill="${ground[1]}" stroke="${accent}" stroke-width="3"/>` +
    `<path d="M0 -54v68M-30 -20h60" stroke="${accent}" stroke-width="2"/>` +
    `<path d="M-44 12a44 44 0 0 0 88 0a48 36 0 0 1 -88 0" fill="${accent}"/>`,
  ({ line, accent, ground }) =>
    repeatAroundCentre(12, `<path d="M0 -74l9 34h-18z" fill="${line}"/>`) +
    repeatAroundCentre(12, `<path d="M0 -60l6 22h-12z" fill="${accent}" transform="rotate(15)"/>`) +
    `<circle r="36" fill="${ground[1]}" stroke="${accent}" stroke-width="2"/>` +
    repeatAroundCentre(6, `<circle cy="-19" r="8" fill="none" stroke="${accent}" stroke-width="2"/>`),
]

/** Hashes an activity id, so that consecutive ids get different covers. */
function hashId(id: number): number {
  let value = Math.imul(id ^ 0x9e3779b9, 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

function pickByHash<T>(list: readonly T[], from: number): T {
  return list[from % list.length] as T
}

/**
 * Sizes of a cover image; `middle` is the horizontal centre of the emblem. `strip`: header of a card or a page.
 * `page`: header of a page with a panel at its right. `banner`: header over the whole width of a page. `card`: preview
 * in messengers, with the emblem in the centre because some messengers crop the preview to a square.
 */
const shapes = {
  strip: { width: 640, height: 200, middle: 460 },
  page: { width: 640, height: 222, middle: 300 },
  banner: { width: 1440, height: 222, middle: 940 },
  card: { width: 420, height: 220.5, middle: 210 },
}

/** Indexes that select the colour palette, pattern and emblem of a cover image. */
export interface CoverDesign {
  palette: number
  field: number
  emblem: number
}

/** Number of palettes, patterns and emblems of cover images. The last palette is a fallback and is not counted. */
const designCounts = { palette: palettes.length - 1, field: fields.length, emblem: emblems.length }

/** Returns the design of an activity's cover image when no other cover is shown beside it. */
function getPreferredDesign(id: number): CoverDesign {
  const number = hashId(id)
  return {
    palette: number % designCounts.palette,
    field: (number >>> 4) % designCounts.field,
    emblem: (number >>> 8) % designCounts.emblem,
  }
}

/**
 * Returns the first index, counting from `wanted`, that is not in `taken`; `wanted` itself when all indexes are taken.
 */
function findUntakenDesign(wanted: number, count: number, taken: readonly number[]): number {
  const candidates = Array.from({ length: count }, (_, step) => (wanted + step) % count)
  return candidates.find(index => !taken.includes(index)) ?? wanted
}

/**
 * Chooses designs for the covers of a list, so that neighbours differ in colours, pattern and emblem.
 * In a grid of up to four columns, neighbours are one to four places apart. There are fewer shapes than colours, so
 * that shapes may repeat four places apart.
 */
export function chooseActivityCoverDesigns(ids: readonly number[]): CoverDesign[] {
  const chosen: CoverDesign[] = []
  for (const id of ids) {
    const { palette, field, emblem } = getPreferredDesign(id)
    const neighbours = chosen.slice(-4)
    const near = chosen.slice(-3)
    chosen.push({
      palette: findUntakenDesign(
        palette,
        palettes.length,
        neighbours.map(design => design.palette),
      ),
      field: findUntakenDesign(
        field,
        fields.length,
        near.map(design => design.field),
      ),
      emblem: findUntakenDesign(
        emblem,
        emblems.length,
        near.map(design => design.emblem),
      ),
    })
  }
  return chosen
}

export function renderActivityCoverSvg(
  id: number,
  shape: keyof typeof shapes = 'strip',
  design = getPreferredDesign(id),
): string {
  const colours = pickByHash(palettes, design.palette)
  const field = pickByHash(fields, design.field)
  const emblem = pickByHash(emblems, design.emblem)(colours)
  const { ground, line, accent, deep } = colours
  const { width, height, middle } = shapes[shape]
  const edge = height - 28
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice"><defs><linearGradient id="g"><stop stop-color="${ground[0]}"/><stop offset="1" stop-color="${ground[1]}"/></linearGradient><pattern id="f" width="40" height="40" patternUnits="userSpaceOnUse"><path d="${field}" fill="none" stroke="${line}" stroke-opacity=".45" stroke-width="1.5"/></pattern><pattern id="b" y="${edge}" width="20" height="40" patternUnits="userSpaceOnUse"><path d="M0 28l10 -20l10 20z" fill="${accent}"/><path d="M5 28l5 -10l5 10z" fill="${ground[0]}"/></pattern></defs><path fill="url(#g)" d="M0 0h${width}v${height}H0z"/><path fill="url(#f)" d="M0 0h${width}v${edge}H0z"/><g transform="translate(${middle} ${edge / 2 + 6})"><circle r="86" fill="${deep}" stroke="${accent}" stroke-width="2"/>${emblem}</g><path fill="${deep}" d="M0 ${edge}h${width}v28H0z"/><path d="M0 ${edge + 1}h${width}" stroke="${accent}" stroke-width="2"/><path fill="url(#b)" d="M0 ${edge + 4}h${width}v24H0z"/></svg>`
}

/** Returns the cover image of an activity as a data URL. */
export function buildActivityCoverUrl(id: number, shape?: keyof typeof shapes, design?: CoverDesign): string {
  return `data:image/svg+xml,${encodeURIComponent(renderActivityCoverSvg(id, shape, design))}`
}
