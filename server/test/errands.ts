// What an office does while its server dies again and again: lets people in, reads a club's list, tells everybody. Each
// errand is repeated until it is acknowledged, as a person would, and remembers what was.
import { setTimeout as sleep } from 'node:timers/promises'
import { and, asc, eq, inArray, isNotNull, like, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Db } from '#server/db/client.ts'
import { announcementRecipients, announcements } from '#server/db/schema/announcements.ts'
import { users } from '#server/db/schema/core.ts'
import { auditEvents, notifications } from '#server/db/schema/events.ts'
import type { ImportDetail } from '#shared/contracts/imports.ts'
import { cookieFor } from './chat.ts'
import { buildClub, buildUser } from './factories.ts'
import { until } from './program.ts'

interface Tally {
  sent: number
  acknowledged: number
}

/** An answer of the server, whichever of its lives gives it. */
type Ask = (method: string, path: string, body?: object | FormData) => Promise<Response | undefined>

function createAsk(url: string, cookie: string): Ask {
  return async (method, path, body) => {
    const headers = {
      cookie,
      origin: url,
      ...(!(body instanceof FormData) && { 'content-type': 'application/json' }),
    }
    const sent = body instanceof FormData ? body : JSON.stringify(body ?? {})
    const answer = await fetch(url + path, {
      method,
      headers,
      ...(method !== 'GET' && { body: sent }),
      signal: AbortSignal.timeout(5000),
    }).catch(() => undefined)
    if (!answer || answer.status >= 500) await sleep(50)
    return answer
  }
}

const rowsOfList = 120

export async function startErrands(db: Db, url: string) {
  const office = await buildUser(db, { role: 'hq_admin' })
  const ask = createAsk(url, await cookieFor(db, office.id))
  const club = await buildClub(db, { country: 'Germany' })
  for (let person = 0; person < 5; person++)
    await buildUser(db, { clubId: club.id, currentCountry: 'Germany' })
  const nothing = (): Tally => ({ sent: 0, acknowledged: 0 })
  const tallies = { approvals: nothing(), rows: nothing(), announcements: nothing() }
  const approved: number[] = []
  const announced: number[] = []
  let isOver = false
  let isGivenUp = false

  async function letPeopleIn(): Promise<void> {
    while (!isOver) {
      const { id } = await buildUser(db, { status: 'pending', currentCountry: 'Germany' })
      tallies.approvals.sent++
      // Decided before the server died, it cannot be decided again: that is an acknowledgement, too.
      for (let status = 0; ![200, 409].includes(status); )
        status = (await ask('POST', `/api/users/${id}/approve`))?.status ?? 0
      tallies.approvals.acknowledged++
      approved.push(id)
      await sleep(20)
    }
  }

  async function tellEverybody(): Promise<void> {
    while (!isOver) {
      const body = { title: 'Hebahan', body: 'Salam', audience: { clubIds: [club.id] } }
      const made = await ask('POST', '/api/announcements', body)
      if (made?.status !== 201) {
        await sleep(200)
        continue
      }
      const { id } = (await made.json()) as { id: number }
      tallies.announcements.sent++
      // Sent before the server died, it cannot be sent again.
      for (let isSent = false; !isSent; ) {
        const answer = await ask('POST', `/api/announcements/${id}/send`)
        isSent = answer?.status === 204 || (await answer?.text())?.includes('announcement_sent') === true
        if (isGivenUp) return
      }
      tallies.announcements.acknowledged++
      announced.push(id)
      await sleep(500)
    }
  }

  /** One list after the other, each of so many people. */
  async function readLists(): Promise<void> {
    for (let list = 0; !isOver; list++) {
      const lines = Array.from(
        { length: rowsOfList },
        (_, n) => `Senarai ${list} ${n};senarai${list}x${n}@contoh.my`,
      )
      const form = new FormData()
      form.append('file', new Blob([['Nama Penuh;E-mel', ...lines].join('\r\n')]), 'ahli.csv')
      const sent = await ask('POST', `/api/imports?clubId=${club.id}`, form)
      if (sent?.status !== 201) {
        await sleep(200)
        continue
      }
      const { id } = (await sent.json()) as ImportDetail
      tallies.rows.sent += rowsOfList
      const look = async () => {
        const answer = await ask('GET', `/api/imports/${id}`)
        return answer?.status === 200 ? ((await answer.json()) as ImportDetail) : undefined
      }
      for (let found = await look(); found?.status !== 'done'; found = await look()) {
        if (isGivenUp) return
        // Said again where the server died before it could answer.
        if (found?.status === 'ready') {
          const { toWrite } = found
          await ask('POST', `/api/imports/${id}/confirm`, { isDecision: false, toWrite })
        }
        await sleep(200)
      }
      tallies.rows.acknowledged += rowsOfList
    }
  }

  const running = [letPeopleIn(), tellEverybody(), readLists()]
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
    /** What was acknowledged is there, once. */
    expectAllDone: async () => {
      const people = await db.select().from(users).where(inArray(users.id, approved))
      expect(people.every(({ status, membershipNumber }) => status === 'active' && membershipNumber)).toBe(
        true,
      )
      // Whoever came in by a list has one, too.
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
      expect(imported % rowsOfList).toBe(0)
      await until(
        async () => {
          const rows = await db.select().from(announcements).where(inArray(announcements.id, announced))
          return rows.every(({ status }) => status === 'sent')
        },
        { seconds: 90 },
      )
      const told = await db
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
      const once = new Set(told.map(({ id, userId }) => `${id} ${userId}`))
      expect(told.length).toBe(once.size)
      expect(recipients.every(({ announcementId, userId }) => once.has(`${announcementId} ${userId}`))).toBe(
        true,
      )
    },
  }
}
