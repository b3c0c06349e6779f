import { contract } from '#shared/endpoint.ts'
import { dashboard } from './dashboard.ts'

export const readDashboard = contract({
  access: 'dashboard.view',
  answer: dashboard,
})
