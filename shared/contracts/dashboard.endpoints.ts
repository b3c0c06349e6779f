import { endpoint } from '#shared/endpoint.ts'
import { dashboard } from './dashboard.ts'

export const readDashboard = endpoint('GET', '/api/dashboard', {
  access: 'dashboard.view',
  answer: dashboard,
})
