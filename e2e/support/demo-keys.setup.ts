// Publishes encryption keys for the demo accounts, as if each account had a device that no test uses.
// A browser without its user's encryption keys generates new keys without asking, if the old keys are unused.
// Without keys prepared in advance, tests that sign in as the same demo account would replace each other's keys.
// After a test has replaced a user's key, the warning about the new key would cover the screen in other tests.
import { createIdentityKeys, generateKeySeed } from '#web/lib/e2ee/crypto/identity.ts'
import { accounts, expect, signIn, test } from './fixtures.ts'

const inactiveAccounts = ['pending', 'rejected', 'inactive']

test('every active demo account publishes keys with a recovery copy', async ({ browser }) => {
  for (const account of accounts.filter(name => !inactiveAccounts.includes(name))) {
    const context = await browser.newContext()
    await signIn(context, account)
    const me = await (await context.request.get('/api/auth/me')).json()
    const { gen } = await (await context.request.get('/api/keys/me')).json()
    const { card, dev } = await createIdentityKeys(generateKeySeed(), me.id, gen + 1)
    const wrap = { gen: card.gen, kind: 'phrase', credentialId: null, blob: 'A'.repeat(80) }
    const saved = await context.request.put('/api/keys/me', { data: { card, dev, wrap } })
    expect(saved.status(), await saved.text()).toBe(204)
    await context.close()
  }
})
