// Styles come a component at a time, and a file that comes with one part of the program is not there in another. So:
// whatever of the library a page shows, its styles are loaded by then.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const web = fileURLToPath(new URL('.', import.meta.url))
const library = fileURLToPath(new URL('../node_modules/@mantine/core', import.meta.url))
const modulesOfLibrary = join(library, 'esm/components')

/** Belongs to a part that is only there when it is asked for in so many words. */
const onlyWith: Record<string, RegExp> = {
  Loader: /\bloading=|<Loader/,
  CloseButton: /withCloseButton|clearable|<CloseButton|<Modal|<Drawer/,
  CheckboxCard: /Checkbox\.Card/,
  CheckboxIndicator: /Checkbox\.Indicator/,
  RadioCard: /Radio\.Card/,
  RadioIndicator: /Radio\.Indicator/,
  // A NativeSelect has an arrow of our own (theme.ts).
  Combobox: /<(Select|Autocomplete|MultiSelect|TagsInput|Combobox)\b/,
}

function locate(specifier: string, from: string): string | undefined {
  if (specifier.startsWith('#web/')) return join(web, specifier.slice('#web/'.length))
  return specifier.startsWith('.') ? join(dirname(from), specifier) : undefined
}

interface Module {
  text: string
  /** Stylesheets of the library, by the component's name. */
  styles: string[]
  /** Components of the library. */
  components: string[]
  imports: string[]
  /** Fetched when they are needed. */
  later: string[]
}

function read(file: string): Module {
  const text = readFileSync(file, 'utf8')
  const found: Module = { text, styles: [], components: [], imports: [], later: [] }
  for (const [, names, specifier = ''] of text.matchAll(
    /^(?:import|@import)\s(?:([^'"]*?)\sfrom\s)?['"]([^'"]+)['"]/gm,
  )) {
    const style = /^@mantine\/core\/styles\/(\w+)\.css$/.exec(specifier)?.[1]
    const next = locate(specifier, file)
    if (style) found.styles.push(style)
    else if (specifier === '@mantine/core') found.components.push(...(names?.match(/\b[A-Z]\w+/g) ?? []))
    else if (next && !names?.startsWith('type ')) found.imports.push(next)
  }
  for (const [, specifier = ''] of text.matchAll(/\bimport\('([^']+)'\)/g)) {
    const next = locate(specifier, file)
    if (next) found.later.push(next)
  }
  return found
}

/** A file and all that comes along with it. */
function closure(file: string, seen = new Map<string, Module>()): Map<string, Module> {
  if (seen.has(file)) return seen
  const module = read(file)
  seen.set(file, module)
  for (const next of module.imports) closure(next, seen)
  return seen
}

/** The stylesheets that a component and the components it is made of have, by the library's own imports. */
function stylesOf(component: string): Set<string> {
  const styles = new Set<string>()
  const seen = new Set<string>()
  const walk = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(/from "(\.[^"]+)"/g)) {
      const style = /(\w+)\.module\.mjs$/.exec(specifier)?.[1]
      if (style) styles.add(style)
      else walk(join(dirname(file), specifier))
    }
  }
  const file = join(modulesOfLibrary, component, `${component}.mjs`)
  // What is no component, such as a type or the provider, has no folder.
  if (existsSync(file)) walk(file)
  return styles
}

/** Each missing stylesheet, with the file that shows the component; also in what is fetched later from there. */
function missingIn(entry: string, loaded: Set<string>, done = new Set<string>()): string[] {
  if (done.has(entry)) return []
  done.add(entry)
  const modules = closure(entry)
  const here = new Set([...loaded, ...[...modules.values()].flatMap(({ styles }) => styles)])
  const missing = [...modules].flatMap(([file, { text, components }]) =>
    components.flatMap(component =>
      [...stylesOf(component)]
        .filter(style => !here.has(style) && (onlyWith[style]?.test(text) ?? true))
        .map(style => `${style} for ${component} in ${file.slice(web.length)}`),
    ),
  )
  const later = [...modules.values()].flatMap(module => module.later)
  return [...missing, ...later.flatMap(next => missingIn(next, here, done))]
}

const router = read(join(web, 'router.tsx'))
const outsideRoutes = router.text.match(/getParentRoute: \(\) => rootRoute,[\s\S]*?\n}\)/g) ?? []
const isOutside = (page: string) => outsideRoutes.some(route => route.includes(page.slice(web.length)))
const first = new Set([...closure(join(web, 'main.tsx')).values()].flatMap(({ styles }) => styles))
const shell = new Set([
  ...first,
  ...[...closure(join(web, 'shell/Shell.tsx')).values()].flatMap(({ styles }) => styles),
])

test('what comes first brings its own styles', () => {
  const modules = closure(join(web, 'main.tsx'))
  const later = new Set([...modules.values()].flatMap(module => module.later))
  expect(missingIn(join(web, 'main.tsx'), first, later)).toEqual([])
})

test.each([...new Set(router.later)].map(page => [page.slice(web.length), page]))(
  '%s has the styles of all that it shows',
  (_name, page) => {
    expect(missingIn(page, isOutside(page) ? first : shell)).toEqual([])
  },
)

test('the pages outside the shell are told apart from those within', () => {
  const outside = router.later.filter(isOutside).map(page => page.slice(web.length))
  expect(outside).toContain('pages/RegisterPage.tsx')
  expect(outside).not.toContain('pages/DashboardPage.tsx')
})
