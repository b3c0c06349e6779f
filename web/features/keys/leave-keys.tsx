// What becomes of one's keys on this device when one signs out.
import { Button, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { readMyKeys, removeDevice, withdrawMyKeys } from '#shared/contracts/keys.endpoints.ts'
import { isSameCard } from '#shared/e2ee/card.ts'
import { call, hasStatus } from '#web/lib/api.ts'
import type { Identity } from '#web/lib/e2ee/identity.ts'
import { forgetKeys } from '#web/lib/e2ee/key-store.ts'
import { alone, readDeviceKeys } from '#web/lib/e2ee/my-keys.ts'
import { wantOverlays } from '#web/lib/overlays.ts'
import { leaveText as text } from './keys.text.ts'
import { otherWays } from './ways.ts'

type Choice = 'keep' | 'leave' | 'remove'

async function remove({ card, dev }: Identity): Promise<void> {
  await forgetKeys(card.userId)
  await call(removeDevice, { params: { dev } }).catch(() => {})
}

/** Whether they may go without a word: there is another way to them, or nothing was ever sealed to them. */
async function isDispensable(identity: Identity): Promise<boolean> {
  try {
    const keys = await call(readMyKeys)
    if (!keys.card || !isSameCard(keys.card, identity.card)) return false
    if (otherWays(keys, identity).length > 0) return true
    await call(withdrawMyKeys)
    return true
  } catch (error) {
    if (hasStatus(error, 401)) throw error
    return false
  }
}

async function ask(): Promise<Choice> {
  await wantOverlays()
  return new Promise(resolve => {
    const choose = (choice: Choice) => () => {
      resolve(choice)
      modals.close(id)
    }
    const id = modals.open({
      title: text.title,
      // Closed without an answer: nobody leaves, and nothing is lost.
      onClose: () => resolve('keep'),
      children: (
        <Stack>
          <Text size="sm">{text.about}</Text>
          <Button onClick={choose('keep')} data-autofocus>
            {text.keep}
          </Button>
          <div>
            <Button fullWidth variant="default" onClick={choose('leave')}>
              {text.leave}
            </Button>
            <Text size="xs" c="dimmed" mt={4}>
              {text.leaveHelp}
            </Text>
          </div>
          <div>
            <Button fullWidth variant="light" color="red" onClick={choose('remove')}>
              {text.remove}
            </Button>
            <Text size="xs" c="dimmed" mt={4}>
              {text.removeHelp}
            </Text>
          </div>
        </Stack>
      ),
    })
  })
}

async function decide(userId: number): Promise<boolean> {
  const device = await readDeviceKeys(userId)
  if (device.obstacle || !device.identity) return true
  const { identity } = device
  const choice = (await isDispensable(identity)) ? 'remove' : await ask()
  if (choice === 'remove') await remove(identity)
  return choice !== 'keep'
}

/**
 * False: the person wants to keep them safe first, and stays. Otherwise nobody makes new ones, in any window, until this
 * page is gone and the session with it.
 */
export function leaveKeys(userId: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const leaving = alone(userId, async () => {
      const mayGo = await decide(userId)
      resolve(mayGo)
      if (mayGo) await new Promise(() => {})
    })
    leaving.catch(reject)
  })
}
