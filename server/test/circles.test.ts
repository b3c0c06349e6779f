// Folders must not import each other in a cycle, so that each can be read, moved and tested on its own.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const imports = /(?:from|import\()\s*'((?:\.{1,2}\/|#(?:server|shared|web)\/)[^']+)'/g

/** Returns the unit a file belongs to: a feature folder, a folder directly below a root, or a single file there. */
function getFolderOf(path: string): string {
  const parts = path.split('/')
  const depth = parts[1] === 'features' ? 3 : 2
  return parts.slice(0, depth).join('/')
}

function listSources(): string[] {
  return ['shared', 'server', 'web'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map(name => `${folder}/${name}`)
      .filter(name => /\.tsx?$/.test(name) && !/\.(test|faults)\.|^server\/test\//.test(name)),
  )
}

function readGraph(): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>()
  for (const source of listSources()) {
    const folder = getFolderOf(source)
    const imported = graph.get(folder) ?? new Set()
    graph.set(folder, imported)
    for (const [, name = ''] of readFileSync(join(root, source), 'utf8').matchAll(imports)) {
      const target = getFolderOf(
        name.startsWith('#') ? name.slice(1) : normalize(join(dirname(source), name)),
      )
      if (target !== folder) imported.add(target)
    }
  }
  return graph
}

/** Finds the shortest import path from a folder back to itself. */
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

test('the folders of shared, server and web import each other without cycles', () => {
  const graph = readGraph()
  expect(graph.size).toBeGreaterThan(50)
  const cycles = [...graph.keys()].flatMap(folder => findCycle(graph, folder)?.join(' → ') ?? [])
  expect(cycles).toEqual([])
})

test('findCycle finds a cycle of three folders', () => {
  const graph = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['a'])],
  ])
  expect(findCycle(graph, 'a')).toEqual(['a', 'b', 'c', 'a'])
})
