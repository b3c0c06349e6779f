import { defaultParseSearch } from '@tanstack/react-router'
import { describe, expect, test } from 'vitest'
import { readActivitiesSearch } from '#web/features/activities/activities.search.ts'
import { readAnalyticsSearch } from '#web/features/analytics/analytics.search.ts'
import { readAuditSearch } from '#web/features/audit/audit.search.ts'
import { readLinkSearch, readLoginSearch } from '#web/features/auth/auth.search.ts'
import { readCommunicationSearch } from '#web/features/chat/chat.search.ts'
import { readClubSearch, readClubsSearch } from '#web/features/clubs/clubs.search.ts'
import { readOutboxSearch } from '#web/features/outbox/outbox.search.ts'
import { readRegisterSearch } from '#web/features/registration/registration.search.ts'
import {
  readMemberApprovalSearch,
  readMembersSearch,
  readUserManagementSearch,
} from '#web/features/users/users.search.ts'

type Read = (raw: Record<string, unknown>) => object

/** What is left of an address, as the router parses it. */
function left(read: Read, address: string): object {
  return JSON.parse(JSON.stringify(read(defaultParseSearch(address))))
}

const members =
  'search=2024&country=Japan&clubId=4&role=member&educationLevel=sarjana&institution=UCL&from=2026-01-31&to=2026-02-28'

describe('of an address', () => {
  test.each<[string, Read, string]>([
    ['members', readMembersSearch, `${members}&page=2&user=7`],
    ['member-approval', readMemberApprovalSearch, `${members}&page=2&user=7&waiting=3`],
    [
      'user-management',
      readUserManagementSearch,
      `${members}&status=rejected&page=2&user=7&waiting=3&tab=pending`,
    ],
    ['clubs', readClubsSearch, 'search=true+north&country=New+Zealand&status=inactive&page=2'],
    ['clubs/$id', readClubSearch, 'page=2&user=7'],
    [
      'activities',
      readActivitiesSearch,
      'search=x&status=planned&clubId=4&scope=country&time=past&view=agenda&month=2026-11&page=2',
    ],
    ['communication', readCommunicationSearch, 'group=12&tab=custom'],
    ['analytics', readAnalyticsSearch, 'period=6&country=Japan&clubId=4&tab=geography'],
    ['audit', readAuditSearch, 'page=2&kind=auth.login&person=9&from=2026-01-31&to=2026-02-28'],
    ['outbox', readOutboxSearch, 'page=2'],
    ['login', readLoginSearch, 'redirect=%2Fclubs%3Fpage%3D2&google=link&notice=erased'],
    ['link-google', readLinkSearch, 'redirect=%2Fsettings'],
    ['register', readRegisterSearch, 'form=quick&redirect=%2Factivities%2F7'],
  ])('%s keeps what it knows, and no more', (_, read, address) => {
    const kept = left(read, `?${address}&lain=1&pageSize=500`)
    const wanted = Object.fromEntries(new URLSearchParams(address))
    expect(Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, String(value)]))).toEqual(
      wanted,
    )
    const nonsense = Object.keys(wanted).map(name => `${name}=%7B%22a%22%3A1%7D`)
    expect(left(read, `?${nonsense.join('&')}`)).toEqual({})
  })

  test('only numbers of pages and people count as such, and digits that are searched for as words', () => {
    for (const page of ['0', '-3', '1.5', '1e99', 'x', 'true', '%222%22', '[2]'])
      expect([page, left(readOutboxSearch, `?page=${page}`)]).toEqual([page, {}])
    expect(left(readMembersSearch, '?page=2&search=2024')).toEqual({ page: 2, search: '2024' })
    expect(left(readAnalyticsSearch, '?period=6')).toEqual({ period: '6' })
  })

  test('what is no choice or no day is dropped, and words end somewhere', () => {
    const address =
      '?country=Atlantis&role=king&status=x&tab=x&educationLevel=&from=2026-13-01&to=31.1.2026&page=2'
    expect(left(readUserManagementSearch, address)).toEqual({ page: 2 })
    expect(left(readClubsSearch, `?search=${'a'.repeat(300)}`)).toEqual({ search: 'a'.repeat(200) })
  })

  test.each([
    '//elsewhere.example',
    'https://elsewhere.example',
    '/\\elsewhere',
    '/api/auth/logout',
    'clubs',
  ])('nobody is led to %s after the login', redirect => {
    const address = `?redirect=${encodeURIComponent(redirect)}`
    for (const read of [readLoginSearch, readLinkSearch, readRegisterSearch])
      expect(left(read, address)).toEqual({})
  })
})
