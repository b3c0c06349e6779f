// Mantine's styles are imported per component.
// These tests check that every page loads the styles of all Mantine components that it renders.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const web = fileURLToPath(new URL('.', import.meta.url))
const library = fileURLToPath(new URL('../node_modules/@mantine/core', import.meta.url))
const modulesOfLibrary = join(library, 'esm/components')

/** Mantine styles that are needed only if the source code matches the pattern. */
const conditionalStyles: Record<string, RegExp> = {
  Loader: /\bloading=|<Loader/,
  CloseButton: /withCloseButton|clearable|<CloseButton|<Modal|<Drawer/,
  CheckboxCard: /Checkbox\.Card/,
  CheckboxIndicator: /Checkbox\.Indicator/,
  RadioCard: /Radio\.Card/,
  RadioIndicator: /Radio\.Indicator/,
  // NativeSelect needs no Combobox styles, because theme.ts replaces its arrow.
  Combobox: /<(Select|Autocomplete|MultiSelect|TagsInput|Combobox)\b/,
}

function resolveImport(specifier: string, from: string): string | undefined {
  if (specifier.startsWith('#web/')) return join(web, specifier.slice('#web/'.length))
  return specifier.startsWith('.') ? join(dirname(from), specifier) : undefined
}

interface Module {
  text: string
  /** Mantine stylesheets imported by the module, by component name. */
  styles: string[]
  /** Names of the Mantine components that the module imports. */
  components: string[]
  imports: string[]
  /** Paths of the modules that the module imports dynamically. */
  later: string[]
}

const moduleCache = new Map<string, Module>()

function readModule(file: string): Module {
  const cached = moduleCache.get(file)
  if (cached) return cached
  const text = readFileSync(file, 'utf8')
  const module: Module = { text, styles: [], components: [], imports: [], later: [] }
  for (const [, names, specifier = ''] of text.matchAll(
    /^(?:import|@import)\s(?:([^'"]*?)\sfrom\s)?['"]([^'"]+)['"]/gm,
  )) {
    const style = /^@mantine\/core\/styles\/(\w+)\.css$/.exec(specifier)?.[1]
    const next = resolveImport(specifier, file)
    if (style) module.styles.push(style)
    else if (specifier === '@mantine/core') module.components.push(...(names?.match(/\b[A-Z]\w+/g) ?? []))
    else if (next && !names?.startsWith('type ')) module.imports.push(next)
  }
  for (const [, specifier = ''] of text.matchAll(/\bimport\('([^']+)'\)/g)) {
    const next = resolveImport(specifier, file)
    if (next) module.later.push(next)
  }
  moduleCache.set(file, module)
  return module
}

/** Returns a module and all modules that it imports statically. */
function collectImports(file: string, seen = new Map<string, Module>()): Map<string, Module> {
  if (seen.has(file)) return seen
  const module = readModule(file)
  seen.set(file, module)
  for (const next of module.imports) collectImports(next, seen)
  return seen
}

const styleCache = new Map<string, Set<string>>()

/** Returns the stylesheets of a Mantine component and of the components it is built from. */
function getStylesOfModule(component: string): Set<string> {
  const cached = styleCache.get(component)
  if (cached) return cached
  const styles = new Set<string>()
  styleCache.set(component, styles)
  const seen = new Set<string>()
  const visit = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(/from "(\.[^"]+)"/g)) {
      const style = /(\w+)\.module\.mjs$/.exec(specifier)?.[1]
      if (style) styles.add(style)
      else visit(join(dirname(file), specifier))
    }
  }
  const file = join(modulesOfLibrary, component, `${component}.mjs`)
  // Mantine exports without a stylesheet folder, such as types and providers, are skipped.
  if (existsSync(file)) visit(file)
  return styles
}

/** Lists missing stylesheets with the module that renders the component, including dynamic imports. */
function findMissingStyles(entry: string, loaded: Set<string>, done = new Set<string>()): string[] {
  if (done.has(entry)) return []
  done.add(entry)
  const modules = collectImports(entry)
  const loadedStyles = new Set([...loaded, ...[...modules.values()].flatMap(({ styles }) => styles)])
  const missing = [...modules].flatMap(([file, { text, components }]) =>
    components.flatMap(component =>
      [...getStylesOfModule(component)]
        .filter(style => !loadedStyles.has(style) && (conditionalStyles[style]?.test(text) ?? true))
        .map(style => `${style} for ${component} in ${file.slice(web.length)}`),
    ),
  )
  const dynamicImports = [...modules.values()].flatMap(module => module.later)
  return [...missing, ...dynamicImports.flatMap(next => findMissingStyles(next, loadedStyles, done))]
}

const router = readModule(join(web, 'router.tsx'))
const outsideRoutes = router.text.match(/getParentRoute: \(\) => rootRoute,[\s\S]*?\n}\)/g) ?? []
const isOutside = (page: string) => outsideRoutes.some(route => route.includes(page.slice(web.length)))
const entryStyles = new Set(
  [...collectImports(join(web, 'main.tsx')).values()].flatMap(({ styles }) => styles),
)
const shellStyles = new Set([
  ...entryStyles,
  ...[...collectImports(join(web, 'shell/Shell.tsx')).values()].flatMap(({ styles }) => styles),
])

test('the entry module loads the Mantine styles of all components that it renders', () => {
  const modules = collectImports(join(web, 'main.tsx'))
  const later = new Set([...modules.values()].flatMap(module => module.later))
  expect(findMissingStyles(join(web, 'main.tsx'), entryStyles, later)).toEqual([])
})

test.each([...new Set(router.later)].map(page => [page.slice(web.length), page]))(
  '%s loads the Mantine styles of all components it renders',
  (_name, page) => {
    expect(findMissingStyles(page, isOutside(page) ? entryStyles : shellStyles)).toEqual([])
  },
)

test('isOutside returns true for the registration page, which visitors open without menu and header, and false for the member list', () => {
  const outside = router.later.filter(isOutside).map(page => page.slice(web.length))
  expect(outside).toContain('pages/RegisterPage.tsx')
  expect(outside).not.toContain('pages/MembersPage.tsx')
})
