// Compiles the translations in texts/<language>/<group>/<area>.json, written in ICU MessageFormat, to TypeScript.
// Every language must have the same texts with the same arguments; otherwise compiling fails and lists the differences.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { createPseudoText } from './pseudo-text.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const source = join(root, 'texts')
const target = join(source, 'compiled')
/** The language in which texts are written first. Its arguments become the parameters of the compiled functions. */
const baseLanguage = 'ms'
/** Generated test language that shows texts without translation and layouts that are too narrow. Made from English. */
const pseudoLanguage = 'en-XA'
/**
 * Groups of texts. `start`: the first screens. `countries`: names of countries, which every screen but the sign-in page
 * loads. `app`: all other screens. `server`: emails, files and other texts made by the server. `worker`: the service
 * worker, which has no page and therefore contains its texts in all languages.
 */
const groups = ['start', 'countries', 'app', 'server', 'worker']
/** Groups that a page loads only in its own language. */
const pageGroups = ['start', 'countries', 'app']

const isRecord = value => typeof value === 'object' && value !== null

/** Reads the texts of a language as { group: { area: texts } }. */
function readLanguage(language) {
  const readGroup = group => {
    const folder = join(source, language, group)
    const files = readdirSync(folder).filter(name => name.endsWith('.json'))
    const readArea = file => [
      file.slice(0, -'.json'.length),
      JSON.parse(readFileSync(join(folder, file), 'utf8')),
    ]
    return Object.fromEntries(files.sort().map(readArea))
  }
  return Object.fromEntries(groups.map(group => [group, readGroup(group)]))
}

/** Calls `visit(text, path)` for each text in a tree of texts, and returns a tree of the results. */
function mapTexts(node, visit, path = []) {
  if (Array.isArray(node)) return node.map((item, index) => mapTexts(item, visit, [...path, index]))
  if (isRecord(node))
    return Object.fromEntries(
      Object.entries(node).map(([key, item]) => [key, mapTexts(item, visit, [...path, key])]),
    )
  return visit(node, path)
}

function parseMessage(text, path) {
  try {
    return parse(text, { ignoreTag: true, captureLocation: false })
  } catch (error) {
    throw new Error(`${path.join('.')}: ${error.message} in "${text}"`)
  }
}

/** Collects the arguments of a message with their TypeScript types. */
function collectArguments(elements, found = new Map()) {
  for (const element of elements) {
    const { type, value, options = {} } = element
    if (type === TYPE.argument && !found.has(value)) found.set(value, 'string')
    if (type === TYPE.number || type === TYPE.plural) found.set(value, 'number')
    if (type === TYPE.select) {
      const cases = Object.keys(options).filter(name => name !== 'other')
      const isOpen = collectText(options.other?.value ?? []) !== ''
      found.set(value, [...cases.map(name => `'${name}'`), ...(isOpen ? ['(string & {})'] : [])].join(' | '))
    }
    for (const option of Object.values(options)) collectArguments(option.value, found)
  }
  return found
}

/** Returns the literal parts of a message. An empty part for `other` means that the listed cases are complete. */
const collectText = elements =>
  elements.map(({ type, value }) => (type === TYPE.literal ? value : '#')).join('')

