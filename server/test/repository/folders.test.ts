// Rules for imports between folders of shared, server and web.
// Folders import each other without cycles, so that each can be read, moved and tested alone.
// An area is a feature, or a folder with its own key in areas.json.
// Other areas import only those files of an area that areas.json lists.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const importStatement = /(?:from|import\()\s*'((?:\.{1,2}\/|#(?:server|shared|web)\/)[^'?]+)/g
const entryFiles: Record<string, string[]> = JSON.parse(
  readFileSync(new URL('./areas.json', import.meta.url), 'utf8'),
)

interface Import {
  from: string
  to: string
}

function listImports(): Import[] {
  const sources = ['shared', 'server', 'web'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map(name => `${folder}/${name}`)
      .filter(name => /\.tsx?$/.test(name) && !/\.(test|faults)\.|^server\/test\//.test(name)),
  )
  return sources.flatMap(from =>
    Array.from(readFileSync(join(root, from), 'utf8').matchAll(importStatement), ([, name = '']) => ({
      from,
      to: name.startsWith('#') ? name.slice(1) : normalize(join(dirname(from), name)),
    })),
  )
}

/** Returns the feature folder of a file, the folder directly below a source root, or the file itself. */
function getTopFolder(path: string): string {
  const parts = path.split('/')
  return parts.slice(0, parts[1] === 'features' ? 3 : 2).join('/')
}

/** Returns the folder of a file, or the file itself when the folder also has sub-folders. */
function getLeafFolder(imports: Import[]): (path: string) => string {
  const folders = new Set(imports.flatMap(({ from, to }) => [dirname(from), dirname(to)]))
  const parents = new Set(Array.from(folders, dirname))
  return path => (parents.has(dirname(path)) ? path : dirname(path))
}

function buildGraph(imports: Import[], getFolder: (path: string) => string): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const folder = getFolder(from)
    const imported = graph.get(folder) ?? new Set()
    graph.set(folder, imported)
    if (getFolder(to) !== folder) imported.add(getFolder(to))
  }
  return graph
}

/** Finds the shortest chain of imports that leads from a folder back to the same folder. */
function findCycle(graph: Map<string, Set<string>>, start: string): string[] | undefined {
  const queue = [[start]]
  const seen = new Set<string>()
  for (let path = queue.shift(); path; path = queue.shift()) {
    for (const next of graph.get(path.at(-1) as string) ?? []) {
      if (next === start) return [...path, start]
      if (seen.has(next)) continue
      seen.add(next)
      queue.push([...path, next])
    }
  }
  return undefined
}

function findCycles(graph: Map<string, Set<string>>): string[] {
  return [...graph.keys()].flatMap(folder => findCycle(graph, folder)?.join(' → ') ?? [])
}

const getArea = (path: string) => Object.keys(entryFiles).find(area => path.startsWith(`${area}/`))

test('the top-level folders of shared, server and web import each other without cycles', () => {
  const graph = buildGraph(listImports(), getTopFolder)
  expect(graph.size).toBeGreaterThan(50)
  expect(findCycles(graph)).toEqual([])
})

test('the sub-folders of shared, server and web import each other without cycles', () => {
  const imports = listImports()
  const graph = buildGraph(imports, getLeafFolder(imports))
  expect(graph.size).toBeGreaterThan(150)
  expect(findCycles(graph)).toEqual([])
})

test('the check for import cycles finds a cycle of three folders', () => {
  const graph = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['a'])],
  ])
  expect(findCycle(graph, 'a')).toEqual(['a', 'b', 'c', 'a'])
})

test('areas.json lists every feature of the server and of the client', () => {
  const features = ['server', 'web'].flatMap(side =>
    readdirSync(join(root, side, 'features')).map(name => `${side}/features/${name}`),
  )
  expect(features.filter(feature => !entryFiles[feature])).toEqual([])
})

test('an area of the code is imported by other areas only through the files that areas.json lists, and every listed file is imported', () => {
  const imported = new Map<string, Set<string>>()
  for (const { from, to } of listImports()) {
    const area = getArea(to)
    if (!area || area === getArea(from)) continue
    imported.set(area, (imported.get(area) ?? new Set()).add(to.slice(area.length + 1)))
  }
  const found = Object.keys(entryFiles).map(area => [area, [...(imported.get(area) ?? [])].sort()])
  expect(Object.fromEntries(found)).toEqual(entryFiles)
})

test('a feature of the client imports no other feature', () => {
  const feature = /^web\/features\/[^/]+/
  const crossing = listImports().filter(({ from, to }) => {
    const [own] = from.match(feature) ?? []
    const [other] = to.match(feature) ?? []
    return own && other && own !== other
  })
  expect(crossing).toEqual([])
})
