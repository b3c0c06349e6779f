// Administrative work while the server is killed repeatedly: approvals, CSV imports and announcements.
// The test repeats each request until the server acknowledges it, then expects its change in the database.
import { setTimeout as sleep } from 'node:timers/promises'
import { and, asc, eq, inArray, isNotNull, like, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '#server/db/connection/client.ts'
import { announcementRecipients, announcements } from '#server/db/schema/announcements.ts'
import { users } from '#server/db/schema/core.ts'
import { auditEvents, notifications } from '#server/db/schema/events.ts'
import { createSessionCookie } from '#server/test/chat/chat-client.ts'
import { buildClub, buildUser } from '#server/test/harness/factories.ts'
import type { ImportDetail } from '#shared/contracts/imports/imports.schemas.ts'
import { waitUntil } from './program-process.ts'

interface Tally {
  sent: number
  acknowledged: number
}

/** Sends a request to the server; resolves with undefined when there is no response within five seconds. */
type SendRequest = (method: string, path: string, body?: object | FormData) => Promise<Response | undefined>

function createSendRequest(url: string, cookie: string): SendRequest {
  return async (method, path, body) => {
    const headers = {
      cookie,
      origin: url,
      ...(!(body instanceof FormData) && { 'content-type': 'application/json' }),
    }
    const payload = body instanceof FormData ? body : JSON.stringify(body ?? {})
    const response = await fetch(url + path, {
      method,
      headers,
      ...(method !== 'GET' && { body: payload }),
      signal: AbortSignal.timeout(5000),
    }).catch(() => undefined)
    if (!response || response.status >= 500) await sleep(50)
    return response
  }
}

const rowsPerImport = 120

export async function startAdminRequestLoad(db: Db, url: string) {
  const administrator = await buildUser(db, { role: 'hq_admin' })
  const sendRequest = createSendRequest(url, await createSessionCookie(db, administrator.id))
  const club = await buildClub(db, { country: 'Germany' })
  for (let person = 0; person < 5; person++)
    await buildUser(db, { clubId: club.id, currentCountry: 'Germany' })
  const createTally = (): Tally => ({ sent: 0, acknowledged: 0 })
  const tallies = { approvals: createTally(), rows: createTally(), announcements: createTally() }
  const approved: number[] = []
  const announced: number[] = []
  let isOver = false
  let isGivenUp = false

  async function approveApplicants(): Promise<void> {
    while (!isOver) {
      const { id } = await buildUser(db, { status: 'pending', currentCountry: 'Germany' })
      tallies.approvals.sent++
      // A repeated approval returns 409 when the server died after the first one, which counts as success.
      for (let status = 0; ![200, 409].includes(status); )
        status = (await sendRequest('POST', `/api/users/${id}/approve`))?.status ?? 0
      tallies.approvals.acknowledged++
      approved.push(id)
      await sleep(20)
    }
  }

  async function sendAnnouncements(): Promise<void> {
    while (!isOver) {
      const body = { title: 'Hebahan', body: 'Salam', audience: { clubIds: [club.id] } }
      const created = await sendRequest('POST', '/api/announcements', body)
      if (created?.status !== 201) {
        await sleep(200)
        continue
      }
      const { id } = (await created.json()) as { id: number }
      tallies.announcements.sent++
      // When the server died after sending an announcement, the repeated request fails with announcement_sent.
      for (let isSent = false; !isSent; ) {
        const response = await sendRequest('POST', `/api/announcements/${id}/send`)
        isSent = response?.status === 204 || (await response?.text())?.includes('announcement_sent') === true
        if (isGivenUp) return
      }
      tallies.announcements.acknowledged++
      announced.push(id)
      await sleep(500)
    }
  }

  /** Imports one CSV member list after another, each with `rowsPerImport` people. */
  async function importFiles(): Promise<void> {
    for (let list = 0; !isOver; list++) {
      const lines = Array.from(
        { length: rowsPerImport },
        (_, n) => `Senarai ${list} ${n};senarai${list}x${n}@contoh.my`,
      )
      const form = new FormData()
      form.append('file', new Blob([['Nama Penuh;E-mel', ...lines].join('\r\n')]), 'ahli.csv')
      const uploaded = await sendRequest('POST', `/api/imports?clubId=${club.id}`, form)
      if (uploaded?.status !== 201) {
        await sleep(200)
        continue
      }
      const { id } = (await uploaded.json()) as ImportDetail
      tallies.rows.sent += rowsPerImport
      const readImport = async () => {
        const response = await sendRequest('GET', `/api/imports/${id}`)
        return response?.status === 200 ? ((await response.json()) as ImportDetail) : undefined
      }
      for (let found = await readImport(); found?.status !== 'done'; found = await readImport()) {
        if (isGivenUp) return
        // Repeats the confirmation of an import when the server died before it could respond.
        if (found?.status === 'ready') {
          const { toWrite, version } = found
          await sendRequest('POST', `/api/imports/${id}/confirm`, { isDecision: false, toWrite, version })
        }
        await sleep(200)
      }
      tallies.rows.acknowledged += rowsPerImport
    }
  }

  const running = [approveApplicants(), sendAnnouncements(), importFiles()]
  return {
    tallies,
    stop: async () => {
      isOver = true
      await Promise.all(running)
    },
    giveUp: () => {
      isOver = true
      isGivenUp = true
    },
    /** Expects that every acknowledged change is stored exactly once. */
    expectAllDone: async () => {
      const people = await db.select().from(users).where(inArray(users.id, approved))
      expect(people.every(({ status, membershipNumber }) => status === 'active' && membershipNumber)).toBe(
        true,
      )
      // Approved and imported members get membership numbers from the same sequence, which must have no gaps.
      const numbered = await db
        .select({ number: users.membershipNumber })
        .from(users)
        .where(and(eq(users.currentCountry, 'Germany'), isNotNull(users.membershipNumber)))
      const numbers = numbered.map(({ number }) => Number(number?.match(/\d+$/)?.[0]))
      expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1))
      const decided = await db.select().from(auditEvents).where(eq(auditEvents.kind, 'user.approved'))
      expect(decided.map(({ targetId }) => Number(targetId)).sort((a, b) => a - b)).toEqual(
        approved.toSorted((a, b) => a - b),
      )
      const imported = await db.$count(users, like(users.email, 'senarai%'))
      expect(imported).toBeGreaterThanOrEqual(tallies.rows.acknowledged)
      expect(imported % rowsPerImport).toBe(0)
      await waitUntil(
        async () => {
          const rows = await db.select().from(announcements).where(inArray(announcements.id, announced))
          return rows.every(({ status }) => status === 'sent')
        },
        { seconds: 90 },
      )
      const sentNotifications = await db
        .select({
          id: sql<number>`(${notifications.params}->>'announcementId')::int`,
          userId: notifications.userId,
        })
        .from(notifications)
        .where(like(notifications.kind, 'announcement%'))
      const recipients = await db
        .select()
        .from(announcementRecipients)
        .where(inArray(announcementRecipients.announcementId, announced))
        .orderBy(asc(announcementRecipients.announcementId))
      const uniqueNotifications = new Set(sentNotifications.map(({ id, userId }) => `${id} ${userId}`))
      expect(sentNotifications.length).toBe(uniqueNotifications.size)
      expect(
        recipients.every(({ announcementId, userId }) =>
          uniqueNotifications.has(`${announcementId} ${userId}`),
        ),
      ).toBe(true)
    },
  }
}
