import { endpoint } from '#shared/endpoint.ts'
import type * as contracts from './dashboard.contracts.ts'

export const readDashboard = endpoint<typeof contracts.readDashboard>('GET', '/api/dashboard')
