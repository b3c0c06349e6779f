import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Part {
  name: string
  imports?: string[]
}

const manifest: Record<string, Part> = JSON.parse(
  readFileSync(new URL('../dist/web/.vite/manifest.json', import.meta.url), 'utf8'),
)

/** The names of all parts that are loaded with this one. */
function loadedWith(name: string): Set<string> {
  const names = new Set<string>()
  const walk = (part: Part | undefined) => {
    if (!part || names.has(part.name)) return
    names.add(part.name)
    for (const key of part.imports ?? []) walk(manifest[key])
  }
  walk(Object.values(manifest).find(part => part.name === name))
  return names
}

// A file that two screens share can land in a part with all that one of them opens later; nothing else would show it.
test.each([
  'DashboardPage',
  'MembersPage',
  'CommunicationPage',
  'AnalyticsPage',
  'ActivitiesPage',
  'ClubsPage',
])('%s loads nothing of what is opened over it', name => {
  const names = loadedWith(name)
  expect(names).toContain('shell')
  expect(['placed', 'fields', 'checks', 'schemas', 'keys'].filter(late => names.has(late))).toEqual([])
})
