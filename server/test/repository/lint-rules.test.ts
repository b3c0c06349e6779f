// Checks each import rule of biome.json with one line of code that violates the rule and one that complies.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from '#server/env.ts'

const folder = mkdtempSync(join(tmpdir(), 'perantau-lint-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const cases: [file: string, line: string, isBroken: boolean][] = [
  ['shared/a.ts', `import f from 'fastify'`, true],
  ['shared/b.ts', `import * as f from 'zod/mini'`, false],
  ['shared/c.ts', `import { f } from '#server/x.ts'`, true],
  ['web/a.ts', `import { f } from '#server/x.ts'`, true],
  ['web/features/clubs/b.ts', `import { f } from '../users/x.ts'`, true],
  ['web/features/clubs/c.ts', `import { f } from '#web/ui/x.ts'`, false],
  ['web/ui/a.ts', `import { f } from '#web/features/users/x.ts'`, true],
  ['web/pages/a.ts', `import { f } from '#web/features/users/x.ts'`, false],
  ['web/lib/a.ts', `const f = '/api/users'`, true],
  ['web/lib/b.ts', 'const f = `/api/users`', true],
  ['web/lib/c.ts', `const f = '/users'`, false],
  ['web/lib/d.test.ts', `const f = '/api/users'`, false],
  ['server/a.ts', `import { f } from '#web/x.ts'`, true],
  ['server/features/clubs/clubs.routes.ts', `import { f } from 'drizzle-orm'`, true],
  ['server/features/clubs/clubs.service.ts', `import { f } from 'drizzle-orm'`, false],
  [
    'server/features/clubs/other.service.ts',
    `import { f } from '#server/features/users/users.routes.ts'`,
    true,
  ],
  [
    'server/features/clubs/third.service.ts',
    `import { f } from '#server/features/users/list/list-users.service.ts'`,
    false,
  ],
  ['server/b.ts', 'const f = process.env.PORT', true],
  ['server/env.ts', 'const f = process.env.PORT', false],
]

test('the lint rules report every line with a violation and no line without one', () => {
  for (const name of ['biome.json', 'no-api-literal.grit']) cpSync(join(root, name), join(folder, name))
  const config = JSON.parse(readFileSync(join(folder, 'biome.json'), 'utf8'))
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...config, vcs: undefined, $schema: undefined }))
  for (const [file, line] of cases) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    writeFileSync(join(folder, file), `${line}\nexport const g = f\n`)
  }
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const { stdout } = spawnSync(
    process.execPath,
    [biome, 'lint', '--reporter=github', '--max-diagnostics=none', '.'],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  )
  const reported = stdout
    .split('\n')
    .filter(line => /noRestrictedImports|noProcessEnv|title=plugin/.test(line))
  const reportedFiles = cases
    .filter(([file]) => reported.some(line => line.includes(`/${file},`)))
    .map(([file]) => file)
  expect(reportedFiles).toEqual(cases.filter(([, , isBroken]) => isBroken).map(([file]) => file))
})
