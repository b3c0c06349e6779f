// Decides what happens to the encryption keys on this device when the user signs out.
// Keys that can be recovered elsewhere, or to which nothing was encrypted, are removed at sign-out without asking.
// If encryption keys might be lost, a dialog at sign-out offers to back up, keep or delete the keys.
// Users who cannot open the settings, such as those with an inactive account, get no offer to back up keys.
import { Button, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { readOwnKeys, removeDevice, revokeOwnKeys } from '#shared/contracts/keys/keys.endpoints.ts'
import { keysSignOutText as text } from '#texts/keys.ts'
import { decideWhatHappensToKeysAtSignOut } from '#web/features/keys/recovery/recovery-methods.ts'
import { loadToastsAndDialogs } from '#web/lib/document/toasts-and-dialogs.ts'
import type { Identity } from '#web/lib/e2ee/crypto/identity.ts'
import { hasUsedKeysInGroupsOrElections } from '#web/lib/e2ee/group/own-key-use.ts'
import { readEncryptionKeysOfDevice, runWithCrossTabKeyLock } from '#web/lib/e2ee/keys/own-keys.ts'
import { deleteAllKeyData } from '#web/lib/e2ee/storage/key-store.ts'
import { callEndpoint, hasErrorStatus } from '#web/lib/http/api.ts'

type Choice = 'keep' | 'leave' | 'remove'

async function removeKeysFromDevice({ card, dev }: Identity): Promise<void> {
  await deleteAllKeyData(card.userId)
  await callEndpoint(removeDevice, { params: { dev } }).catch(() => {})
}

/**
 * Whether the encryption keys can be removed silently: they can be recovered elsewhere, or nothing was encrypted to
 * them.
 */
async function canRemoveKeysWithoutAsking(identity: Identity): Promise<boolean> {
  try {
    const keys = await callEndpoint(readOwnKeys)
    const hasEncrypted = await hasUsedKeysInGroupsOrElections(identity)
    const decision = decideWhatHappensToKeysAtSignOut(keys, identity, { hasEncrypted })
    if (decision === 'withdraw') await callEndpoint(revokeOwnKeys)
    return decision !== 'ask'
  } catch (error) {
    if (hasErrorStatus(error, 401)) throw error
    return false
  }
}

interface SignOutOptions {
  canBackUpKeys: boolean
}

async function askUserAboutKeys({ canBackUpKeys }: SignOutOptions): Promise<Choice> {
  await loadToastsAndDialogs()
  return new Promise(resolve => {
    const chooseAndClose = (choice: Choice) => () => {
      resolve(choice)
      modals.close(id)
    }
    const id = modals.open({
      title: canBackUpKeys ? text.title : text.titleWithoutBackup,
      // Closing the dialog about encryption keys cancels the sign-out, so no keys are lost.
      onClose: () => resolve('keep'),
      children: (
        <Stack>
          <Text size="sm">{text.about}</Text>
          {canBackUpKeys && (
            <Button onClick={chooseAndClose('keep')} data-autofocus>
              {text.keep}
            </Button>
          )}
          <div>
            <Button fullWidth variant="default" onClick={chooseAndClose('leave')}>
              {text.leave}
            </Button>
            <Text size="xs" c="dimmed" mt={4}>
              {text.leaveHelp}
            </Text>
          </div>
          <div>
            <Button fullWidth variant="light" color="red" onClick={chooseAndClose('remove')}>
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

async function decideOnKeys(userId: number, options: SignOutOptions): Promise<boolean> {
  const device = await readEncryptionKeysOfDevice(userId)
  if (device.obstacle || !device.identity) return true
  const { identity } = device
  const choice = (await canRemoveKeysWithoutAsking(identity)) ? 'remove' : await askUserAboutKeys(options)
  if (choice === 'remove') await removeKeysFromDevice(identity)
  return choice !== 'keep'
}

/**
 * Prepares the keys for sign-out. Resolves to false if the user stays signed in to back up the keys first. Otherwise
 * the key lock is held until the page is closed, so that no other browser tab creates new keys meanwhile.
 */
export function removeKeysFromDeviceBeforeSignOut(userId: number, options: SignOutOptions): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const lockedDecision = runWithCrossTabKeyLock(userId, async () => {
      const canSignOut = await decideOnKeys(userId, options)
      resolve(canSignOut)
      if (canSignOut) await new Promise(() => {})
    })
    lockedDecision.catch(reject)
  })
}
