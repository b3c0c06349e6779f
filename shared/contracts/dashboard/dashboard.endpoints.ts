import { defineEndpoint } from '#shared/endpoint.ts'
import type * as contracts from './dashboard.contracts.ts'

export const readDashboard = defineEndpoint<typeof contracts.readDashboard>('GET', '/api/dashboard')
