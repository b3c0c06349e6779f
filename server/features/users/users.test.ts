import { describe, expect, test } from 'vitest'
import { setUpApp } from '#server/test/app.ts'
import { buildUser } from '#server/test/factories.ts'

const target = setUpApp()

describe('the pending count', () => {
  test('counts those who wait within reach', async () => {
    const { db } = target.database
    for (const currentCountry of ['Japan', 'Japan', 'Germany', null] as const) {
      await buildUser(db, { status: 'pending', currentCountry })
    }
    await buildUser(db, { status: 'rejected', currentCountry: 'Japan' })
    const countFor = async (overrides: Parameters<typeof target.asNew>[0]) => {
      const caller = await target.asNew(overrides)
      return (await caller.call('GET', '/api/users/pending/count')).json()
    }
    expect(await countFor({ role: 'system_admin' })).toEqual({ count: 4 })
    expect(await countFor({ role: 'hq_admin', currentCountry: null })).toEqual({ count: 4 })
    expect(await countFor({ role: 'country_admin', currentCountry: 'Japan' })).toEqual({ count: 2 })
    expect(await countFor({ role: 'country_admin', currentCountry: 'France' })).toEqual({ count: 0 })
    expect(await countFor({ role: 'country_admin', currentCountry: null })).toEqual({ count: 0 })
  })
})
