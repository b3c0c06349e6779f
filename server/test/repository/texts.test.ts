// Rules for the texts of the interface: they are JSON files in texts/, and code reads them in the language of the reader.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, parseSync } from 'vite'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/** Code that users run. Tests, demo data and test data of the client contain Malay texts of people and screens. */
const isProductCode = (name: string) =>
  /\.tsx?$/.test(name) &&
  !/\.(test|faults|d)\.|^server\/(test|demo)\/|\/lying-server\/|\/expected-menu\.ts$/.test(name)

const files = ['shared', 'server', 'web'].flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map(name => `${folder}/${name}`)
    .filter(isProductCode),
)

type Node = ESTree.Node

function parseModule(name: string, code: string): Node {
  const { program, errors } = parseSync(name, code)
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`)
  return program
}

/** Parsed modules that import texts, by file name. Two tests of this file search them. */
const modules = new Map(
  files.flatMap((name): [string, { code: string; program: Node }][] => {
    const code = readFileSync(join(root, name), 'utf8')
    return code.includes('#texts/') ? [[name, { code, program: parseModule(name, code) }]] : []
  }),
)

const isSyntaxNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const listChildNodes = (node: Node): Node[] => Object.values(node).flat().filter(isSyntaxNode)

/** Type annotations are erased before parsing. Casts are the only TypeScript nodes that remain around expressions. */
const isTypeNode = ({ type }: Node) => type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)/.test(type)

const isFunctionNode = (node: Node) =>
  node.type === 'ArrowFunctionExpression' ||
  node.type === 'FunctionExpression' ||
  node.type === 'FunctionDeclaration'

/** Names of array methods that call a function given as argument at once. */
const callbackMethods = /^(map|flatMap|filter|find|forEach|some|every|reduce|toSorted|sort|from|fromEntries)$/

/** Returns true when a call runs its callee or its function arguments at once. */
const doesCallRunCallbacks = (node: Node): boolean =>
  node.type === 'CallExpression' &&
  (isFunctionNode(node.callee) ||
    (node.callee.type === 'MemberExpression' &&
      node.callee.property.type === 'Identifier' &&
      callbackMethods.test(node.callee.property.name)))

/** Returns the variable names under which a module imports the interface texts. */
function listTextNames(program: Node): Set<string> {
  const imports = listChildNodes(program).filter(node => node.type === 'ImportDeclaration')
  return new Set(
    imports
      // Modules that register all texts of a language are left out, because they read no single text while they load.
      .filter(
        ({ source, importKind }) => /^#texts\/(?!languages\/)/.test(source.value) && importKind !== 'type',
      )
      .flatMap(({ specifiers }) => specifiers.map(({ local }) => local.name)),
  )
}

/** Lists the texts that a module reads when it is loaded, in whatever language is current at that moment. */
function findReadsAtLoad(program: Node, code: string): string[] {
  const names = listTextNames(program)
  const found: string[] = []
  function visitNode(node: Node, parent?: Node, isRunAtOnce = false): void {
    if (isTypeNode(node) || node.type === 'ImportDeclaration' || (isFunctionNode(node) && !isRunAtOnce))
      return
    if (node.type === 'PropertyDefinition' && !node.static) return
    if (node.type === 'Identifier' && names.has(node.name)) {
      const isName =
        (parent?.type === 'MemberExpression' && parent.property === node && !parent.computed) ||
        (parent?.type === 'Property' && parent.key === node && !parent.computed && !parent.shorthand)
      if (!isName) found.push(code.slice(node.start, code.indexOf('\n', node.start)))
    }
    for (const child of listChildNodes(node)) visitNode(child, node, doesCallRunCallbacks(node))
  }
  visitNode(program)
  return found
}

test('no module reads an interface text while the module loads, because the language is only known later', () => {
  const found = Array.from(modules).flatMap(([name, { code, program }]) =>
    findReadsAtLoad(program, code).map(text => `${name}: ${text}`),
  )
  expect(found).toEqual([])
})

test('the check for texts read at module load reports reads in callbacks that run at once, but not in functions that run later', () => {
  const code = [
    "import { roleLabels as labels, type Texts } from '#texts/labels.ts'",
    'const columns = [{ title: labels.member }]',
    'const { hq_admin } = labels',
    "const all = ['member'].map(role => labels[role])",
    'const getColumns = () => [{ title: labels.member, labels: 1 }]',
    'const schema = z.string({ error: () => labels.member })',
    'type Role = keyof typeof labels',
    'class Screen { title = labels.member }',
    'export function Page() { return <p>{labels.member}</p> }',
  ].join('\n')
  expect(findReadsAtLoad(parseModule('web/a.tsx', code), code)).toEqual([
    'labels.member }]',
    'labels',
    'labels[role])',
  ])
})

/** Frequent Malay words that are neither English words nor names in code. */
const malayWords =
  /(?<![\p{L}\d_./#-])(anda|yang|tidak|tiada|dan|atau|telah|untuk|dengan|ini|itu|ahli|kelab|dalam|pada|boleh|sila|belum|sudah|daripada|kepada|akan|nama|tarikh|aktiviti|negara|semua|baharu|gagal|berjaya|simpan|batal|padam|buang|tambah|cari|tutup|buka|mesej|kumpulan|gambar|hebahan|pentadbir|akaun|laluan|semula|lain|hari|bulan|tahun|waktu|masa|tempat|peranan|jawatan|kunci|peranti|pengguna|permohonan|keahlian|menunggu|aktif|pilih|hantar|terima|tolak|laporan|tetapan|selesai|maklumat|senarai|halaman|semalam|bekas|selamat|ralat|sebentar|sebelumnya|seterusnya|kosongkan|tapis|eksport)(?![\p{L}\d_./#-])/iu

/** Lists the string literals and JSX texts of a module that contain Malay words. */
function findMalay(name: string, code: string): string[] {
  const found: string[] = []
  function visitNodeForMalay(node: Node): void {
    if (isTypeNode(node) || node.type === 'ImportDeclaration') return
    const text =
      node.type === 'Literal' || node.type === 'JSXText'
        ? node.value
        : node.type === 'TemplateElement'
          ? node.value.raw
          : undefined
    if (typeof text === 'string' && malayWords.test(text)) found.push(text.trim())
    for (const child of listChildNodes(node)) visitNodeForMalay(child)
  }
  visitNodeForMalay(parseModule(name, code))
  return found
}

const defaultOrganisation = /^Kelab Perantau$/
/** Malay words in code that are data: headings of imported files, words in club names, file names, stored values. */
const malayData: [path: RegExp, text: RegExp][] = [
  [/^shared\/contracts\/users\/person-fields\.ts$/, /^[a-z ,]+$/],
  [/^shared\/form-choices\.ts$/, /^Laman web$/],
  [/^server\/features\/my-data\//, /^[a-z]+$/],
  [/^server\/features\/imports\/parsing\/find-country\.ts$/, /^dan$/],
  [/^server\/features\/imports\/parsing\/(find-country|match-import-columns)\.ts$/, /^[a-z ,]+$/],
  [/^server\/features\/(imports|my-data)\//, /^senarai$|set name = 'senarai'/],
  [/^server\/(env|features\/dashboard\/first-steps\.service)\.ts$/, defaultOrganisation],
  [/^web\/lib\/document\/branding\.ts$/, defaultOrganisation],
  [/^web\/lib\/format\/club-abbreviation\.ts$/, /^[a-z]+$/],
]
const isMalayData = (name: string, text: string) =>
  malayData.some(([path, data]) => path.test(name) && data.test(text))

test('source code contains no Malay texts, which belong in the text files', () => {
  const found = files.flatMap(name => {
    const code = readFileSync(join(root, name), 'utf8')
    // Parsing every file takes seconds, so files without any Malay word are skipped.
    const texts = malayWords.test(code) ? findMalay(name, code) : []
    return texts.filter(text => !isMalayData(name, text)).map(text => `${name}: ${text}`)
  })
  expect(found).toEqual([])
})

test('the check for Malay texts finds strings, templates and JSX, and ignores keys and comments', () => {
  const code = [
    '// Simpan semua mesej',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the string is source code
    'const a = { title: `Cari ${count} ahli`, path: "/senarai-ahli" }',
    'const b = <Button aria-label="Tutup">Batal {a.title}</Button>',
  ].join('\n')
  expect(findMalay('web/a.tsx', code)).toEqual(['Cari', 'ahli', 'Tutup', 'Batal'])
})

type TextTree = { [key: string]: TextTree | string | string[] }

/** Path of an interface text: its section, then its keys. `*` stands for any key. */
type TextPath = string[]

/** Lists the paths (keys) of all interface texts. An array is one text. */
function listTexts(node: TextTree | string | string[], path: TextPath = []): TextPath[] {
  return typeof node === 'object' && !Array.isArray(node)
    ? Object.entries(node).flatMap(([key, child]) => listTexts(child, [...path, key]))
    : [path]
}

/**
 * Whether a path that code reads includes a text: an object that contains the text, the text itself or a method of it.
 */
const doesPathCoverText = (read: TextPath, text: TextPath) =>
  read.every((key, index) => key === '*' || index >= text.length || key === text[index])

/**
 * Lists the paths of texts that a module reads. Constants that name a part of the texts are followed. A part that is
 * passed on, such as an argument, counts as read with everything in it. Paths start with area and section.
 */
function findReadPaths(program: Node): TextPath[] {
  const names = new Map<string, TextPath[]>()
  const read: TextPath[] = []
  const bindPathsToName = (name: string, paths: TextPath[]) => {
    const known = names.get(name) ?? []
    const isPathKnown = (path: TextPath) => known.some(other => other.join() === path.join())
    names.set(name, [...known, ...paths.filter(path => !isPathKnown(path))])
  }

  function bindPathsToPattern(pattern: Node, paths: TextPath[]): void {
    if (pattern.type === 'Identifier') bindPathsToName(pattern.name, paths)
    else if (pattern.type === 'AssignmentPattern') bindPathsToPattern(pattern.left, paths)
    else if (pattern.type === 'ObjectPattern')
      for (const property of pattern.properties) {
        if (property.type === 'RestElement') bindPathsToPattern(property.argument, paths)
        else bindPathsToPattern(property.value, extendPaths(paths, property.key, property.computed))
      }
    else read.push(...paths)
  }

  function extendPaths(paths: TextPath[], key: Node, isComputed: boolean): TextPath[] {
    const name =
      key.type === 'Literal' ? String(key.value) : key.type === 'Identifier' && !isComputed ? key.name : '*'
    return paths.map(path => [...path, name])
  }

  /** Returns the text paths that an expression can stand for. Visits the parts of the expression that are no texts. */
  function resolvePathsOfExpression(node: Node): TextPath[] {
    if (node.type === 'Identifier') return names.get(node.name) ?? []
    if (node.type === 'MemberExpression') {
      const paths = resolvePathsOfExpression(node.object)
      if (node.computed) visitNodeForPaths(node.property)
      return extendPaths(paths, node.property, node.computed)
    }
    if (node.type === 'TSAsExpression' || node.type === 'TSNonNullExpression')
      return resolvePathsOfExpression(node.expression)
    if (node.type === 'ChainExpression' || node.type === 'ParenthesizedExpression')
      return resolvePathsOfExpression(node.expression)
    if (node.type === 'LogicalExpression')
      return [...resolvePathsOfExpression(node.left), ...resolvePathsOfExpression(node.right)]
    if (node.type === 'ConditionalExpression') {
      visitNodeForPaths(node.test)
      return [...resolvePathsOfExpression(node.consequent), ...resolvePathsOfExpression(node.alternate)]
    }
    for (const child of listChildNodes(node)) visitNodeForPaths(child)
    return []
  }

  function visitNodeForPaths(node: Node): void {
    if (isTypeNode(node) || node.type === 'ImportDeclaration') return
    if (node.type === 'ExportNamedDeclaration' && node.declaration?.type === 'VariableDeclaration') {
      // Other modules may read an exported constant, so all texts that it contains count as used.
      for (const { init } of node.declaration.declarations)
        if (init) read.push(...resolvePathsOfExpression(init))
    }
    if (node.type === 'VariableDeclarator' && node.init)
      bindPathsToPattern(node.id, resolvePathsOfExpression(node.init))
    else if (node.type === 'Property' && !node.computed) visitNodeForPaths(node.value)
    else read.push(...resolvePathsOfExpression(node))
  }

  for (const node of listChildNodes(program)) {
    if (node.type !== 'ImportDeclaration') continue
    const area = /^#texts\/([\w-]+)\.ts$/.exec(node.source.value)?.[1]
    if (!area || node.importKind === 'type') continue
    for (const specifier of node.specifiers)
      if (specifier.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier')
        bindPathsToName(specifier.local.name, [[area, specifier.imported.name]])
  }
  // Functions may read a constant that is declared below them, so the names of constants are collected first.
  for (const isCollected of [false, true]) {
    if (isCollected) read.length = 0
    for (const node of listChildNodes(program)) visitNodeForPaths(node)
  }
  return [...new Map(read.map(path => [path.join(), path])).values()]
}

test('every text in the text files is used by the code', () => {
  const folder = join(root, 'texts/ms')
  const areas = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.json'),
  )
  const texts = areas.flatMap(name =>
    listTexts(JSON.parse(readFileSync(join(folder, name), 'utf8')), [name.replace(/^.*\/|\.json$/g, '')]),
  )
  expect(texts.length).toBeGreaterThan(3000)
  const readPaths = [...modules.values()].flatMap(({ program }) => findReadPaths(program))
  const readBySection = new Map<string, TextPath[]>()
  for (const path of readPaths) {
    const section = path.slice(0, 2).join()
    readBySection.set(section, [...(readBySection.get(section) ?? []), path])
  }
  const unread = texts.filter(
    text => !readBySection.get(text.slice(0, 2).join())?.some(path => doesPathCoverText(path, text)),
  )
  expect(unread.map(path => path.join('.'))).toEqual([])
})

test('the check for unused texts follows constants and destructuring, and takes a computed key as a use of every key', () => {
  const code = [
    "import { importsText as text, roleLabels } from '#texts/imports.ts'",
    'const { steps, ...others } = text',
    'const { first: { title = "" } } = steps',
    'export function Page({ role }) {',
    '  const row = isLong ? text.long : text.short',
    '  return <p title={title} lang={row.name}>{roleLabels[role].name} {others.end({ count: 1 })} {text["a-b"]}</p>',
    '}',
    'const unused = text.unused',
  ].join('\n')
  expect(
    findReadPaths(parseModule('web/a.tsx', code))
      .map(path => path.slice(1).join('.'))
      .sort(),
  ).toEqual([
    'importsText.a-b',
    'importsText.end',
    'importsText.long.name',
    'importsText.short.name',
    'importsText.steps.first.title',
    'roleLabels.*.name',
  ])
})

test('no interface text receives a formatted number, because the text selects its plural form by the number itself', () => {
  const found = Array.from(modules).flatMap(([name, { code }]) => {
    return [...code.matchAll(/[tT]ext(?:\.\w+)+\(\{[^}]*?\w+: formatNumber\(.*/g)].map(
      ([text]) => `${name}: ${text}`,
    )
  })
  expect(found).toEqual([])
})
