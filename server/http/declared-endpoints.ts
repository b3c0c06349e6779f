// Pairs every endpoint of shared/contracts (*.endpoints.ts) with the contract of the same name (*.contracts.ts).
import type * as z from 'zod/mini'
import type { Contract, Endpoint } from '#shared/endpoint.ts'

const endpointFiles = import.meta.glob<Record<string, Endpoint>>('../../shared/contracts/*/*.endpoints.ts', {
  eager: true,
})
const contractFiles = import.meta.glob<Record<string, Contract>>('../../shared/contracts/*/*.contracts.ts', {
  eager: true,
})

function getParameterNames({ params }: Contract): string[] {
  return params ? Object.keys((params as z.ZodMiniObject).shape) : []
}

/** Pairs endpoints with contracts by name. Throws when one of a pair is missing or their path parameters differ. */
export function pairHttpEndpointsWithApiContracts(
  endpoints: Record<string, Endpoint>,
  contracts: Record<string, Contract>,
): [Endpoint, Contract][] {
  for (const name of Object.keys(contracts)) {
    if (!endpoints[name]) throw new Error(`The contract ${name} has no endpoint`)
  }
  return Object.entries(endpoints).map(([name, endpoint]) => {
    const contract = contracts[name]
    if (!contract) throw new Error(`The endpoint ${name} has no contract`)
    const pathParameters = Array.from(endpoint.path.matchAll(/:(\w+)/g), ([, parameter]) => parameter)
    if (pathParameters.sort().join() !== getParameterNames(contract).sort().join())
      throw new Error(`The parameters in the path of ${name} are not those of its contract`)
    return [endpoint, contract]
  })
}

export const declaredEndpoints: Map<Endpoint, Contract> = new Map(
  Object.entries(endpointFiles).flatMap(([file, endpoints]) =>
    pairHttpEndpointsWithApiContracts(
      endpoints,
      contractFiles[file.replace('.endpoints.', '.contracts.')] ?? {},
    ),
  ),
)
