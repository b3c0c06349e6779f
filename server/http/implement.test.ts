import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { type Endpoint, endpoint } from '#shared/endpoint.ts'
import { createImplement, requireAll } from './implement.ts'

const hello = endpoint('GET', '/api/hello', { access: 'public', answer: 'nothing' })

test('an endpoint that is implemented twice, or declared and not implemented, stops the boot', () => {
  const implemented = new Set<Endpoint>()
  const implement = createImplement(Fastify(), implemented)
  expect(() => requireAll([hello], implemented)).toThrow('GET /api/hello is declared and not implemented')
  implement(hello, () => {})
  expect(() => requireAll([hello], implemented)).not.toThrow()
  expect(() => implement(hello, () => {})).toThrow('GET /api/hello is implemented twice')
})
