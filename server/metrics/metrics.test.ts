import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#server/env.ts'
import { createTestApp } from '#server/test/app.ts'

/** Of a histogram's parts. */
const nameOf = (name: string) => name.replace(/_(bucket|count|sum)$/, '')

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}

test('figures stand behind a port of their own, and name routes, not addresses', async () => {
  const port = await freePort()
  const { app, asNew } = await createTestApp({ METRICS_PORT: String(port), HOST: '127.0.0.1' })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const person = await asNew({ role: 'hq_admin' })
  await person.call('GET', `/api/users/${person.user.id}`)
  await app.inject({ url: '/api/users/rahsia-123' })
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  const text = await answer.text()
  expect(answer.status).toBe(200)
  expect(text).toMatch(
    /perantau_http_request_seconds_count\{method="GET",route="\/api\/users\/:id",status="200"\} 1/,
  )
  expect(text).not.toContain('rahsia')
  for (const name of [
    'sockets',
    'pool_connections',
    'jobs',
    'mails_waiting',
    'notices_total',
    'deliveries_total',
  ])
    expect(text).toContain(`# TYPE perantau_${name} `)
  const dashboard = readFileSync(join(root, 'deploy/grafana-dashboard.json'), 'utf8')
  const shown = new Set(dashboard.match(/(perantau|nodejs|process)_[a-z0-9_]+/g)?.map(nameOf))
  expect(shown.size).toBeGreaterThan(8)
  for (const name of shown) expect(text).toContain(`# TYPE ${name} `)
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
  expect((await app.inject({ url: '/metrics' })).statusCode).toBe(404)
})