const quoteText = text => JSON.stringify(text)
const escapeTemplate = text => text.replace(/[\\`]|\$\{/g, '\\$&')

/** Compiles parsed elements to the source of a template literal. `count` is the argument that `#` stands for. */
function compileElements(elements, count) {
  const parts = elements.map(element => {
    const { type, value, options } = element
    if (type === TYPE.literal) return escapeTemplate(value)
    if (type === TYPE.argument) return `\${v.${value}}`
    if (type === TYPE.number) return `\${number(v.${value})}`
    if (type === TYPE.pound) return `\${number(v.${count})}`
    if (type !== TYPE.plural && type !== TYPE.select) throw new Error(`unsupported argument {${value}}`)
    const compileCase = ([name, option]) =>
      `${quoteText(name)}: ${compileElements(option.value, type === TYPE.plural ? value : count)}`
    const cases = Object.entries(options).map(compileCase).join(', ')
    return `\${${type === TYPE.plural ? 'plural' : 'select'}(v.${value}, { ${cases} })}`
  })
  return `\`${parts.join('')}\``
}

function compileText(text, path) {
  const elements = parseMessage(text, path)
  const isPlain = elements.every(({ type }) => type === TYPE.literal)
  if (isPlain) return quoteText(collectText(elements))
  return `v => ${compileElements(elements)}`
}

function getTypeOfTexts(text, path) {
  const found = [...collectArguments(parseMessage(text, path))]
  if (found.length === 0) return 'string'
  return `(values: { ${found.map(([name, type]) => `${name}: ${type}`).join('; ')} }) => string`
}

const isIdentifier = key => /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key)

/** Prints a tree of compiled texts as an object literal (`,`) or as a type (`;`). */
function printTextTree(node, separator) {
  if (Array.isArray(node)) {
    const items = node.map(item => printTextTree(item, separator))
    const isListOfOneType = separator === ';' && new Set(items).size === 1
    return isListOfOneType ? `(${items[0]})[]` : `[${items.join(', ')}]`
  }
  if (!isRecord(node)) return node
  const fields = Object.entries(node).map(
    ([key, item]) => `${isIdentifier(key) ? key : quoteText(key)}: ${printTextTree(item, separator)}`,
  )
  return `{ ${fields.join(`${separator}\n`)} }`
}

/** Lists texts and arguments that a translation lacks or has too many, compared with the base language. */
function listDifferencesBetweenLanguages(base, other, language, path = []) {
  const name = `texts/${language}/${path.slice(0, 2).join('/')}.json: ${path.slice(2).join('.')}`
  if (!isRecord(base) || !isRecord(other)) {
    if (isRecord(base) !== isRecord(other)) return [`${name} has another structure than ${baseLanguage}`]
    if (other.trim() === '' && base.trim() !== '') return [`${name} is empty`]
    const expected = collectArguments(parseMessage(base, path))
    const found = collectArguments(parseMessage(other, path))
    return [...found]
      .filter(([argument, type]) => expected.get(argument) !== type)
      .map(
        ([argument, type]) =>
          `${name}: {${argument}} is ${type}, in ${baseLanguage} ${expected.get(argument)}`,
      )
  }
  const keys = [...new Set([...Object.keys(base), ...Object.keys(other)])]
  return keys.flatMap(key => {
    if (!(key in other)) return [`${name}.${key} is missing`]
    if (!(key in base)) return [`${name}.${key} exists only in ${language}`]
    return listDifferencesBetweenLanguages(base[key], other[key], language, [...path, key])
  })
}

/** Writes a file only when its content changed, and atomically, because several programs may compile at once. */
function writeFileIfChanged(path, content, written) {
  written.add(path)
  try {
    if (readFileSync(path, 'utf8') === content) return
  } catch {}
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.${process.pid}`, content)
  renameSync(`${path}.${process.pid}`, path)
}

const header = '// Compiled from the JSON files in texts/. Do not edit: run `npm run texts`.\n'

/** Compiles the module `#texts/<area>.ts`, which gives access to one area in the current language. */
function compileAreaModule(area, texts) {
  const types = printTextTree(mapTexts(texts, getTypeOfTexts, [area]), ';')
  const accessors = Object.keys(texts).map(
    name => `export const ${name} = createTextAccessor<Texts['${name}']>('${area}', '${name}')`,
  )
  return `${header}import { createTextAccessor } from '#shared/language/texts.ts'\nexport interface Texts ${types}\n${accessors.join('\n')}\n`
}

/** Compiles a group of texts of one language. The file imports nothing, so a browser can load it by itself. */
function compileGroupOfLanguage(areas) {
  const types = Object.keys(areas).map(area => `${quoteText(area)}: import('../${area}.ts').Texts`)
  const compiled = printTextTree(mapTexts(areas, compileText), ',')
  return `${header}import type { Formatters } from '#shared/language/formatters.ts'
interface Areas { ${types.join('; ')} }
export default ({ number, plural, select }: Formatters): Areas => (${compiled})
`
}

function compileIndexOfGroups(languages) {
  const loadLanguage = language => {
    const loaders = pageGroups.map(group => `${group}: () => import('./languages/${language}-${group}.ts')`)
    return `'${language}': { ${loaders.join(', ')} }`
  }
  return `${header}export const textLoaders = { ${languages.map(loadLanguage).join(', ')} }\n`
}

function compileAllLanguages(languages) {
  const names = languages.flatMap((language, index) =>
    groups.map(group => [language, group, `${group}${index}`]),
  )
  const imports = names.map(
    ([language, group, name]) => `import ${name} from './languages/${language}-${group}.ts'`,
  )
  const registrations = names.map(([language, , name]) => `registerTexts('${language}', ${name})`)
  return `${header}import { registerTexts } from '#shared/language/texts.ts'\n${[...imports, ...registrations].join('\n')}\n`
}

export function compileTexts() {
  const translated = readdirSync(source).filter(name => name !== 'compiled' && !name.includes('.'))
  const texts = Object.fromEntries(translated.map(language => [language, readLanguage(language)]))
  const differences = translated.flatMap(language =>
    listDifferencesBetweenLanguages(texts[baseLanguage], texts[language], language),
  )
  if (differences.length > 0) throw new Error(`The translations differ:\n${differences.join('\n')}`)
  texts[pseudoLanguage] = mapTexts(texts.en, (text, path) => createPseudoText(parseMessage(text, path)))
  const languages = Object.keys(texts)
  const written = new Set()
  for (const areas of Object.values(texts[baseLanguage]))
    for (const [area, sections] of Object.entries(areas))
      writeFileIfChanged(join(target, `${area}.ts`), compileAreaModule(area, sections), written)
  for (const language of languages)
    for (const group of groups)
      writeFileIfChanged(
        join(target, 'languages', `${language}-${group}.ts`),
        compileGroupOfLanguage(texts[language][group]),
        written,
      )
  writeFileIfChanged(join(target, 'index.ts'), compileIndexOfGroups(languages), written)
  writeFileIfChanged(join(target, 'all.ts'), compileAllLanguages(languages), written)
  for (const entry of readdirSync(target, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && entry.name.endsWith('.ts') && !written.has(path)) rmSync(path, { force: true })
  }
}

// Test workers of Playwright and their servers skip this, because the first process of the run has compiled the texts.
if (!process.env.TEST_WORKER_INDEX) compileTexts()
