import { defineContract } from '#shared/endpoint.ts'
import { dashboard } from './dashboard.ts'

export const readDashboard = defineContract({
  access: 'dashboard.view',
  answer: dashboard,
})
