// Rules for the styles of the client: colours come from the theme.
// CSS files contain only styles that component props cannot express.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const readTextFile = (path: string) => readFileSync(join(root, path), 'utf8')
const files = readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' })
  .map(name => `web/${name}`)
  .filter(name => !name.includes('.test.'))
const stylesheets = files.filter(name => name.endsWith('.css'))
const components = files.filter(name => /\.tsx?$/.test(name))

const removeComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '')

/** Files that may define colours. The canvas helpers draw images, whose black and white do not follow the theme. */
const colourSources = ['web/ui/theme.css', 'web/ui/theme.ts', 'web/ui/colours.ts', 'web/lib/image/canvas.ts']
/** CSS colour names in two lists: those that Mantine's theme does not define, and those that it does. */
const otherNames =
  'aliceblue|antiquewhite|aqua|aquamarine|azure|beige|bisque|blanchedalmond|blueviolet|brown|burlywood|cadetblue|chartreuse|chocolate|coral|cornflowerblue|cornsilk|crimson|darkblue|darkcyan|darkgoldenrod|darkgr[ae]y|darkgreen|darkkhaki|darkmagenta|darkolivegreen|darkorange|darkorchid|darkred|darksalmon|darkseagreen|darkslateblue|darkslategr[ae]y|darkturquoise|darkviolet|deeppink|deepskyblue|dimgr[ae]y|dodgerblue|firebrick|floralwhite|forestgreen|fuchsia|gainsboro|ghostwhite|gold|goldenrod|greenyellow|grey|honeydew|hotpink|indianred|ivory|khaki|lavender|lavenderblush|lawngreen|lemonchiffon|light[a-z]+|limegreen|linen|magenta|maroon|mediumaquamarine|medium[a-z]+|midnightblue|mintcream|mistyrose|moccasin|navajowhite|navy|oldlace|olive|olivedrab|orangered|orchid|palegoldenrod|palegreen|paleturquoise|palevioletred|papayawhip|peachpuff|peru|plum|powderblue|purple|rebeccapurple|rosybrown|royalblue|saddlebrown|salmon|sandybrown|seagreen|seashell|sienna|silver|skyblue|slateblue|slategr[ae]y|snow|springgreen|steelblue|tan|thistle|tomato|turquoise|wheat|whitesmoke|yellowgreen'
const themeNames = 'black|blue|cyan|gray|green|indigo|lime|orange|pink|red|teal|violet|white|yellow'
const literal = '#[0-9a-f]{3,8}\\b|\\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\\('

/** Returns the colours in the declarations of a stylesheet. Custom properties may have the name of a colour. */
function findColoursInCss(text: string): string[] {
  const values = removeComments(text).matchAll(/[{;]\s*[\w-]+:([^;{}]*)(?=[;}])/g)
  const colour = new RegExp(`${literal}|(?<![\\w-])(?:${otherNames}|${themeNames})(?![\\w-])`, 'gi')
  return Array.from(values, ([, value = '']) => value.match(colour) ?? []).flat()
}

/** Returns the colours in strings of a component. Mantine's props take the names of the theme's colours. */
function findColoursInCode(text: string): string[] {
  const colour = new RegExp(
    `(?<=['"\`\\s(,])(?:${literal})|\\b(?:c|bg|color|fill|stroke|background|borderColor)(?:=|: )['"](?:${otherNames})['"]|\\b(?:fill|stroke)=['"](?:${themeNames})['"]`,
    'gi',
  )
  return removeComments(text).match(colour) ?? []
}

test('only the theme files contain colour values', () => {
  const found = [...stylesheets, ...components]
    .filter(name => !colourSources.includes(name))
    .map(
      name =>
        [name, (name.endsWith('.css') ? findColoursInCss : findColoursInCode)(readTextFile(name))] as const,
    )
  expect(found.filter(([, colours]) => colours.length > 0)).toEqual([])
})

test('the check for colour values finds hex literals, colour functions and colour names', () => {
  expect(
    findColoursInCss('.a { color: #fff; background: rgb(0 0 0 / 5%); border: 1px solid tomato }'),
  ).toEqual(['#fff', 'rgb(', 'tomato'])
  expect(findColoursInCss('.a { color: var(--red); white-space: nowrap; fill: currentcolor }')).toEqual([])
  expect(findColoursInCode('<A c="dimmed" bg="tomato" fill="red" style={{ color: \'#123456\' }} />')).toEqual(
    ['bg="tomato"', 'fill="red"', '#123456'],
  )
})

test('only the CSS class visually-hidden hides content visually while screen readers still read it', () => {
  const rules = stylesheets.flatMap(
    name => readTextFile(name).match(/clip(-path: inset\(50%\)|: rect\()/g) ?? [],
  )
  expect(rules).toHaveLength(1)
})

test('the stylesheets have at most 5,500 lines', () => {
  const lines = stylesheets.reduce((sum, name) => sum + readTextFile(name).split('\n').length - 1, 0)
  expect(lines).toBeLessThanOrEqual(5500)
})

/** Lists the classes of each CSS module that components use; `*` stands for classes chosen at run time. */
function findUsedClasses(): Map<string, Set<string>> {
  const usedClasses = new Map<string, Set<string>>()
  for (const name of components) {
    const text = readTextFile(name)
    for (const [, alias, path = ''] of text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
      const stylesheet = path.startsWith('#') ? path.slice(1) : normalize(join(dirname(name), path))
      const used = usedClasses.get(stylesheet) ?? new Set()
      usedClasses.set(stylesheet, used)
      const reference = new RegExp(`(?<![\\w/-])${alias}(?:\\.(\\w+)|\\[)`, 'g')
      for (const [, className = '*'] of text.matchAll(reference)) used.add(className)
    }
  }
  return usedClasses
}

test('components use every class of the CSS modules, and no other class', () => {
  const usedClasses = findUsedClasses()
  const modules = new Set([
    ...stylesheets.filter(name => name.endsWith('.module.css')),
    ...usedClasses.keys(),
  ])
  const mismatches = [...modules].flatMap(name => {
    const used = usedClasses.get(name) ?? new Set()
    if (used.has('*')) return []
    if (!stylesheets.includes(name)) return [`${name} is missing`]
    const selectors = removeComments(readTextFile(name)).replaceAll(/:global\([^)]*\)|\{[^{}]*\}/g, '{}')
    const defined = new Set(
      Array.from(selectors.matchAll(/\.([a-z]\w*)/gi), ([, className = '']) => className),
    )
    const odd = [...used, ...defined].filter(className => used.has(className) !== defined.has(className))
    return odd.map(className => `${name}: ${className}`)
  })
  expect(mismatches).toEqual([])
})
