import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { pairHttpEndpointsWithApiContracts } from '#server/http/declared-endpoints.ts'
import { type Contract, defineContract, defineEndpoint, type Endpoint } from '#shared/endpoint.ts'
import { createEndpointRouteRegistrar, requireAllEndpointsImplemented } from './implement.ts'

const hello = defineEndpoint('GET', '/api/hello')
const helloContract = defineContract({ access: 'public', answer: 'nothing' })

describe('createEndpointRouteRegistrar', () => {
  it('createEndpointRouteRegistrar throws when an endpoint is implemented twice', () => {
    const implement = createEndpointRouteRegistrar(Fastify(), new Map([[hello, helloContract]]), new Set())
    implement(hello, () => {})
    expect(() => implement(hello, () => {})).toThrow('GET /api/hello is implemented twice')
  })

  it('createEndpointRouteRegistrar throws when an endpoint has no contract', () => {
    const implement = createEndpointRouteRegistrar(Fastify(), new Map<Endpoint, Contract>(), new Set())
    expect(() => implement(hello, () => {})).toThrow('GET /api/hello has no contract')
  })
})

describe('requireAllEndpointsImplemented', () => {
  it('requireAllEndpointsImplemented throws until every declared endpoint is implemented', () => {
    const implemented = new Set<Endpoint>()
    expect(() => requireAllEndpointsImplemented([hello], implemented)).toThrow(
      'GET /api/hello is declared and not implemented',
    )
    createEndpointRouteRegistrar(Fastify(), new Map([[hello, helloContract]]), implemented)(hello, () => {})
    expect(() => requireAllEndpointsImplemented([hello], implemented)).not.toThrow()
  })
})

describe('pairHttpEndpointsWithApiContracts', () => {
  it('pairHttpEndpointsWithApiContracts pairs an endpoint with the contract of the same name', () => {
    expect(pairHttpEndpointsWithApiContracts({ hello }, { hello: helloContract })).toEqual([
      [hello, helloContract],
    ])
  })

  it.each<[string, Record<string, Endpoint>, Record<string, Contract>, string]>([
    ['an endpoint has no contract', { hello }, {}, 'The endpoint hello has no contract'],
    ['a contract has no endpoint', {}, { hello: helloContract }, 'The contract hello has no endpoint'],
    [
      'the path has a parameter that the contract does not declare',
      { hello: defineEndpoint('GET', '/api/hello/:id') },
      { hello: helloContract },
      'The parameters in the path of hello are not those of its contract',
    ],
    [
      'the contract declares a parameter that the path does not have',
      { hello },
      {
        hello: defineContract({ access: 'public', params: z.object({ id: z.string() }), answer: 'nothing' }),
      },
      'The parameters in the path of hello are not those of its contract',
    ],
  ])('pairHttpEndpointsWithApiContracts throws when %s', (_condition, endpoints, contracts, message) => {
    expect(() => pairHttpEndpointsWithApiContracts(endpoints, contracts)).toThrow(message)
  })
})
