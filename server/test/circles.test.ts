// No two rooms need each other: a folder can be read, moved and tested once those it imports are understood.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const imports = /(?:from|import\()\s*'((?:\.{1,2}\/|#(?:server|shared|web)\/)[^']+)'/g

/** A feature is a room of its own, and so is every other folder below a root; a file beside them stands for itself. */
function roomOf(path: string): string {
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
    const room = roomOf(source)
    const needs = graph.get(room) ?? new Set()
    graph.set(room, needs)
    for (const [, name = ''] of readFileSync(join(root, source), 'utf8').matchAll(imports)) {
      const target = roomOf(name.startsWith('#') ? name.slice(1) : normalize(join(dirname(source), name)))
      if (target !== room) needs.add(target)
    }
  }
  return graph
}

/** The shortest way from a room back to itself. */
function findCircle(graph: Map<string, Set<string>>, start: string): string[] | undefined {
  const queue = [[start]]
  const seen = new Set<string>()
  for (let way = queue.shift(); way; way = queue.shift()) {
    for (const next of graph.get(way.at(-1) as string) ?? []) {
      if (next === start) return [...way, start]
      if (seen.has(next)) continue
      seen.add(next)
      queue.push([...way, next])
    }
  }
  return undefined
}

test('no circle of folders', () => {
  const graph = readGraph()
  expect(graph.size).toBeGreaterThan(50)
  const circles = [...graph.keys()].flatMap(room => findCircle(graph, room)?.join(' → ') ?? [])
  expect(circles).toEqual([])
})

test('a circle of three would be found', () => {
  const graph = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['a'])],
  ])
  expect(findCircle(graph, 'a')).toEqual(['a', 'b', 'c', 'a'])
})
