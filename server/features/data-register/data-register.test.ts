import { describe, expect, test } from 'vitest'
import { installation } from '#server/db/schema/accounts.ts'
import { termAcceptances } from '#server/db/schema/terms.ts'
import { loadAndVerifySecretKey } from '#server/db/setup/installation.ts'
import { dataReferences } from '#server/features/my-data/data-references.queries.ts'
import { setUpApp } from '#server/test/harness/app.ts'
import { currentTermsVersion } from '#shared/terms.ts'

const target = setUpApp()

describe('GET /api/data-register', () => {
  test('the data register lists every kind of personal record with purpose, retention and effect of erasure', async () => {
    const hq = await target.asNew({ role: 'hq_admin' })
    const { userId, version } = { userId: hq.user.id, version: currentTermsVersion }
    await target.database.db
      .insert(termAcceptances)
      .values({ userId, version, consented: true, way: 'asked' })
    await target.database.pool.query(
      `insert into backup_runs (file, failed_at, reason) values ('x', now(), 'ENOSPC')`,
    )
    const register = (await hq.call('GET', '/api/data-register')).json()
    expect(register.data.map(({ table }: { table: string }) => table)).toEqual(
      dataReferences.map(({ table }) => table),
    )
    for (const { table, ...texts } of register.data) {
      expect([table, Object.values(texts).every(text => String(text).length > 0)]).toEqual([table, true])
    }
    expect(register.limits.length).toBeGreaterThan(10)
    expect(register.terms).toMatchObject({ version: 1, accepted: 1, consented: 1 })
    expect(register.terms.people).toBeGreaterThanOrEqual(1)
    expect(register.backups).toMatchObject([{ reason: 'ENOSPC', checkedAt: null }])
  })

  test('the data register shows the terms with which the installation began as version 1', async () => {
    const hq = await target.asNew({ role: 'hq_admin' })
    const { db } = target.database
    const readTermsVersion = async () => (await hq.call('GET', '/api/data-register')).json().terms.version
    expect(await readTermsVersion()).toBe(1)
    await loadAndVerifySecretKey(db, target.app.settings)
    expect(await readTermsVersion()).toBe(1)
    // Simulates an installation from before the first change of the terms.
    await db.update(installation).set({ firstTerms: 1 })
    expect(await readTermsVersion()).toBe(currentTermsVersion)
  })

  test('the data register can be exported as CSV and is accessible to headquarters only', async () => {
    const [hq, country] = [
      await target.asNew({ role: 'hq_admin' }),
      await target.asNew({ role: 'country_admin' }),
    ]
    const file = await hq.call('GET', '/api/data-register/export?format=csv')
    expect(file.headers['content-type']).toContain('text/csv')
    expect(file.body.split('\r\n').filter(Boolean)).toHaveLength(dataReferences.length + 1)
    expect((await hq.call('GET', '/api/data-register/export?format=pdf')).statusCode).toBe(400)
    expect((await country.call('GET', '/api/data-register')).statusCode).toBe(403)
    expect((await country.call('GET', '/api/data-register/export?format=csv')).statusCode).toBe(403)
  })
})
