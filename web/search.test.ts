import { defaultParseSearch } from '@tanstack/react-router'
import { describe, expect, test } from 'vitest'
import { countries } from '#shared/countries/countries.ts'
import { readActivitiesSearch } from '#web/features/activities/activities.search.ts'
import { readAnalyticsSearch } from '#web/features/analytics/analytics.search.ts'
import { readAuditSearch } from '#web/features/audit/audit.search.ts'
import { readLinkGoogleSearch, readLoginSearch } from '#web/features/auth/auth.search.ts'
import { readCommunicationSearch, readMessageSearch } from '#web/features/chat/chat.search.ts'
import { readClubSearch, readClubsSearch } from '#web/features/clubs/clubs.search.ts'
import { readOutboxSearch } from '#web/features/outbox/outbox.search.ts'
import { readRegisterSearch } from '#web/features/registration/registration.search.ts'
import {
  readMemberApprovalSearch,
  readMembersSearch,
  readUserManagementSearch,
} from '#web/features/users/users.search.ts'
import { removeUnknownCountryFromFilter } from '#web/lib/form/known-country.ts'

type Read = (raw: Record<string, unknown>) => object

/** Search parameters that a route's reader accepts from a query string. */
function readAccepted(read: Read, queryString: string): object {
  return JSON.parse(JSON.stringify(read(defaultParseSearch(queryString))))
}

const members =
  'search=2024&country=Japan&clubId=4&role=member&educationLevel=sarjana&institution=UCL&from=2026-01-31&to=2026-02-28'

describe('search parameter readers', () => {
  test.each<[string, Read, string]>([
    ['members', readMembersSearch, `${members}&page=2&user=7`],
    ['member-approval', readMemberApprovalSearch, `${members}&page=2&user=7&waiting=3`],
    [
      'user-management',
      readUserManagementSearch,
      `${members}&status=rejected&page=2&user=7&waiting=3&tab=pending`,
    ],
    ['clubs', readClubsSearch, 'search=true+north&country=New+Zealand&status=inactive&page=2&tab=countries'],
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
    ['link-google', readLinkGoogleSearch, 'redirect=%2Fsettings'],
    ['register', readRegisterSearch, 'form=quick&redirect=%2Factivities%2F7'],
  ])(
    'the search reader of %s keeps known parameters and drops unknown and malformed ones',
    (_, read, queryString) => {
      const accepted = readAccepted(read, `?${queryString}&lain=1&pageSize=500`)
      const expected = Object.fromEntries(new URLSearchParams(queryString))
      expect(
        Object.fromEntries(Object.entries(accepted).map(([name, value]) => [name, String(value)])),
      ).toEqual(expected)
      const nonsense = Object.keys(expected).map(name => `${name}=%7B%22a%22%3A1%7D`)
      expect(readAccepted(read, `?${nonsense.join('&')}`)).toEqual({})
    },
  )

  test('a page number in the URL must be a positive integer, and a search text of digits in the URL stays a text', () => {
    for (const page of ['0', '-3', '1.5', '1e99', 'x', 'true', '%222%22', '[2]'])
      expect([page, readAccepted(readOutboxSearch, `?page=${page}`)]).toEqual([page, {}])
    expect(readAccepted(readMembersSearch, '?page=2&search=2024')).toEqual({ page: 2, search: '2024' })
    expect(readAccepted(readAnalyticsSearch, '?period=6')).toEqual({ period: '6' })
  })

  test('invalid choices and dates in the URL are ignored, and a search text in the URL is cut at 200 characters', () => {
    const queryString =
      '?country=atlantis<&role=king&status=x&tab=x&educationLevel=&from=2026-13-01&to=31.1.2026&page=2'
    expect(readAccepted(readUserManagementSearch, queryString)).toEqual({ page: 2 })
    expect(readAccepted(readClubsSearch, `?search=${'a'.repeat(300)}`)).toEqual({ search: 'a'.repeat(200) })
  })

  test('the message search ignores search terms in the URL, because browsers send URLs to the server', () => {
    expect(readAccepted(readMessageSearch, '?q=rahsia&group=12&person=3')).toEqual({ group: 12, person: 3 })
  })

  test('removeUnknownCountryFromFilter removes a country that does not exist from the query, although readClubsSearch accepts it', () => {
    const [known, unknown] = ['?country=T%C3%BCrkiye', '?country=Atlantis'].map(query =>
      removeUnknownCountryFromFilter(readClubsSearch(defaultParseSearch(query))),
    )
    expect([known?.country, unknown?.country]).toEqual(['Türkiye', undefined])
    for (const country of countries)
      expect(readAccepted(readClubsSearch, `?country=${encodeURIComponent(country)}`)).toEqual({ country })
  })

  test.each([
    '//elsewhere.example',
    'https://elsewhere.example',
    '/\\elsewhere',
    '/api/auth/logout',
    'clubs',
  ])('the redirect parameter drops %s, which is not a page of this site', redirect => {
    const queryString = `?redirect=${encodeURIComponent(redirect)}`
    for (const read of [readLoginSearch, readLinkGoogleSearch, readRegisterSearch])
      expect(readAccepted(read, queryString)).toEqual({})
  })
})
