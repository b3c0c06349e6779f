import type { Action } from '#shared/policies.ts'
import type { screenTitles } from '#texts/screens.ts'

export interface Screen {
  title: keyof typeof screenTitles
  /** Permission required to open the screen. When absent, every active account may open the screen. */
  action?: Action
}

/** Title and required permission of the screens with header and sidebar, by their path. */
export const screens = {
  '/dashboard': { title: 'dashboard' },
  '/register': { title: 'register' },
  '/member-approval': { title: 'memberApproval', action: 'users.pending' },
  '/members': { title: 'members', action: 'users.list' },
  '/clubs': { title: 'clubs' },
  '/clubs/$id/cards': { title: 'clubCards', action: 'cards.print' },
  '/activities': { title: 'activities' },
  '/activities/$id/check-in': { title: 'checkIn', action: 'activities.help' },
  '/announcements': { title: 'announcements' },
  '/elections': { title: 'elections' },
  '/motions': { title: 'motions' },
  '/communication': { title: 'communication' },
  '/communication/search': { title: 'messageSearch' },
  '/fees': { title: 'fees' },
  '/fees/manage': { title: 'feesManage', action: 'fees.view' },
  '/fees/plans': { title: 'feesManage', action: 'fees.view' },
  '/fees/accounts': { title: 'feesManage', action: 'fees.view' },
  '/fees/receipts': { title: 'receipt' },
  '/fees/pay': { title: 'payFee', action: 'fees.own' },
  '/fees/slips': { title: 'feeSlips', action: 'fees.manage' },
  '/fees/payees': { title: 'feePayees', action: 'fees.manage' },
  '/user-management': { title: 'userManagement', action: 'users.changeRole' },
  '/analytics': { title: 'analytics', action: 'analytics.members' },
  '/communication-analytics': { title: 'communicationAnalytics', action: 'analytics.communication' },
  '/web-analytics': { title: 'webAnalytics', action: 'analytics.communication' },
  '/audit': { title: 'audit', action: 'audit.read' },
  '/outbox': { title: 'outbox', action: 'outbox.read' },
  '/data-register': { title: 'dataRegister', action: 'data.register' },
  '/roll-calls': { title: 'rollCalls', action: 'rollCalls.ask' },
  '/safety': { title: 'safety' },
  '/offices': { title: 'offices', action: 'offices.list' },
  '/segments': { title: 'segments', action: 'segments.use' },
  '/imports': { title: 'imports', action: 'imports.propose' },
  '/invitations': { title: 'invitations', action: 'users.invite' },
  '/custom-fields': { title: 'customFields', action: 'fields.manage' },
  '/duplicates': { title: 'duplicates', action: 'users.merge' },
  '/reports': { title: 'reports', action: 'reports.decide' },
  '/notifications': { title: 'notifications' },
  '/card': { title: 'card' },
  '/check-in': { title: 'checkIn' },
  '/profile': { title: 'profile' },
  '/settings': { title: 'settings' },
  '/help/elections': { title: 'electionHelp' },
  '/help/encryption': { title: 'encryption' },
} as const satisfies Record<string, Screen>

/** Finds the screen of a route. A route for one record, such as /clubs/$id, belongs to the screen of the list. */
export function findScreenOfRoute(route: string): Screen | undefined {
  return (screens as Record<string, Screen>)[route.replace(/\/\$id$/, '')]
}
