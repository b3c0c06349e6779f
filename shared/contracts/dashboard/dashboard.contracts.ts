import { defineContract } from '#shared/endpoint.ts'
import { dashboard } from './dashboard.schemas.ts'

export const readDashboard = defineContract({
  access: 'dashboard.view',
  answer: dashboard,
})
