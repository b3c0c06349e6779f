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

function parse(name: string, code: string): Node {
  const { program, errors } = parseSync(name, code)
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`)
  return program
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const listChildren = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

/** Types are erased. Casts are the only TypeScript nodes around expressions. */
const isType = ({ type }: Node) => type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)/.test(type)

const isFunction = (node: Node) =>
  node.type === 'ArrowFunctionExpression' ||
  node.type === 'FunctionExpression' ||
  node.type === 'FunctionDeclaration'

/** Methods that call a function given as argument at once. */
const callbackMethods = /^(map|flatMap|filter|find|forEach|some|every|reduce|toSorted|sort|from|fromEntries)$/

/** Whether a call runs the functions among its callee and arguments at once. */
const runsCallbacks = (node: Node): boolean =>
  node.type === 'CallExpression' &&
  (isFunction(node.callee) ||
    (node.callee.type === 'MemberExpression' &&
      node.callee.property.type === 'Identifier' &&
      callbackMethods.test(node.callee.property.name)))

/** Names under which a module imports texts. */
function listTextNames(program: Node): Set<string> {
  const imports = listChildren(program).filter(node => node.type === 'ImportDeclaration')
  return new Set(
    imports
      // Whole groups of a language are registered at load; no text is read from them.
      .filter(
        ({ source, importKind }) => /^#texts\/(?!languages\/)/.test(source.value) && importKind !== 'type',
      )
      .flatMap(({ specifiers }) => specifiers.map(({ local }) => local.name)),
  )
}

/** Lists the texts that a module reads when it is loaded, in whatever language is current at that moment. */
function findReadsAtLoad(name: string, code: string): string[] {
  const program = parse(name, code)
  const names = listTextNames(program)
  const found: string[] = []
  function visit(node: Node, parent?: Node, isRunAtOnce = false): void {
    if (isType(node) || node.type === 'ImportDeclaration' || (isFunction(node) && !isRunAtOnce)) return
    if (node.type === 'PropertyDefinition' && !node.static) return
    if (node.type === 'Identifier' && names.has(node.name)) {
      const isName =
        (parent?.type === 'MemberExpression' && parent.property === node && !parent.computed) ||
        (parent?.type === 'Property' && parent.key === node && !parent.computed && !parent.shorthand)
      if (!isName) found.push(code.slice(node.start, code.indexOf('\n', node.start)))
    }
    for (const child of listChildren(node)) visit(child, node, runsCallbacks(node))
  }
  visit(program)
  return found
}

test('no module reads a text when it is loaded', () => {
  const found = files.flatMap(name => {
    const code = readFileSync(join(root, name), 'utf8')
    return code.includes('#texts/') ? findReadsAtLoad(name, code).map(text => `${name}: ${text}`) : []
  })
  expect(found).toEqual([])
})

test('the search for texts read at load follows callbacks but not functions that run later', () => {
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
  expect(findReadsAtLoad('web/a.tsx', code)).toEqual(['labels.member }]', 'labels', 'labels[role])'])
})

/** Frequent words of Malay that are no words of English or of code. */
const malayWords =
  /(?<![\p{L}\d_./#-])(anda|yang|tidak|tiada|dan|atau|telah|untuk|dengan|ini|itu|ahli|kelab|dalam|pada|boleh|sila|belum|sudah|daripada|kepada|akan|nama|tarikh|aktiviti|negara|semua|baharu|gagal|berjaya|simpan|batal|padam|buang|tambah|cari|tutup|buka|mesej|kumpulan|gambar|hebahan|pentadbir|akaun|laluan|semula|lain|hari|bulan|tahun|waktu|masa|tempat|peranan|jawatan|kunci|peranti|pengguna|permohonan|keahlian|menunggu|aktif|pilih|hantar|terima|tolak|laporan|tetapan|selesai|maklumat|senarai|halaman|semalam|bekas|selamat|ralat|sebentar|sebelumnya|seterusnya|kosongkan|tapis|eksport)(?![\p{L}\d_./#-])/iu

/** Lists the strings and the text between JSX tags of a module that contain Malay words. */
function findMalay(name: string, code: string): string[] {
  const found: string[] = []
  function visit(node: Node): void {
    if (isType(node) || node.type === 'ImportDeclaration') return
    const text =
      node.type === 'Literal' || node.type === 'JSXText'
        ? node.value
        : node.type === 'TemplateElement'
          ? node.value.raw
          : undefined
    if (typeof text === 'string' && malayWords.test(text)) found.push(text.trim())
    for (const child of listChildren(node)) visit(child)
  }
  visit(parse(name, code))
  return found
}

const defaultOrganisation = /^Kelab Perantau$/
/** Malay in code that is data: headings of members' files, words in names of clubs, names of files, stored values. */
const malayData: [path: RegExp, text: RegExp][] = [
  [/^shared\/contracts\/users\/person-fields\.ts$/, /^[a-z ,]+$/],
  [/^shared\/form-choices\.ts$/, /^Laman web$/],
  [/^server\/features\/my-data\//, /^[a-z]+$/],
  [/^server\/features\/imports\/parsing\/find-country\.ts$/, /^dan$/],
  [/^server\/features\/imports\/parsing\/find-country\.ts$/, /^[a-z ,]+$/],
  [/^server\/features\/(imports|my-data)\//, /^senarai$|set name = 'senarai'/],
  [/^server\/(env|features\/dashboard\/first-steps\.service)\.ts$/, defaultOrganisation],
  [/^web\/lib\/document\/branding\.ts$/, defaultOrganisation],
  [/^web\/lib\/format\/club-code\.ts$/, /^[a-z]+$/],
]
const isMalayData = (name: string, text: string) =>
  malayData.some(([path, data]) => path.test(name) && data.test(text))

test('no code contains Malay texts', () => {
  const found = files.flatMap(name => {
    const code = readFileSync(join(root, name), 'utf8')
    // Parsing every file takes seconds, so files without any Malay word are skipped.
    const texts = malayWords.test(code) ? findMalay(name, code) : []
    return texts.filter(text => !isMalayData(name, text)).map(text => `${name}: ${text}`)
  })
  expect(found).toEqual([])
})

test('the search for Malay finds it in strings, templates and JSX, and neither in keys nor in comments', () => {
  const code = [
    '// Simpan semua mesej',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the string is source code
    'const a = { title: `Cari ${count} ahli`, path: "/senarai-ahli" }',
    'const b = <Button aria-label="Tutup">Batal {a.title}</Button>',
  ].join('\n')
  expect(findMalay('web/a.tsx', code)).toEqual(['Cari', 'ahli', 'Tutup', 'Batal'])
})
